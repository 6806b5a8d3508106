/// Why a queue did not do what it was asked for; no secret is in the words.
package struct QueueTrouble: Error, Equatable, Sendable, CustomStringConvertible {
  package enum Kind: Sendable {
    /// The library is missing, or too old.
    case unavailable
    /// Nobody answers, or not in time; it may later.
    case silent
    /// The database says no.
    case refused
    /// It answered what no queue of ours would.
    case senseless
  }

  package let kind: Kind
  package let words: String

  package init(_ kind: Kind, _ words: String) {
    self.kind = kind
    self.words = words
  }

  package var description: String { words }
}
