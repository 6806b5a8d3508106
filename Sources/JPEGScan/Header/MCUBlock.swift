/// A block's place in its MCU.
struct MCUBlock {
  let component: Int
  /// Blocks of its component in an MCU, side by side and one above the other.
  let across: Int
  let down: Int
  let x: Int
  let y: Int
  var isFirst: Bool { x == 0 && y == 0 }
}

extension ScanHeader {
  /// The blocks of an MCU as they follow each other.
  var blocks: [MCUBlock] {
    components.enumerated().flatMap { index, component in
      (0..<component.down).flatMap { y in
        (0..<component.across).map { x in
          MCUBlock(
            component: index, across: component.across, down: component.down, x: x, y: y)
        }
      }
    }
  }

  /// What each component's blocks are read with.
  ///
  /// - Returns: one for each component.
  /// - Throws: ``ScanIrregular`` for a component without its tables.
  func blockReaders() throws(ScanIrregular) -> [BlockReader] {
    var readers: [BlockReader] = []
    for (index, component) in components.enumerated() {
      guard let dc = dcSpecifications[component.dcTable],
        let ac = acSpecifications[component.acTable]
      else { throw ScanIrregular("a component without its tables") }
      // Chroma's two components have the same tables, as a rule; making them takes as long as
      // reading a thousand blocks.
      let same = components[..<index].firstIndex {
        $0.dcTable == component.dcTable && $0.acTable == component.acTable
          && $0.steps == component.steps
      }
      let limits = CoefficientLimits(steps: component.steps)
      readers.append(
        same.map { readers[$0] }
          ?? BlockReader(
            DifferenceTable.make(dc), CoefficientTable.make(ac, largest: limits.anywhere), limits))
    }
    return readers
  }

  /// What each component's blocks are passed with.
  ///
  /// - Returns: one for each component.
  /// - Throws: ``ScanIrregular`` for a component without its tables.
  func skippingReaders() throws(ScanIrregular) -> [SkippingReader] {
    var tables: [Int: LookUp<UInt16>] = [:]
    for component in components {
      if tables[component.acTable] == nil, let ac = acSpecifications[component.acTable] {
        tables[component.acTable] = SkipTable.make(ac)
      }
    }
    return zip(try blockReaders(), components).compactMap { reader, component in
      tables[component.acTable].map { SkippingReader(reader, $0) }
    }
  }
}
