import CutJobs
import HTTPWire
import ImageRequest
import Sources
import TileGeometry

/// Answers about books, on a thread that may look at files.
extension LateAnswer {
  /// Answers about an image that is open.
  func present(
    _ route: PresentationRoute, _ version: IIIFVersion, of image: OpenImage, _ asked: Asked
  ) {
    let size = image.shape.size
    present(asked) { (response) throws(NotServed) in
      let book = try self.service.books.book(
        ofImage: image.path, PixelSize(width: size.width, height: size.height),
        isPage: image.page != nil)
      try self.service.answerPresentation(route, version, of: book, asked.request, &response)
    }
  }

  /// Answers about a file of several pages.
  func present(
    _ route: PresentationRoute, _ version: IIIFVersion, ofDocument path: [UInt8], _ asked: Asked
  ) {
    present(asked) { (response) throws(NotServed) in
      let book = try self.service.books.book(ofDocument: path)
      try self.service.answerPresentation(route, version, of: book, asked.request, &response)
    }
  }

  /// Answers about an image that nobody has cut, where its file says how large it is.
  ///
  /// - Parameters:
  ///   - route: what is asked.
  ///   - version: of the API that is spoken.
  ///   - order: the image's.
  ///   - asked: who asks.
  /// - Returns: false where its size is known once it is cut; nothing is answered then.
  func present(
    _ route: PresentationRoute, _ version: IIIFVersion, ofUncut order: CutOrder, _ asked: Asked
  ) -> Bool {
    let path = asked.name.bytes
    let size: PixelSize?
    do throws(NotServed) {
      size = try service.books.size(ofUncut: path, page: order.page)
    } catch {
      refuse(asked, error)
      return true
    }
    guard let size else { return false }
    present(asked) { (response) throws(NotServed) in
      let book = try self.service.books.book(ofImage: path, size, isPage: order.page != nil)
      try self.service.answerPresentation(route, version, of: book, asked.request, &response)
    }
    return true
  }

  private func present(
    _ asked: Asked, _ fill: (inout Response) throws(NotServed) -> Void
  ) {
    finish(asked.exchange) { response in
      do throws(NotServed) {
        try fill(&response)
      } catch {
        response.reset()
        response.refuse(error, for: asked.request)
      }
    }
  }
}
