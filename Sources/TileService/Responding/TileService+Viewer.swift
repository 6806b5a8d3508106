import HTTPWire
import ImageRequest

extension TileService {
  enum Page { case gallery, viewer, embed }

  func sendViewer(
    _ name: ImageName, _ page: Page, _ request: borrowing Request, _ response: inout Response
  ) {
    // What can't be shown has no page that would stay empty.
    switch index.find(name.bytes) {
    case .nothing(let reason): sendApology(reason, request, &response)
    case .uncounted, .document:
      // It is looked at while the page is on its way.
      index.welcome(name.bytes)
      sendPage(page, ofAlbum: true, request, &response)
    case .folder: sendPage(page, ofAlbum: true, request, &response)
    case .image, .uncut: sendPage(page, request, &response)
    }
  }

  /// Refuses in a page of the viewer's own style, where a person has opened it.
  private func sendApology(
    _ reason: NotServed, _ request: borrowing Request, _ response: inout Response
  ) {
    response.refuse(reason, for: request)
    guard request.prefersPage else { return }
    let heading =
      switch reason.status {
      case .notFound: "There is no image at this address"
      case .serviceUnavailable: "The server has too much to do"
      default: "This can’t be shown"
      }
    let advice =
      switch reason.status {
      case .notFound: "It may have been moved or renamed: look for its name among all images."
      case .serviceUnavailable: "Try again in a moment."
      default: "Look for another one among all images, or ask whoever put it here."
      }
    let prefix = BaseAddress(request, configuration).path
    viewerFiles.apologise(heading, reason.detail, advice, below: prefix, in: &response)
  }

  func sendPage(
    _ page: Page, ofAlbum isOfAlbum: Bool = false, _ request: borrowing Request,
    _ response: inout Response
  ) {
    let path =
      switch page {
      case .gallery: "pages/gallery.html"
      case .viewer: "pages/view.html"
      case .embed: "pages/embed.html"
      }
    let prefix = BaseAddress(request, configuration).path
    viewerFiles.sendPage(path, ofAlbum: isOfAlbum, below: prefix, request, &response)
  }

  func sendViewerFile(
    _ path: ArraySlice<UInt8>, _ request: borrowing Request, _ response: inout Response
  ) {
    viewerFiles.send(String(decoding: path, as: UTF8.self), request, &response)
  }
}
