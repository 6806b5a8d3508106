/// What an answer must be like before the first byte of its body is taken.
package struct Expectation: Sendable {
  /// Nil for the whole, whatever its length.
  package let range: Range<Int64>?
  /// The state that is known.
  package let tag: ObjectTag
  /// How large the whole is; nil where it isn't known yet.
  package let total: Int64?
  /// How many bytes of a body are taken at most.
  package let limit: Int64

  /// What a body will be.
  package struct Body: Equatable, Sendable {
    /// Where its first byte belongs.
    package let start: Int64
    /// Nil where only its end will tell.
    package let length: Int64?
    /// Of the whole; nil where only the end will tell.
    package let total: Int64?

    package init(start: Int64, length: Int64?, total: Int64?) {
      self.start = start
      self.length = length
      self.total = total
    }
  }

  /// - Parameters:
  ///   - range: nil for the whole.
  ///   - tag: the state that is known.
  ///   - total: how large the whole is, where that is known.
  ///   - limit: how many bytes of a body are taken at most.
  package init(
    range: Range<Int64>?, tag: ObjectTag = .none, total: Int64? = nil, limit: Int64
  ) {
    self.range = range
    self.tag = tag
    self.total = total
    self.limit = limit
  }

  /// Compares a head that promises what was asked for.
  ///
  /// - Parameter head: of an answer that is no refusal.
  /// - Returns: what its body will be.
  /// - Throws: where it is not what was asked for.
  package func body(of head: AnswerHead) throws(EngineFailure) -> Body {
    guard head.isPlain else { throw .contradiction("the body is packed, and was not to be") }
    // Who tells of no state any more tells of another one.
    if tag != .none, head.tag != tag { throw .changed }
    guard let range else { return try whole(head) }
    return try part(range, head)
  }

  private func part(
    _ range: Range<Int64>, _ head: AnswerHead
  ) throws(EngineFailure) -> Body {
    guard head.status == 206 else { throw .noRanges }
    guard let said = head.contentRange, let got = said.range else {
      throw .contradiction("status 206 without a range")
    }
    guard let whole = said.total else { throw .contradiction("a range of nobody knows how much") }
    if let total, whole != total { throw .changed }
    // Asked for more than there is, an engine gives what there is.
    let wanted = range.lowerBound..<min(range.upperBound, whole)
    guard got == wanted else {
      throw .contradiction(
        "asked for bytes \(range.lowerBound)-\(range.upperBound - 1) of it, "
          + "the engine gave \(got.lowerBound)-\(got.upperBound - 1) of \(whole)")
    }
    let length = got.upperBound - got.lowerBound
    if let said = head.length, said != length {
      throw .contradiction("a range of \(length) bytes, and a length of \(said)")
    }
    guard length <= limit else { throw .contradiction("more than \(limit) bytes") }
    return Body(start: got.lowerBound, length: length, total: whole)
  }

  private func whole(_ head: AnswerHead) throws(EngineFailure) -> Body {
    guard head.status != 206 else { throw .contradiction("a part, and the whole was asked for") }
    guard head.length ?? 0 <= limit else { throw .contradiction("more than \(limit) bytes") }
    if let total, let length = head.length, length != total { throw .changed }
    return Body(start: 0, length: head.length, total: head.length)
  }
}
