import HTTPWire
import ImageRequest
import Posix
import PyramidFormat
import Sources

/// From an image's name to what answers about it, on a thread that may look at files.
extension LateAnswer {
  /// Finds what is asked for, and answers about it, or has done what has to come first.
  ///
  /// - Parameters:
  ///   - asked: what of which image.
  ///   - mayCut: whether a pyramid that is not there may be waited for.
  ///   - mayCount: whether pages that nobody has counted may be.
  func findImage(for asked: AskedImage, mayCut: Bool = true, mayCount: Bool = true) {
    if case .reading(let route) = asked.route { return read(route, asked) }
    if asked.route == .viewport || asked.route == .viewportTiles,
      TileService.isOfBook(asked.request.query)
    {
      return asked.route == .viewport ? viewBook(asked) : streamBook(asked)
    }
    // The root is a folder too; only books of it are asked for so.
    let found = asked.path.isEmpty ? .folder : service.index.find(asked.path)
    answer(asked, with: found, mayCut: mayCut, mayCount: mayCount)
  }

  private func answer(
    _ asked: AskedImage, with found: ImageIndex.Finding, mayCut: Bool, mayCount: Bool
  ) {
    switch found {
    case .image(let image): answer(asked, of: image)
    case .nothing(let reason): asked.refuse(reason)
    case .folder:
      asked.asker.answer {
        self.service.answerFolder(asked.route, asked.path, asked.request, &$0)
      }
    case .document(let pages, let format, let path):
      switch asked.route {
      case .description:
        let show: @Sendable () -> Void = {
          asked.asker.answer {
            self.service.answerAlbum(ofPages: pages, format, in: path, asked.request, &$0)
          }
        }
        if asked.request.takesSizesLater { return askForFirstFacts(of: path, asked, show) }
        service.index.describeAhead(path)
        // What can't be read of it was nothing before documents could be waited for.
        let patience = (try? asked.request.patience()) ?? nil
        waitForFacts(of: path, until: .now + .seconds(patience ?? 0), asked, show)
      case .presentation(let version, let route):
        present(route, version, ofDocument: path, asked)
      case .picture, .viewport, .viewportTiles, .iiifInformation, .deepZoom, .zoomify, .xyz,
        .reading:
        answer(
          asked, with: service.index.findFirstPage(of: path), mayCut: mayCut, mayCount: false)
      }
    case .uncounted(let source):
      guard mayCount else { return asked.refuse(.changing) }
      count(source, asked, mayCut: mayCut)
    case .uncut(let order):
      if case .presentation(let version, let route) = asked.route,
        present(route, version, ofUncut: order, asked)
      {
        return
      }
      guard mayCut else { return asked.refuse(.unreadable) }
      if !drawThumbnail(of: order, asked) { wait(for: order, asked) }
    }
  }

  private func count(_ source: SourceRoot.Source, _ asked: AskedImage, mayCut: Bool) {
    if asked.waitsForNothing {
      // It is begun all the same, for who comes back.
      guard service.index.documents.counts.request(source, for: Waiting(), tell: {}) else {
        return asked.refuse(.overloaded)
      }
      return tellToComeBack(asked)
    }
    let isTaken = service.index.documents.counts.request(source, for: waiting) {
      self.line(in: self.service.lane(for: asked.path), for: asked.asker) {
        self.findImage(for: asked, mayCut: mayCut, mayCount: false)
      }
    }
    if !isTaken { asked.refuse(.overloaded) }
  }

  /// Answers about an image that is open.
  private func answer(
    _ asked: AskedImage, of image: OpenImage, knowsWords: Bool = false, isOpenedAnew: Bool = false
  ) {
    var response = Response()
    do throws(NotServed) {
      let step = try service.answerImage(
        asked.route, of: image, named: asked.name, knowsWords: knowsWords, asked.request, &response)
      switch step {
      case .done: asked.asker.answer(with: response)
      case .picture(let order, let reply):
        make(order, reply, of: image, asked, isOpenedAnew: isOpenedAnew)
      case .words:
        service.index.learnStatement(of: image)
        answer(asked, of: image, knowsWords: true, isOpenedAnew: isOpenedAnew)
      case .fetch(let tile):
        bring([tile], of: image, asked, isOpenedAnew: isOpenedAnew) {
          self.answer(asked, of: image, knowsWords: true, isOpenedAnew: isOpenedAnew)
        }
      case .book(let version, let route): present(route, version, of: image, asked)
      case .reading(let route): read(route, asked)
      }
    } catch {
      asked.refuse(error)
    }
  }

  /// Has a picture made of an image that is open.
  private func make(
    _ order: PictureOrder, _ reply: PictureReply, of image: OpenImage, _ asked: AskedImage,
    isOpenedAnew: Bool
  ) {
    guard !image.bytes.areAllHere else { return make(order, reply, for: asked.asker) }
    // Workers never wait for the network: what they will read is here before they begin.
    bring(service.tiles(of: order), of: image, asked, isOpenedAnew: isOpenedAnew) {
      self.make(order, reply, for: asked.asker)
    }
  }

  /// Has workers make a picture of what is here.
  ///
  /// - Parameters:
  ///   - order: all that it is made of is here.
  ///   - reply: what is told besides.
  ///   - asker: waits for it.
  func make(_ order: PictureOrder, _ reply: PictureReply, for asker: LateAsker) {
    let isTaken = service.pictures.request(order, for: waiting) { result in
      asker.answer(with: reply.response(result))
    }
    if !isTaken { asker.refuse(.overloaded) }
  }

  /// Waits for tiles of an image that lies elsewhere, and goes on; where the image has changed
  /// meanwhile, answers about the one that is there now, once.
  private func bring(
    _ tiles: [FiledTile], of image: OpenImage, _ asked: AskedImage, isOpenedAnew: Bool,
    _ goOn: @escaping @Sendable () -> Void
  ) {
    line(in: service.openings, for: asked.asker) {
      do throws(PyramidTrouble) {
        try image.bring(tiles)
        goOn()
      } catch {
        if !isOpenedAnew, let other = self.service.index.successor(of: image) {
          return self.answer(asked, of: other, knowsWords: true, isOpenedAnew: true)
        }
        asked.refuse(self.service.pictures.reportTrouble(image, error))
      }
    }
  }
}
