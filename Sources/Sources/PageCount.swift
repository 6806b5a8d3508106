/// What a decoder said that was asked how many pages a document has.
package enum PageCount: Equatable, Sendable {
  case pages(Int)
  /// It could not tell: the document is damaged or locked, or the decoder failed.
  case unknown
}
