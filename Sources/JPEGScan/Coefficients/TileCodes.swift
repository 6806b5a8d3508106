/// Codes for the tiles of a plan, learnt from some of them, and all that stands before a tile's scan.
package final class TileCodes: Sendable {
  let head: [UInt8]
  /// 256 of each table: a symbol's word, and in the lowest 8 bits its length, 0 where it has none.
  let words: [UInt32]

  /// - Parameters:
  ///   - statistics: what was learnt; luma's DC and AC, then chroma's.
  ///   - plan: of the tiles.
  ///   - isComplete: whether there are words for coefficients too that no picture has.
  init(_ statistics: HuffmanStatistics, _ plan: CoefficientPlan, isComplete: Bool = false) {
    let kinds = min(2, plan.header.components.count)
    let all = [UInt16](repeating: 1, count: 64)
    let differences = (0..<kinds).map { statistics.table(2 * $0, steps: nil) }
    let coefficients = (0..<kinds).map { kind in
      statistics.table(2 * kind + 1, steps: isComplete ? all : plan.codedSteps(kind))
    }
    let header = plan.tileHeader(differences: differences, coefficients: coefficients)
    head = TileHead(header, differences: differences).bytes(side: plan.tileSide)
    words = (0..<kinds).flatMap { kind in
      [differences[kind], coefficients[kind]].flatMap { table in
        table.words.map { $0.word << 8 | UInt32($0.length) }
      }
    }
  }
}

extension CoefficientPlan {
  /// The finest steps of all components that share a code, turned.
  fileprivate func codedSteps(_ kind: Int) -> [UInt16] {
    let sharing = kind == 0 ? steps[..<1] : steps[1...]
    return (0..<64).map { place in
      let source = (0..<64).first { turn.target(of: $0).place == place } ?? place
      return sharing.map { $0[source] }.min() ?? 1
    }
  }
}
