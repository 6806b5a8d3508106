/// What a decoding process answers; one line of JSON each.
///
/// The last of a task is `examined`, `done` or `failed`.
package enum CutAnswer: Codable, Equatable, Sendable {
  case examined(SourceFacts)
  case begun(SourceFacts)
  /// The share of the tiles that is written, 0 to 1.
  case progress(Double)
  /// The pyramid is written; what it is, the file says.
  case done
  case failed(CutFailure)
}
