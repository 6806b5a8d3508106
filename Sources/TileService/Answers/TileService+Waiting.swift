import CutJobs
import DecoderChildren
import Documents
import HTTPWire
import ImageRequest
import Posix

extension TileService {
  /// Tells how far an image's cut is.
  ///
  /// - Parameters:
  ///   - progress: of the cut.
  ///   - name: the image's.
  ///   - request: by whom it was asked for.
  ///   - response: filled in.
  func answerLate(
    _ progress: CutProgress, named name: ImageName, _ request: borrowing Request,
    _ response: inout Response
  ) {
    // An extra: no failure to find it keeps the rest from being told.
    let status = try? index.status(of: name.bytes)
    let size = progress.size ?? status.flatMap { catalogue.sizes.soon(of: name.bytes, $0) }
    let base = BaseAddress(request, configuration).relative
    let preview = ImageLinks(name: name, base: base).preview(of: size, finest: CutPreview.finest)
    response.wait(
      for: progress, ofBytes: status?.size, size: size,
      preview: progress.hasPreview ? preview : nil, request)
  }
}
