/// An answer in the making.
///
/// `Date`, `Connection` and the framing of the body are added when it is sent; nobody else sets
/// those.
package struct Response: Sendable {
  package var status = Status.ok
  package var fields = FieldBlock()
  package var body = Body.empty
  package var provenance = Provenance.server

  package init() {}

  /// Makes it new again but keeps its storage.
  package mutating func reset() {
    status = .ok
    fields.removeAll()
    body = .empty
    provenance = .server
  }
}
