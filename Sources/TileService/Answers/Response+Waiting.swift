import CutJobs
import Documents
import HTTPWire

extension Response {
  /// Tells how far an image's cut is, and when to come again.
  ///
  /// - Parameters:
  ///   - progress: of the cut.
  ///   - bytes: of the file that is cut, where it is known.
  ///   - preview: where a picture of it is to be had meanwhile; nil while there is none.
  ///   - request: who wants no refusals is told that theirs is accepted.
  mutating func wait(
    for progress: CutProgress, ofBytes bytes: Int64?, preview: String?,
    _ request: borrowing Request
  ) {
    let document = WaitingDocument(
      share: progress.share, waiting: progress.waiting, bytes: bytes, preview: preview)
    status = request.isForOverview ? .accepted : .serviceUnavailable
    fields.add("Access-Control-Allow-Origin", "*")
    fields.add("Retry-After", Int64(document.retryAfter))
    fields.add("Content-Type", "application/json")
    fields.add("X-Content-Type-Options", "nosniff")
    fields.add("Cache-Control", "no-store")
    let json = document.json(status: Int64(status.rawValue), reason: status.reason)
    body = .bytes(SharedBytes(json))
  }
}
