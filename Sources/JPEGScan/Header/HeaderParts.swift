/// The segments of a file's head as they come, put together when the scan begins.
struct HeaderParts {
  private struct FrameComponent {
    let id: Int
    let across: Int
    let down: Int
    let stepsTable: Int
  }

  private var steps: [[UInt16]] = Array(repeating: [], count: 4)
  private var dc: [HuffmanSpecification?] = Array(repeating: nil, count: 4)
  private var ac: [HuffmanSpecification?] = Array(repeating: nil, count: 4)
  private var frame: (width: Int, height: Int, components: [FrameComponent])?
  var restartInterval = 0

  mutating func readSteps(_ segment: inout SegmentBytes) throws(ScanIrregular) {
    while !segment.isEmpty {
      let kind = try segment.take()
      guard kind < 4 else { throw ScanIrregular("steps of 16 bits") }
      var table: [UInt16] = []
      for _ in 0..<64 {
        let step = try segment.take()
        guard step > 0 else { throw ScanIrregular("a step of nothing") }
        table.append(UInt16(step))
      }
      steps[kind] = table
    }
  }

  mutating func readCodes(_ segment: inout SegmentBytes) throws(ScanIrregular) {
    while !segment.isEmpty {
      let kind = try segment.take()
      guard kind & 0x0F < 4, kind >> 4 < 2 else { throw ScanIrregular("a fifth code table") }
      var counts: [UInt8] = []
      for _ in 0..<HuffmanSpecification.longest { counts.append(UInt8(try segment.take())) }
      var symbols: [UInt8] = []
      for _ in 0..<counts.reduce(0, { $0 + Int($1) }) { symbols.append(UInt8(try segment.take())) }
      let specification = try HuffmanSpecification(counts: counts, symbols: symbols)
      if kind >> 4 == 0 { dc[kind & 3] = specification } else { ac[kind & 3] = specification }
    }
  }

  mutating func readFrame(_ segment: inout SegmentBytes) throws(ScanIrregular) {
    guard frame == nil else { throw ScanIrregular("two frames") }
    guard try segment.take() == 8 else { throw ScanIrregular("samples of other than 8 bits") }
    let height = try segment.takeWord()
    let width = try segment.takeWord()
    let count = try segment.take()
    guard width > 0, height > 0 else { throw ScanIrregular("a height that is told later") }
    guard count == 1 || count == 3 else { throw ScanIrregular("\(count) components") }
    var components: [FrameComponent] = []
    for _ in 0..<count {
      let id = try segment.take()
      let sampling = try segment.take()
      let table = try segment.take()
      guard table < 4, !components.contains(where: { $0.id == id }) else {
        throw ScanIrregular("components that can't be told apart")
      }
      components.append(
        FrameComponent(
          id: id, across: sampling >> 4, down: sampling & 0x0F, stepsTable: table))
    }
    guard segment.isEmpty else { throw ScanIrregular("a frame that is too long") }
    frame = (width, height, components)
  }

  /// The header, once the scan's own segment has come.
  func header(
    _ segment: inout SegmentBytes, scanOffset: Int
  ) throws(ScanIrregular) -> ScanHeader {
    guard let frame else { throw ScanIrregular("a scan without a frame") }
    guard try segment.take() == frame.components.count else {
      throw ScanIrregular("a scan for each component")
    }
    // A lone component's sampling says nothing: its MCUs are blocks.
    let isAlone = frame.components.count == 1
    let across = isAlone ? 1 : frame.components[0].across
    let down = isAlone ? 1 : frame.components[0].down
    guard (1...2).contains(across), (1...2).contains(down) else {
      throw ScanIrregular("a sampling of \(across) by \(down)")
    }
    var components: [ScanComponent] = []
    for (index, component) in frame.components.enumerated() {
      guard try segment.take() == component.id else {
        throw ScanIrregular("components in another order")
      }
      let tables = try segment.take()
      guard tables >> 4 < 4, tables & 0x0F < 4, dc[tables >> 4] != nil, ac[tables & 3] != nil,
        !steps[component.stepsTable].isEmpty
      else { throw ScanIrregular("a component without its tables") }
      // Decoders refuse tiles with such a table, whether its words are used or not.
      guard dc[tables >> 4]?.symbols.allSatisfy({ $0 <= DifferenceTable.most }) == true else {
        throw ScanIrregular("a DC table of other than 8-bit samples")
      }
      guard index == 0 || (component.across == 1 && component.down == 1) else {
        throw ScanIrregular("chroma of \(component.across) by \(component.down)")
      }
      components.append(
        ScanComponent(
          across: index == 0 ? across : 1, down: index == 0 ? down : 1,
          steps: steps[component.stepsTable], stepsTable: component.stepsTable,
          dcTable: tables >> 4, acTable: tables & 3,
          width: index == 0 ? frame.width : (frame.width + across - 1) / across,
          height: index == 0 ? frame.height : (frame.height + down - 1) / down))
    }
    guard try segment.take() == 0, try segment.take() == 63, try segment.take() == 0,
      segment.isEmpty
    else { throw ScanIrregular("a scan of a part of the coefficients") }
    return ScanHeader(
      width: frame.width, height: frame.height, components: components, dcSpecifications: dc,
      acSpecifications: ac, restartInterval: restartInterval, scanOffset: scanOffset)
  }
}
