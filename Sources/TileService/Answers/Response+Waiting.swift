import CutJobs
import DecoderChildren
import Documents
import HTTPWire
import TileGeometry

extension Response {
  /// Tells how far an image's cut is, and when to come again.
  ///
  /// - Parameters:
  ///   - progress: of the cut.
  ///   - bytes: of the file that is cut, where it is known.
  ///   - size: of the picture, where it is known.
  ///   - preview: where a picture of it is to be had meanwhile; nil while there is none.
  ///   - request: who wants no refusals is told that theirs is accepted.
  mutating func wait(
    for progress: CutProgress, ofBytes bytes: Int64?, size: PixelSize?, preview: String?,
    _ request: borrowing Request
  ) {
    let sketch = request.wantsPreview ? progress.sketch : nil
    let document = WaitingDocument(
      share: progress.share, waiting: progress.waiting, bytes: bytes, size: size,
      preview: preview ?? sketch.map { "data:image/jpeg;base64,\($0.base64)" })
    status = request.takesEmpty ? .accepted : .serviceUnavailable
    fields.add("Access-Control-Allow-Origin", "*")
    fields.add("Retry-After", Int64(document.retryAfter))
    fields.add("Content-Type", "application/json")
    fields.add("X-Content-Type-Options", "nosniff")
    fields.add("Cache-Control", "no-store")
    let json = document.json(status: Int64(status.rawValue), reason: status.reason)
    body = .bytes(SharedBytes(json))
  }
}
