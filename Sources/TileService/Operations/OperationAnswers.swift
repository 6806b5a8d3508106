import Foundation
import HTTPWire
import ImageRequest
import Imaging
import Posix
import Storage

/// Answers what is asked about the service, not about an image.
struct OperationAnswers: Sendable {
  let service: TileService
  private let viewer = ViewerAnswers()

  init(_ service: TileService) { self.service = service }

  func answer(
    _ route: Route, _ request: borrowing Request, _ response: inout Response
  ) throws(RequestProblem) -> Reply {
    switch route {
    case .listing: return try listing(request, response)
    case .health: plain("ok\n", &response)
    case .readiness: return readiness(request, response)
    case .metrics:
      plain(service.metrics.text(service), &response)
    case .robots:
      // Crawlers would ask for every tile of every image.
      plain(
        "User-agent: *\nDisallow: /iiif/\nDisallow: /images/\nDisallow: /dzi/\nDisallow: /xyz/\nDisallow: /zoomify/\n",
        &response)
    case .gallery: try viewer.answer("pages/gallery.html", request, &response)
    case .viewer: try viewer.answer("pages/view.html", request, &response)
    case .embeddedViewer: try viewer.answer("pages/embed.html", request, &response)
    case .viewerFile(let path):
      try viewer.answer(String(decoding: path, as: UTF8.self), request, &response)
    default: throw .absent("there is nothing at this path")
    }
    return .now
  }

  private func plain(_ text: String, _ response: inout Response) {
    response.fields.add("Content-Type", "text/plain; charset=utf-8")
    response.fields.add("X-Content-Type-Options", "nosniff")
    response.fields.add("Cache-Control", "no-store")
    response.body = .bytes(SharedBytes(text))
  }

  private func listing(
    _ request: borrowing Request, _ template: Response
  ) throws(RequestProblem) -> Reply {
    let question = try ListingQuestion(try QueryFields(request.query))
    let copy = copy request
    return service.offLoop(.tiles) { [service] in
      var response = template
      do throws(FileError) {
        let document = try question.answer(service.catalogue, root: service.index.root)
        let base = BaseAddress(service.configuration, copy).path
        response.document(Array(document.json(base: base).utf8), "application/json", for: copy)
      } catch {
        response.fail(.notFound, "there is no folder of this name", for: copy)
      }
      return response
    } orFail: {
      $0.overload(copy)
    }
  }

  /// Ready is who can list the root and decode a tile.
  private func readiness(_ request: borrowing Request, _ template: Response) -> Reply {
    let copy = copy request
    return service.offLoop(.tiles) { [service] in
      var response = template
      if let problem = Self.problem(service) {
        response.fail(.serviceUnavailable, problem, for: copy)
      } else {
        plain("ready\n", &response)
      }
      return response
    } orFail: {
      $0.overload(copy)
    }
  }

  private static func problem(_ service: TileService) -> String? {
    guard (try? service.index.root.status(of: nil)) != nil else {
      return "the image folder can't be read"
    }
    let side = 64
    let drawn = (0..<(side * side * 4)).map { UInt8(truncatingIfNeeded: $0 / side) }
    do throws(ImagingError) {
      let tile = try PictureCoding.encodeJPEG(
        drawn, width: side, height: side, isGrey: false, quality: 90)
      let back = try PictureCoding.decodeJPEG(tile, width: side, height: side, shrink: 1)
      return back.count == drawn.count ? nil : "a tile decodes to another size"
    } catch {
      return "tiles can't be decoded"
    }
  }
}
