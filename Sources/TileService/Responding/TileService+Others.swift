import HTTPWire
import ImageRequest
import Imaging
import Rendering
import Storage
import TileGeometry

extension TileService {
  /// Robots would ask for every tile of every level.
  static let robots = """
    User-agent: *
    Disallow: /images/
    Disallow: /iiif/
    Disallow: /dzi/
    Disallow: /zoomify/
    Disallow: /xyz/
    Disallow: /embed/

    """

  /// Answers what is not about one open image; on a worker, for folders may have to be read.
  func answer(_ route: Route, _ request: Request, _ response: inout Response) {
    switch route {
    case .listing: sendListing(request, &response)
    case .iiifBase(let version, let name):
      switch index.find(name.bytes) {
      case .nothing(let reason): return response.refuse(reason, for: request)
      case .folder: return response.refuse(.folder, for: request)
      case .image, .uncut, .document: break
      }
      let base = BaseAddress(request, configuration).absolute
      response.status = .seeOther
      response.fields.add("Access-Control-Allow-Origin", "*")
      response.fields.add(
        "Location", "\(base)/iiif/\(version.segment)/\(name.text)/info.json")
    case .metrics:
      response.say(metricsText(), as: "text/plain; version=0.0.4; charset=utf-8", for: request)
    case .readiness: sendReadiness(request, &response)
    case .gallery: sendPage(.gallery, request, &response)
    case .viewer(let name): sendViewer(name, .viewer, request, &response)
    case .embeddedViewer(let name): sendViewer(name, .embed, request, &response)
    default: response.refuse(.absent, for: request)
    }
  }

  /// Answers a request that names a folder: an album, and nothing else.
  func answer(
    _ route: Route, ofFolder path: [UInt8], _ request: Request, _ response: inout Response
  ) {
    guard case .image = route else {
      return response.refuse(.folder, for: request)
    }
    do throws(NotServed) {
      let base = BaseAddress(request, configuration).relative
      response.send(
        document: try album(ofFolder: path).json(base: base), as: "application/json", for: request)
    } catch {
      response.refuse(error, for: request)
    }
  }

  func sendAlbum(
    ofPages count: Int, in path: [UInt8], _ request: Request, _ response: inout Response
  ) {
    let base = BaseAddress(request, configuration).relative
    response.send(
      document: album(ofPages: count, in: path).json(base: base), as: "application/json",
      for: request)
  }

  private func sendListing(_ request: Request, _ response: inout Response) {
    let query: ListingQuery
    do throws(RequestProblem) {
      query = try ListingQuery(request.query)
    } catch {
      return response.refuse(error, for: request)
    }
    do throws(NotServed) {
      let base = BaseAddress(request, configuration).relative
      response.send(
        document: try listing(query).json(base: base), as: "application/json", for: request)
    } catch {
      response.refuse(error, for: request)
    }
  }

  /// Where there is no pyramid yet, a tile is made to be decoded.
  private static var decodesOwnTile: Bool {
    let side = 64
    let drawn = (0..<(side * side * 4)).map { UInt8(truncatingIfNeeded: $0 / side) }
    guard
      let tile = try? PictureCoding.encodeJPEG(
        drawn, width: side, height: side, isGray: false, quality: 90),
      let back = try? PictureCoding.decodeJPEG(tile, width: side, height: side, shrink: 1)
    else { return false }
    return back.count == drawn.count
  }

  /// One damaged pyramid is that image's trouble, and not the server's: several are looked at.
  private var decodesSomeTile: Bool {
    let tries = 3
    let open = index.someOpen(tries)
    if open.contains(where: decodesTile) { return true }
    let stored = index.someStored(tries)
    return open.isEmpty && stored.isEmpty
      ? Self.decodesOwnTile : stored.contains(where: decodesTile)
  }

  private func decodesTile(_ image: OpenImage) -> Bool {
    let level = image.shape.ladder.level(image.shape.ladder.coarsest)
    let tile = NativeTile(
      TileAddress(reduction: level.reduction, column: 0, row: 0), format: .png)
    guard let plan = try? tile.plan(for: image.shape) else { return false }
    return (try? pictures.renderer.render(plan, of: image.source, isCancelled: { false })) != nil
  }

  /// Ready is who can read the folder and make pictures: a real tile is decoded, where one is there.
  private func sendReadiness(_ request: Request, _ response: inout Response) {
    guard (try? index.root.status(of: nil)) != nil else {
      return response.refuse(
        .serviceUnavailable, "the folder of images can't be read", for: request)
    }
    guard decodesSomeTile else {
      return response.refuse(.serviceUnavailable, "no tile can be decoded", for: request)
    }
    response.say("ready\n", for: request)
  }
}
