import Testing

@testable import JPEGScan

@Suite struct ScanQualityTests {
  private func header(steps: [[UInt16]], across: Int = 2, down: Int = 2) -> ScanHeader {
    ScanHeader(
      width: 16, height: 16,
      components: steps.enumerated().map { index, steps in
        ScanComponent(
          across: index == 0 ? across : 1, down: index == 0 ? down : 1, steps: steps, stepsTable: 0,
          dcTable: 0, acTable: 0, width: 16,
          height: 16)
      },
      dcSpecifications: [], acSpecifications: [], restartInterval: 0, scanOffset: 0)
  }

  private func header(quality: Int, across: Int = 2, down: Int = 2) -> ScanHeader {
    let luma = StandardSteps.steps(quality: quality, isChroma: false).map { UInt16($0) }
    let chroma = StandardSteps.steps(quality: quality, isChroma: true).map { UInt16($0) }
    return header(steps: [luma, chroma, chroma], across: across, down: down)
  }

  @Test(arguments: [
    (30, 85, true), (75, 85, true), (85, 85, true), (92, 85, true), (93, 85, false),
    (95, 85, false), (98, 85, false), (100, 85, false), (98, 97, true), (85, 40, false),
    (100, 100, true),
  ])
  func `data much finer than what is wanted are not kept`(
    source: Int, wanted: Int, isKept: Bool
  ) {
    let header = header(quality: source)
    #expect(header.isWorthKeeping(atQuality: wanted, pixelsOfChroma: 4) == isKept)
  }

  @Test(arguments: [
    (85, 1, 1, 4, true), (86, 1, 1, 4, false), (92, 1, 1, 1, true), (93, 1, 1, 1, false),
    (88, 2, 1, 4, true), (90, 2, 1, 4, false), (88, 1, 2, 4, true),
  ])
  func `chroma with more samples than is wanted counts as finer`(
    source: Int, across: Int, down: Int, pixelsOfChroma: Int, isKept: Bool
  ) {
    let header = header(quality: source, across: across, down: down)
    #expect(
      header.isWorthKeeping(atQuality: 85, pixelsOfChroma: pixelsOfChroma) == isKept)
  }

  @Test func `a grey file is measured by its luma`() {
    let fine = header(steps: [[UInt16](repeating: 1, count: 64)], across: 1, down: 1)
    #expect(!fine.isWorthKeeping(atQuality: 85, pixelsOfChroma: 4))
    #expect(fine.isWorthKeeping(atQuality: 98, pixelsOfChroma: 4))
  }
}
