/// Why a request can't be answered, as its asker is told.
package struct RequestProblem: Error, Equatable, Sendable {
  package enum Kind: Equatable, Sendable {
    /// What was asked breaks a rule: 400.
    case malformed
    /// There is no such thing: 404.
    case absent
    /// It is allowed but not done here: 501.
    case unsupported
  }

  package let kind: Kind
  /// One sentence without its full stop.
  package let detail: String

  package static func malformed(_ detail: String) -> RequestProblem {
    RequestProblem(kind: .malformed, detail: detail)
  }

  package static func absent(_ detail: String) -> RequestProblem {
    RequestProblem(kind: .absent, detail: detail)
  }

  package static func unsupported(_ detail: String) -> RequestProblem {
    RequestProblem(kind: .unsupported, detail: detail)
  }
}
