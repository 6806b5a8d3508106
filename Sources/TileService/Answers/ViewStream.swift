import HTTPWire
import ImageRequest
import Posix
import PyramidFile
import Storage
import TileGeometry
import Viewport

/// The tiles of a view as one answer: those of the coarse level first, then the sharp ones from the
/// centre outwards, then those round them.
///
/// Every part is what a request for the tile's own address would bring.
final class ViewStream: BodyProducer {
  private struct Part: Sendable {
    let plan: ImagePlan
    let address: String
  }

  private struct State {
    var next = 0
    /// What follows a part's head.
    var pending: BodyPiece?
    var callOff: (@Sendable () -> Void)?
    var isOver = false
  }

  private static let boundary = "pyramidion-tile"

  private let parts: [Part]
  private let image: ServedImage
  private let pictures: PictureAnswers
  private let service: TileService
  private let state = Monitor(State())

  init(
    _ view: ViewAnswer, wantsPlaceholder: Bool, _ name: ImageName, _ image: ServedImage,
    _ pictures: PictureAnswers,
    _ service: TileService
  ) {
    self.image = image
    self.pictures = pictures
    self.service = service
    let links = ImageLinks(name: name, base: "")
    let format = image.shape.preferredFormat
    let levels = [
      (view.placeholderLevel, wantsPlaceholder ? view.placeholder : []),
      (view.view.level, view.tiles),
      (view.view.level, view.prefetch),
    ]
    var seen: Set<TileAddress> = []
    parts = levels.flatMap { level, tiles in
      tiles.compactMap { tile -> Part? in
        let address = TileAddress(
          reduction: level.reduction, column: tile.column, row: tile.row)
        // The placeholder may be the level itself: each tile goes out once.
        guard seen.insert(address).inserted,
          let plan = try? NativeTile(address, format: format).plan(for: image.shape)
        else { return nil }
        let link = links.tile(
          reduction: address.reduction.exponent, column: address.column, row: address.row,
          format: format, version: image.version.text)
        return Part(plan: plan, address: link)
      }
    }
  }

  func answer(_ response: inout Response) {
    response.fields.add("Content-Type", "multipart/mixed; boundary=\(Self.boundary)")
    response.fields.add("X-Content-Type-Options", "nosniff")
    response.fields.add("Cache-Control", "no-store")
    response.provenance = .passThrough
    response.body = .stream(self, length: nil)
  }

  func produce(for exchange: any Exchange) {
    let (piece, index) = state.change { state -> (BodyPiece?, Int) in
      defer { state.pending = nil }
      if let pending = state.pending { return (pending, state.next) }
      state.next += 1
      return (nil, state.next - 1)
    }
    if let piece {
      exchange.supply(piece)
      return
    }
    guard index < parts.count else {
      if index == parts.count {
        exchange.supply(.bytes(SharedBytes("\r\n--\(Self.boundary)--\r\n")))
      } else {
        exchange.supply(.end(nil))
      }
      return
    }
    let part = parts[index]
    let match = part.plan.match(in: image.shape)
    do throws(TIFFError) {
      if let atHand = try pictures.atHand(part.plan, match, image) {
        supply(atHand, of: part, isFirst: index == 0, to: exchange)
        return
      }
    } catch {
      exchange.supply(.failed)
      return
    }
    ask(part, match, isFirst: index == 0, exchange)
  }

  private func ask(
    _ part: Part, _ match: TileMatch?, isFirst: Bool, _ exchange: any Exchange
  ) {
    let asked = service.pictures.ask(part.plan, match: match, of: image) { [self] outcome in
      state.change { $0.callOff = nil }
      switch outcome {
      case .success(let bytes):
        supply(.bytes(bytes, .render), of: part, isFirst: isFirst, to: exchange)
      case .failure: exchange.supply(.failed)
      }
    }
    switch asked {
    case .kept(let bytes):
      supply(.bytes(bytes, .cache), of: part, isFirst: isFirst, to: exchange)
    case .refused: exchange.supply(.failed)
    case .underWay(let ticket):
      let (plan, image, work) = (part.plan, image, service.pictures)
      let isOver = state.change { state in
        state.callOff = { work.leave(plan, of: image, ticket) }
        return state.isOver
      }
      if isOver { work.leave(plan, of: image, ticket) }
    }
  }

  private func supply(
    _ atHand: PictureAnswers.AtHand, of part: Part, isFirst: Bool, to exchange: any Exchange
  ) {
    let length: Int64
    let body: BodyPiece
    switch atHand {
    case .file(let region): (length, body) = (region.length, .file(region))
    case .bytes(let bytes, _): (length, body) = (Int64(bytes.count), .bytes(bytes))
    }
    let head = """
      \(isFirst ? "" : "\r\n")--\(Self.boundary)\r
      Content-Type: \(part.plan.format.mediaType)\r
      Content-Length: \(length)\r
      Content-Location: \(part.address)\r
      \r

      """
    state.change { $0.pending = body }
    exchange.supply(.bytes(SharedBytes(head)))
  }

  func cancel() {
    let callOff = state.change { state -> (@Sendable () -> Void)? in
      state.isOver = true
      defer { state.callOff = nil }
      return state.callOff
    }
    callOff?()
  }
}
