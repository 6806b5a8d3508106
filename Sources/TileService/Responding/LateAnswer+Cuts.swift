import CutJobs
import DecoderChildren
import HTTPWire
import ImageRequest
import Posix

/// Waiting for a pyramid to be cut.
extension LateAnswer {
  func wait(
    for order: CutOrder, _ asked: AskedImage, since start: Instant = .now,
    until stage: CutStage? = nil, wished: WishedPicture? = nil
  ) {
    let patience: Int?
    do throws(NotServed) {
      patience = try asked.request.patience()
    } catch {
      return asked.refuse(error)
    }
    // Who asks what an image is has opened it, errors or not.
    let isOverview = asked.request.takesEmpty && asked.route != .description
    let reply = service.cuts.request(
      order, isOverview ? .background : .opened, patience: patience, since: start,
      until: stage ?? asked.route.stage(of: order), wish: wished?.wish
    ) { self.goOn(after: $0, of: order, since: start, asked, wished) }
    switch reply {
    case .known(let end): goOn(after: end, of: order, since: start, asked, wished)
    case .waiting(let ticket): waiting.enter(CutWait(desk: service.cuts, ticket: ticket))
    }
  }

  private func goOn(
    after end: CutWaitEnd, of order: CutOrder, since start: Instant, _ asked: AskedImage,
    _ wished: WishedPicture?
  ) {
    switch end {
    case .late(let progress):
      asked.asker.answer {
        self.service.answerLate(progress, named: asked.name, asked.request, &$0)
      }
    case .shown(let preview):
      let lane = service.lane(for: asked.path)
      line(in: asked.route.isPicture ? service.pictures.tiles : lane, for: asked.asker) {
        self.show(preview, of: order, since: start, asked)
      }
    case .tile(let jpeg):
      line(in: service.pictures.tiles, for: asked.asker) {
        var response = Response()
        if let wished, self.service.answer(wished, with: jpeg, &response) {
          return asked.asker.answer(with: response)
        }
        self.wait(for: order, asked, since: start, until: .whole)
      }
    case .refused(let refusal): asked.refuse(NotServed(refusal))
    case .done:
      line(in: service.lane(for: asked.path), for: asked.asker) {
        self.findImage(for: asked, mayCut: false)
      }
    }
  }

  /// Answers with the preview where that will do.
  private func show(
    _ preview: PreviewPyramid, of order: CutOrder, since start: Instant, _ asked: AskedImage
  ) {
    let image = service.index.image(of: preview, order, at: asked.path)
    var response = Response()
    do throws(NotServed) {
      if asked.route == .viewportTiles {
        return asked.asker.answer(with: try stream(image, of: order, since: start, asked))
      }
      switch try service.answerPreview(
        asked.route, of: image, named: asked.name, asked.request, &response)
      {
      case .done: asked.asker.answer(with: response)
      case .picture(let order, let reply): make(order, reply, for: asked.asker)
      case .words, .book, .reading, .fetch, nil:
        wait(
          for: order, asked, since: start, until: .whole,
          wished: service.wish(for: asked.route, of: image))
      }
    } catch {
      asked.refuse(error)
    }
  }

  /// The tiles of a view as one stream: those of the preview, and behind them those that it lacks.
  private func stream(
    _ preview: OpenImage, of order: CutOrder, since start: Instant, _ asked: AskedImage
  ) throws(NotServed) -> Response {
    let addresses = TileAddresses(
      of: preview, named: asked.name, BaseAddress(asked.request, service.configuration))
    let wanted = try service.viewTiles(of: preview, asked.request)
    let patience = try asked.request.patience()
    let wished = WishedStream(
      wanted.addresses.filter { TileWish($0) != nil }, of: preview, addresses,
      from: WishedStream.Cut(
        order: order, path: asked.path, start: start, patience: patience,
        party: asked.asker.party),
      service: service)
    var response = Response()
    service.answerStream(
      TileStream(
        wanted.addresses.filter { TileWish($0) == nil }, of: preview, addresses, then: wished,
        arePadded: wanted.arePadded, service: service), isPassing: true, &response)
    return response
  }
}

/// A cut that somebody waits for.
struct CutWait: Withdrawable {
  let desk: CutDesk
  let ticket: CutTicket

  func withdraw() { desk.leave(ticket) }
}

extension ImageRoute {
  fileprivate var isPicture: Bool {
    if case .picture = self { true } else { false }
  }

  /// How far a cut must have come for this to be answered.
  ///
  /// Who is told what an image is will ask for any of its tiles. What there is of a page does not tell
  /// which of how many it is.
  fileprivate func stage(of order: CutOrder) -> CutStage {
    switch self {
    case .picture: .previewed
    case _ where order.page != nil: .whole
    case .description, .viewport, .viewportTiles, .iiifInformation, .deepZoom, .zoomify, .xyz:
      .takesWishes
    case .presentation, .reading: .whole
    }
  }
}
