import CutJobs
import HTTPWire
import ImageRequest
import Posix

/// Waiting for a pyramid to be cut.
extension LateAnswer {
  func wait(
    for order: CutOrder, _ asked: AskedImage, since start: Instant = .now,
    takesPreview: Bool = true, wished: WishedPicture? = nil
  ) {
    let patience: Int?
    do throws(NotServed) {
      patience = try asked.request.patience()
    } catch {
      return asked.refuse(error)
    }
    // Who asks what an image is has opened it, errors or not.
    let isOverview = asked.request.isForOverview && asked.route != .description
    let reply = service.cuts.request(
      order, isOverview ? .background : .opened, patience: patience, since: start,
      takesPreview: takesPreview && asked.route.isPicture, wish: wished?.wish
    ) { self.goOn(after: $0, of: order, since: start, asked, wished) }
    switch reply {
    case .known(let end): goOn(after: end, of: order, since: start, asked, wished)
    case .waiting(let ticket): waiting.enter(CutWait(desk: service.cuts, ticket: ticket))
    }
  }

  private func goOn(
    after end: CutEnd, of order: CutOrder, since start: Instant, _ asked: AskedImage,
    _ wished: WishedPicture?
  ) {
    switch end {
    case .late(let progress):
      asked.asker.answer {
        self.service.answerLate(progress, named: asked.name, asked.request, &$0)
      }
    case .shown(let preview):
      line(in: service.pictures.tiles, for: asked.asker) {
        self.show(preview, of: order, since: start, asked)
      }
    case .tile(let jpeg):
      line(in: service.pictures.tiles, for: asked.asker) {
        var response = Response()
        if let wished, self.service.answer(wished, with: jpeg, &response) {
          return asked.asker.answer(with: response)
        }
        self.wait(for: order, asked, since: start, takesPreview: false)
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
      switch try service.answerPreview(asked.route, of: image, asked.request, &response) {
      case .done: asked.asker.answer(with: response)
      case .picture(let order, let reply): make(order, reply, for: asked.asker)
      case .words, .book, .reading, .fetch, nil:
        wait(
          for: order, asked, since: start, takesPreview: false,
          wished: service.wish(for: asked.route, of: image))
      }
    } catch {
      asked.refuse(error)
    }
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
}
