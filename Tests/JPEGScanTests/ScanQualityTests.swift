import Testing

@testable import JPEGScan

@Suite struct ScanQualityTests {
  private func header(steps: [[UInt16]]) -> ScanHeader {
    ScanHeader(
      width: 16, height: 16,
      components: steps.map {
        ScanComponent(
          across: 1, down: 1, steps: $0, stepsTable: 0, dcTable: 0, acTable: 0, width: 16,
          height: 16)
      },
      dcSpecifications: [], acSpecifications: [], restartInterval: 0, scanOffset: 0)
  }

  private func header(quality: Int) -> ScanHeader {
    let padding = [UInt16](repeating: 99, count: 43)
    let luma = StandardSteps.steps(quality: quality, isChroma: false).map { UInt16($0) } + padding
    let chroma = StandardSteps.steps(quality: quality, isChroma: true).map { UInt16($0) } + padding
    return header(steps: [luma, chroma, chroma])
  }

  @Test(arguments: [
    (30, 85, true), (75, 85, true), (85, 85, true), (92, 85, true), (93, 85, false),
    (95, 85, false), (98, 85, false), (100, 85, false), (98, 97, true), (85, 40, false),
    (100, 100, true),
  ])
  func `data much finer than what is wanted are not kept`(
    source: Int, wanted: Int, isKept: Bool
  ) {
    #expect(header(quality: source).isWorthKeeping(atQuality: wanted) == isKept)
  }

  @Test func `a grey file is measured by its luma`() {
    let fine = header(steps: [[UInt16](repeating: 1, count: 64)])
    #expect(!fine.isWorthKeeping(atQuality: 85))
    #expect(fine.isWorthKeeping(atQuality: 98))
  }
}
