/// One thing that is wrong with a pyramid file.
package struct PyramidProblem: Error, Equatable, Sendable {
  /// The stable names that JSON has.
  package enum Kind: String, Sendable {
    case unreadable, notTIFF, structure, index, levels, coverage, missingTile, tile, name
    case undecodable, notPyramid
  }

  package let kind: Kind
  package let detail: String

  package init(_ kind: Kind, _ detail: String) {
    self.kind = kind
    self.detail = detail
  }
}

extension PyramidProblem: CustomStringConvertible {
  package var description: String { detail }
}
