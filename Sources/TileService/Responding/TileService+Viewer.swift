import HTTPWire
import ImageRequest

extension TileService {
  enum Page { case gallery, viewer, embed }

  func sendViewer(
    _ name: ImageName, _ page: Page, _ request: Request, _ response: inout Response
  ) {
    guard index.exists(name.bytes) else { return response.refuse(.absent, for: request) }
    sendPage(page, request, &response)
  }

  func sendPage(_ page: Page, _ request: borrowing Request, _ response: inout Response) {
    response.refuse(.notFound, "the viewer is not part of this build", for: request)
  }

  func sendViewerFile(
    _ path: ArraySlice<UInt8>, _ request: borrowing Request, _ response: inout Response
  ) {
    response.refuse(.notFound, "the viewer has no such file", for: request)
  }
}
