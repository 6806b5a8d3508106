/// What stands before a tile's scan.
struct TileHead {
  private let header: ScanHeader
  private let differences: [HuffmanSpecification?]

  /// - Parameters:
  ///   - header: of the scan that the tiles are made of.
  ///   - differences: the codes of DC that tiles have, by table number.
  init(_ header: ScanHeader, differences: [HuffmanSpecification?]) {
    self.header = header
    self.differences = differences
  }

  /// The segments.
  ///
  /// - Parameter side: of the square tile, in pixels.
  /// - Returns: all bytes from the image's beginning to the scan's.
  func bytes(side: Int) -> [UInt8] {
    var bytes: [UInt8] = [0xFF, 0xD8]
    for table in Set(header.components.map(\.stepsTable)).sorted() {
      let steps = header.components.first { $0.stepsTable == table }?.steps ?? []
      append(0xDB, [UInt8(table)] + steps.map { UInt8(clamping: $0) }, to: &bytes)
    }
    var frame: [UInt8] = [8] + word(side) + word(side) + [UInt8(header.components.count)]
    for (index, component) in header.components.enumerated() {
      frame += [
        UInt8(index + 1), UInt8(component.across << 4 | component.down),
        UInt8(component.stepsTable),
      ]
    }
    append(0xC0, frame, to: &bytes)
    for table in Set(header.components.map(\.dcTable)).sorted() {
      append(codes: differences[table], kind: 0, table, to: &bytes)
    }
    for table in Set(header.components.map(\.acTable)).sorted() {
      append(codes: header.acSpecifications[table], kind: 1, table, to: &bytes)
    }
    var scan = [UInt8(header.components.count)]
    for (index, component) in header.components.enumerated() {
      scan += [UInt8(index + 1), UInt8(component.dcTable << 4 | component.acTable)]
    }
    append(0xDA, scan + [0, 63, 0], to: &bytes)
    return bytes
  }

  private func append(
    codes: HuffmanSpecification?, kind: UInt8, _ table: Int, to bytes: inout [UInt8]
  ) {
    guard let codes else { return }
    append(0xC4, [kind << 4 | UInt8(table)] + codes.counts + codes.symbols, to: &bytes)
  }

  private func append(_ marker: UInt8, _ segment: [UInt8], to bytes: inout [UInt8]) {
    bytes += [0xFF, marker] + word(segment.count + 2) + segment
  }

  private func word(_ value: Int) -> [UInt8] { [UInt8(value >> 8 & 255), UInt8(value & 255)] }
}
