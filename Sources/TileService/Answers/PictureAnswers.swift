import HTTPWire
import ImageRequest
import Posix
import PyramidFile
import Rendering
import Storage
import TileGeometry

/// Answers plans: from the pyramid's file, from memory, or from the worker threads.
struct PictureAnswers: Sendable {
  struct Asked: Sendable {
    let image: ServedImage
    let identifier: ImageIdentifier
  }

  /// Where a picture's bytes come from without any work.
  enum AtHand {
    case file(FileRegion)
    case bytes(SharedBytes, Provenance)
  }

  let service: TileService
  /// Type and the like, by ``ImageFormat``.
  private let fields: [FieldBlock]
  /// What is said to caches of addresses with and without a version.
  private let forEver: FieldBlock
  private let forAWhile: FieldBlock
  private let settings: UInt64

  init(_ service: TileService) {
    self.service = service
    fields = ImageFormat.allCases.map { format in
      var fields = FieldBlock()
      fields.add("Content-Type", format.mediaType)
      fields.add("X-Content-Type-Options", "nosniff")
      fields.add("Accept-Ranges", "bytes")
      return fields
    }
    var forEver = FieldBlock()
    forEver.add("Cache-Control", "public, max-age=31536000, immutable")
    self.forEver = forEver
    var forAWhile = FieldBlock()
    forAWhile.add("Cache-Control", "public, max-age=\(service.configuration.cacheSeconds)")
    self.forAWhile = forAWhile
    settings = UInt64(service.configuration.quality)
  }

  func answer(
    _ plan: ImagePlan, _ asked: Asked, _ request: borrowing Request, _ response: inout Response
  ) -> Reply {
    let image = asked.image
    let validators = Validators(tag: image.tag(plan.fingerprint(settings)))
    var lines = fields[Int(plan.format.rawValue)]
    if let tag = validators.tag { lines.add("ETag", tag) }
    lines.add(request.asksForVersion(image.version) ? forEver : forAWhile)
    switch request.hasCondition ? request.evaluate(validators, now: Clock.wallSeconds) : .proceed {
    case .failed:
      response.fail(
        .preconditionFailed, "the picture is not the one the request names", for: request)
      return .now
    case .notModified:
      response.status = .notModified
      response.fields.add(lines)
      return .now
    case .proceed: break
    }
    let match = plan.match(in: image.shape)
    do throws(TIFFError) {
      if let atHand = try atHand(plan, match, image) {
        response.fields.add(lines)
        deliver(atHand, validators, request, &response)
        return .now
      }
    } catch {
      damaged(asked, "\(error)", request, &response)
      return .now
    }
    return work(plan, match, asked, request, response, lines)
  }

  /// The bytes of a plan that no decoding stands before.
  func atHand(
    _ plan: ImagePlan, _ match: TileMatch?, _ image: ServedImage
  ) throws(TIFFError) -> AtHand? {
    if case .whole(let address) = match, let level = image.pyramid.storedLevel(address.reduction) {
      let location = try image.pyramid.locate(
        level: level, column: address.column, row: address.row)
      if let location {
        let facts = image.pyramid.levels[level].facts
        guard !facts.prefix.isEmpty else {
          return .file(
            FileRegion(
              owner: image.file, descriptor: image.file.descriptor.number, offset: location.offset,
              length: Int64(location.length)))
        }
        let tile = try image.pyramid.tileBytes(at: location)
        return .bytes(SharedBytes(facts.prefix + tile.dropFirst(facts.skippedBytes)), .passThrough)
      }
    }
    return service.pictures.kept(plan, of: image).map { .bytes($0, .cache) }
  }

  private func deliver(
    _ atHand: AtHand, _ validators: Validators, _ request: borrowing Request,
    _ response: inout Response
  ) {
    switch atHand {
    case .bytes(let bytes, let provenance):
      response.provenance = provenance
      response.body = .bytes(bytes)
    case .file(var region):
      response.provenance = .passThrough
      if request.has(.range) {
        let length = region.length
        switch request.selectRange(length: length, validators, now: Clock.wallSeconds) {
        case .whole: break
        case .part(let first, let last):
          response.status = .partialContent
          response.fields.addContentRange(first: first, last: last, of: length)
          region.offset += first
          region.length = last - first + 1
        case .unsatisfiable:
          response.fields.removeAll()
          response.fields.add("Content-Range", "bytes */\(length)")
          response.fail(
            .rangeNotSatisfiable, "the tile has \(length) bytes, and the range begins after them",
            for: request)
          return
        }
      }
      response.body = .file(region)
    }
  }

  private func work(
    _ plan: ImagePlan, _ match: TileMatch?, _ asked: Asked, _ request: borrowing Request,
    _ response: Response, _ lines: FieldBlock
  ) -> Reply {
    let image = asked.image
    let cost = Renderer.cost(of: plan, from: image.pyramid)
    guard cost.bytes <= Self.largestWork else {
      var refused = response
      refused.fail(
        .badRequest, "this picture takes more memory than one may take: ask for a smaller part",
        for: request)
      return .later(
        DeferredAnswer { [refused] in
          $0.answer(refused); return nil
        })
    }
    let copy = copy request
    return .later(
      DeferredAnswer { [self] exchange in
        let result = service.pictures.ask(plan, match: match, of: image) { outcome in
          exchange.answer(finished(outcome, asked, copy, response, lines))
        }
        switch result {
        case .kept(let bytes):
          exchange.answer(finished(.success(bytes), asked, copy, response, lines))
          return nil
        case .refused:
          var refused = response
          refused.overload(copy)
          exchange.answer(refused)
          return nil
        case .underWay(let ticket):
          return { [pictures = service.pictures] in pictures.leave(plan, of: image, ticket) }
        }
      })
  }

  /// A picture may hold as many bytes at a time.
  private static let largestWork: Int64 = 1 << 30

  private func finished(
    _ outcome: PictureWork.Outcome, _ asked: Asked, _ request: borrowing Request,
    _ template: Response, _ lines: FieldBlock
  ) -> Response {
    var response = template
    switch outcome {
    case .success(let bytes):
      response.fields.add(lines)
      response.provenance = .render
      response.body = .bytes(bytes)
    case .failure(.cancelled): response.overload(request)
    case .failure(.damaged(let reason)): damaged(asked, reason, request, &response)
    case .failure(.notEncoded):
      response.fail(.internalServerError, "the picture could not be encoded", for: request)
    }
    return response
  }

  /// A pyramid that can't be read is made anew, for the next who asks.
  private func damaged(
    _ asked: Asked, _ reason: String, _ request: borrowing Request, _ response: inout Response
  ) {
    service.metrics.damaged(asked.image.version, reason)
    service.index.discard(asked.image, as: asked.identifier)
    response.fields.add("Retry-After", "5")
    response.fail(.internalServerError, "the image's pyramid is damaged", for: request)
  }
}

extension Request {
  /// Whether the query is `v=` and this version: the address then means these bytes for ever.
  fileprivate borrowing func asksForVersion(_ version: PyramidVersion) -> Bool {
    guard let query, query.count == PyramidVersion.length + 2 else { return false }
    return query.dropFirst(2).elementsEqual(version.text.utf8)
      && query.first == UInt8(ascii: "v") && query.dropFirst().first == UInt8(ascii: "=")
  }
}

extension Response {
  /// Says that there is too much to do, and to come back.
  mutating func overload(_ request: borrowing Request) {
    fields.add("Retry-After", "2")
    fail(.serviceUnavailable, "there is too much to do at the moment", for: request)
  }

  /// Answers with a document, which is asked for anew each time but sent only when it has changed.
  mutating func document(
    _ bytes: [UInt8], _ type: StaticString, for request: borrowing Request
  ) {
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01b3 }
    var tag = EntityTag()
    tag.append(hexadecimal: hash)
    fields.add("Content-Type", type)
    fields.add("X-Content-Type-Options", "nosniff")
    fields.add("Cache-Control", "no-cache")
    fields.add("ETag", tag)
    switch request.evaluate(Validators(tag: tag), now: Clock.wallSeconds) {
    case .proceed: body = .bytes(SharedBytes(bytes))
    case .notModified: status = .notModified
    case .failed: status = .preconditionFailed
    }
  }
}
