import Encoding
import HTTPWire
import ImageRequest
import Rendering
import Sources
import Storage
import TileGeometry

extension TileService {
  func respond(
    to route: OperationsRoute, _ request: borrowing Request, _ response: inout Response
  ) {
    switch route {
    case .health: response.say("ok\n", for: request)
    case .readiness: answerReadiness(request, &response)
    case .metrics:
      response.say(metricsText(), as: "text/plain; version=0.0.4; charset=utf-8", for: request)
    case .robots: response.say(Self.robots, for: request)
    }
  }

  /// What robots are to leave alone: all that begins as the table's rows do that are not for them.
  private static let robots: String = {
    var lines = ["User-agent: *"]
    for pattern in RoutePattern.allCases where !RouteTable[pattern].isForRobots {
      let word = "\(RouteTable[pattern].path)".split(separator: "/")[0]
      let line = "Disallow: /\(word)/"
      if !lines.contains(line) { lines.append(line) }
    }
    return lines.joined(separator: "\n") + "\n"
  }()

  /// Where there is no pyramid yet, a tile is made to be decoded.
  private var decodesOwnTile: Bool {
    let side = 64
    let drawn = (0..<(side * side * 4)).map { UInt8(truncatingIfNeeded: $0 / side) }
    guard
      let tile = try? PictureEncoding.encodeJPEG(
        drawn, width: side, height: side, isGray: false, quality: 90),
      let part = try? pictures.renderer.decoder.corner(
        of: tile, width: side / 2, height: side / 2)
    else { return false }
    return !part.isEmpty
  }

  /// One damaged pyramid is that image's trouble, and not the server's: several are looked at.
  private var decodesSomeTile: Bool {
    let tries = 3
    let open = index.someOpen(tries)
    if open.contains(where: decodesTile) { return true }
    let stored = index.someStored(tries)
    return open.isEmpty && stored.isEmpty
      ? decodesOwnTile : stored.contains(where: decodesTile)
  }

  private func decodesTile(_ image: OpenImage) -> Bool {
    let level = image.shape.ladder.level(image.shape.ladder.coarsest)
    let tile = NativeTile(
      TileAddress(reduction: level.reduction, column: 0, row: 0), format: .png)
    guard let plan = try? tile.plan(for: image.shape) else { return false }
    return (try? pictures.renderer.render(plan, of: image.source, isCancelled: { false })) != nil
  }

  /// Ready is who can read the folder and make pictures: a real tile is decoded, where one is there.
  private func answerReadiness(_ request: borrowing Request, _ response: inout Response) {
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

extension OperationsRoute {
  /// Whether a worker has to answer, for the loop serves others meanwhile.
  var takesLong: Bool {
    switch self {
    case .health, .robots: false
    case .readiness, .metrics: true
    }
  }
}
