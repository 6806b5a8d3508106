import HTTPWire
import ImageRequest
import PictureWords
import Posix
import PyramidFormat
import Rendering
import TileGeometry

extension TileService {
  /// Pixels, decoded and made, from which on a picture is a large render.
  private static let largePixels: Int64 = 3 << 20

  /// Answers a plan: with the stored tile, from the cache, or by ordering work.
  func answerPicture(
    _ plan: ImagePlan, of image: OpenImage, _ fields: PictureFields, _ wording: PictureWording,
    _ request: borrowing Request, _ response: inout Response
  ) throws(NotServed) -> Step {
    let freshness = wording.limited(Freshness(request.query, version: image.versionText))
    let seed = tagSeed ^ UInt64(image.shape.detail) << 40
    let tag = image.tag(of: plan, seed: seed ^ (wording.words?.fingerprint ?? 0))
    response.fields.add(fields[plan.format, freshness])
    response.fields.add("ETag", tag)
    if request.hasCondition {
      switch request.evaluate(Validators(tag: tag), now: 0) {
      case .proceed: break
      case .notModified:
        response.status = .notModified
        return .done
      case .failed:
        response.reset()
        response.refuse(
          .preconditionFailed, "the picture is not the one the request names", for: request)
        return .done
      }
    }
    switch try source(of: plan, in: image, with: wording.words) {
    case .stored(let tile): answerStored(tile, tag, request, &response)
    case .cached(let bytes):
      response.body = .bytes(bytes)
      response.provenance = .cache
    case .elsewhere(let tile): return .fetch(tile)
    case .toMake(let order):
      return .picture(
        order,
        PictureReply(
          fields: response.fields, stopgapFields: fields[plan.format, .brief],
          request: copy request))
    }
    return .done
  }

  /// Where a picture comes from; a stored tile is found without a lock.
  ///
  /// - Parameters:
  ///   - plan: the picture.
  ///   - image: whose picture it is.
  ///   - words: what it is to say of itself.
  /// - Returns: the cheapest way there is.
  /// - Throws: what takes more memory than is allowed.
  func source(
    of plan: ImagePlan, in image: OpenImage, with words: EmbeddedWords?
  ) throws(NotServed) -> PictureSource {
    let match = plan.match(in: image.shape)
    do throws(FileError) {
      if let source = try image.storedTile(match) { return source }
    } catch {
      throw index.pyramidUnreadable(image.path, error)
    }
    let cost = Renderer.cost(of: plan, from: image.source)
    guard cost.bytes <= pictures.memory.limit else {
      throw .malformed("the picture would take more memory than is allowed; ask for a smaller one")
    }
    let order = PictureOrder(
      image: image, plan: plan, words: words, corner: match,
      lane: .init(
        isDrawn: cost.level == nil,
        isLarge: cost.decodedPixels + cost.outputPixels > Self.largePixels),
      memory: cost.bytes)
    return pictures.cached(order.key).map { .cached($0) } ?? .toMake(order)
  }

  /// Answers with a tile as it lies in the file, or a part of it.
  private func answerStored(
    _ tile: StoredTile, _ tag: EntityTag, _ request: borrowing Request,
    _ response: inout Response
  ) {
    response.provenance = .passThrough
    guard case .region(var region) = tile else {
      if case .bytes(let bytes) = tile { response.body = .bytes(bytes) }
      return
    }
    if request.has(.range) {
      let length = region.length
      switch request.selectRange(length: length, Validators(tag: tag), now: 0) {
      case .whole: break
      case .part(let first, let last):
        response.status = .partialContent
        response.fields.addContentRange(first: first, last: last, of: length)
        region.offset += first
        region.length = last - first + 1
      case .unsatisfiable:
        response.reset()
        response.fields.add("Content-Range", "bytes */\(length)")
        response.refuse(
          .rangeNotSatisfiable, "the tile has \(length) bytes, and the range begins after them",
          for: request)
        return
      }
    }
    response.body = .file(region)
  }
}
