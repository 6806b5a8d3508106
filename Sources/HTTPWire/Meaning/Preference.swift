import ByteText

/// How much a client wants something, in thousandths; 0 is not at all.
package struct Preference: Comparable, Sendable {
  package let thousandths: Int

  package static let none = Preference(thousandths: 0)
  package static let full = Preference(thousandths: 1000)

  package static func < (left: Preference, right: Preference) -> Bool {
    left.thousandths < right.thousandths
  }
}
