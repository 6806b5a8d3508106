/// How a component's blocks become samples of the next level.
struct ComponentShrinking {
  let half: HalfTransform
  let shrinking: Shrinking
  private let whole: WholeTransform
  /// The last column of blocks with picture where samples of the next level are not whole there; -1
  /// where they all are.
  private let oddColumn: Int
  private let oddRow: Int
  /// How many columns of the last block with picture are picture.
  private let columnsThere: Int
  private let rowsThere: Int

  private init(_ component: ScanComponent, _ shrinking: Shrinking) {
    half = HalfTransform(steps: component.steps, shrinking)
    whole = WholeTransform(steps: component.steps)
    self.shrinking = shrinking
    oddColumn = component.width % shrinking.across > 0 ? (component.width - 1) / 8 : -1
    oddRow = component.height % shrinking.down > 0 ? (component.height - 1) / 8 : -1
    columnsThere = (component.width - 1) % 8 + 1
    rowsThere = (component.height - 1) % 8 + 1
  }

  /// How each component of a scan does.
  ///
  /// - Parameters:
  ///   - header: of the scan.
  ///   - quartersChroma: whether the next level has one chroma sample for four pixels.
  /// - Returns: one for each component.
  static func all(of header: ScanHeader, quartersChroma: Bool) -> [ComponentShrinking] {
    zip(header.components, Shrinking.all(of: header, quartersChroma: quartersChroma)).map {
      ComponentShrinking($0, $1)
    }
  }

  /// Writes what a block shrinks to, wherever it lies.
  ///
  /// - Parameters:
  ///   - coefficients: 64 in zigzag order.
  ///   - column: of the component's blocks.
  ///   - row: of the component's blocks.
  ///   - sums: room for them.
  ///   - place: where the first sample goes.
  ///   - stride: bytes from a row to the next.
  func write(
    _ coefficients: [Int16], column: Int, row: Int, _ sums: UnsafeMutablePointer<Int32>,
    to place: UnsafeMutablePointer<UInt8>, stride: Int
  ) {
    guard column == oddColumn || row == oddRow else {
      unsafe half.add(coefficients, to: sums)
      return unsafe HalfSamples.write(sums, shrinking: shrinking, to: place, stride: stride)
    }
    let shrunk = whole.shrunk(
      coefficients, columns: column == oddColumn ? columnsThere : 8,
      rows: row == oddRow ? rowsThere : 8, shrinking)
    for row in 0..<shrinking.rows {
      for column in 0..<shrinking.columns {
        unsafe place[row * stride + column] = shrunk[row * shrinking.columns + column]
      }
    }
  }

  /// The columns and rows of MCUs in which blocks at odd edges lie.
  struct OddMCUs {
    private let columns: [Int]
    private let rows: [Int]

    init(of components: [ComponentShrinking], _ header: ScanHeader) {
      let all = zip(components, header.components)
      columns = all.compactMap { $0.oddColumn < 0 ? nil : $0.oddColumn / $1.across }
      rows = all.compactMap { $0.oddRow < 0 ? nil : $0.oddRow / $1.down }
    }

    func hasRow(_ row: Int) -> Bool { rows.contains(row) }

    @inline(__always)
    func hasColumn(_ column: Int) -> Bool { columns.contains(column) }
  }
}
