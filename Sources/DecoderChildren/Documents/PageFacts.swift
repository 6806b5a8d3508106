/// A page of a document, as the document describes it.
package struct PageFacts: Codable, Equatable, Sendable {
  /// From 1.
  package let number: Int
  /// What readers call it; nil where that is its number.
  package let label: String?
  /// What is seen of it, in points, turned as it is to be read.
  package let width: Double
  package let height: Double
  /// Whether there is more of it to be seen when it is drawn finer: it is no scan.
  package let isVector: Bool
  /// How many places of it lead elsewhere; nil where nobody looked, for who cuts can do without.
  package let linkCount: Int?

  package init(
    number: Int, label: String?, width: Double, height: Double, isVector: Bool, linkCount: Int?
  ) {
    self.number = number
    self.label = label
    self.width = width
    self.height = height
    self.isVector = isVector
    self.linkCount = linkCount
  }
}
