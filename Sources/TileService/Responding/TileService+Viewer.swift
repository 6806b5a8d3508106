import HTTPWire
import ImageRequest

extension TileService {
  enum Page { case gallery, viewer, embed }

  func sendViewer(
    _ name: ImageName, _ page: Page, _ request: Request, _ response: inout Response
  ) {
    // What can't be shown has no page that would stay empty.
    if case .nothing(let reason) = index.find(name.bytes) {
      return response.refuse(reason, for: request)
    }
    sendPage(page, request, &response)
  }

  func sendPage(_ page: Page, _ request: borrowing Request, _ response: inout Response) {
    let path =
      switch page {
      case .gallery: "pages/gallery.html"
      case .viewer: "pages/view.html"
      case .embed: "pages/embed.html"
      }
    let prefix = BaseAddress(request, configuration).path
    viewerFiles.sendPage(path, below: prefix, request, &response)
  }

  func sendViewerFile(
    _ path: ArraySlice<UInt8>, _ request: borrowing Request, _ response: inout Response
  ) {
    viewerFiles.send(String(decoding: path, as: UTF8.self), request, &response)
  }
}
