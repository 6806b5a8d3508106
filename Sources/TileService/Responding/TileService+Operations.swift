import CutJobs
import Encoding
import HTTPWire
import ImageRequest
import Posix
import PyramidFormat
import Rendering
import Sources
import Storage
import TileGeometry

extension TileService {
  /// Answers who runs the server, and robots.
  func answerOperations(
    _ route: OperationsRoute, _ request: borrowing Request, _ response: inout Response
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

  /// A tile that is made for it is decoded: what lies in the store comes from strangers' files, and
  /// says nothing of the server.
  private var decodesOwnTile: Bool {
    let side = 64
    let drawn = (0..<(side * side * 4)).map { UInt8(truncatingIfNeeded: $0 / side) }
    guard
      let tile = try? PictureEncoding.encodeJPEG(
        drawn, width: side, height: side, isGray: false, quality: 90),
      let part = try? pictures.renderer.decoder.corner(
        of: tile, TileCoding(jpegOf: side, side), width: side / 2, height: side / 2)
    else { return false }
    return !part.isEmpty
  }

  /// Ready is who can read the folder and make pictures; what can't store new pyramids still serves
  /// the others.
  private func answerReadiness(_ request: borrowing Request, _ response: inout Response) {
    guard !parts.isLeaving.read({ $0 }) else {
      return response.refuse(.notReady("this host was told to end"), for: request)
    }
    // Whatever keeps it from being read: that is all this question is about. What lies elsewhere
    // makes nobody unready: what is here of it is served.
    if let folder = index.root.folder, (try? folder.status(of: nil)) == nil {
      return response.refuse(.notReady("the folder of images can't be read"), for: request)
    }
    guard decodesOwnTile else {
      return response.refuse(.notReady("no tile can be decoded"), for: request)
    }
    var silent = silentEngines
    let waiting = index.store.waiting
    if waiting > 0 { silent.append("\(waiting) pyramids wait to be put into the store") }
    if let queue = parts.queue, !queue.isThere {
      silent.append("the queue of images does not answer; cutting goes on without it")
    }
    if !silent.isEmpty, request.query?.elementsEqual("engines".utf8) ?? false {
      return response.refuse(.notReady(silent.joined(separator: "; ")), for: request)
    }
    let engines = silent.map { "degraded: \($0)\n" }.joined()
    guard let problem = storeWatch.problem else {
      return response.say("ready\n\(engines)", for: request)
    }
    let words =
      switch configuration.missingPyramids {
      case .cut: "nothing can be stored"
      case .refuse: "the store can't be read"
      }
    response.say("ready, but \(words): \(problem)\n\(engines)", for: request)
  }

  /// A sentence for each engine that can't be asked; those of the web and of buckets are told of by
  /// what their images are called here.
  private var silentEngines: [String] {
    engines.compactMap { mount in
      mount.trouble.map {
        let name =
          switch mount.role {
          case .pyramids: "the store"
          case .images: mount.name.isEmpty ? "the images' engine" : mount.label
          }
        return "\(name) \($0)"
      }
    }
  }
}

extension NotServed {
  fileprivate static func notReady(_ words: String) -> NotServed {
    NotServed(.serviceUnavailable, words, retryAfter: 2)
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
