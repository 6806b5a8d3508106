import Foundation
import HTTPWire
import ImageRequest
import Posix
import Storage

/// What happens, counted; each loop counts for itself.
package final class Metrics: Sendable {
  enum Route: Int, CaseIterable {
    case tile, iiif, deepZoom, zoomify, xyz, viewport, document, viewer, operation, other

    init(_ route: ImageRequest.Route) {
      self =
        switch route {
        case .tile: .tile
        case .iiifBase, .iiifInformation, .iiifImage: .iiif
        case .deepZoom, .deepZoomTile: .deepZoom
        case .zoomify, .zoomifyTile: .zoomify
        case .xyz, .xyzTile: .xyz
        case .viewport, .viewportTiles: .viewport
        case .image, .listing: .document
        case .gallery, .viewer, .embeddedViewer, .viewerFile: .viewer
        case .health, .readiness, .metrics, .robots: .operation
        }
    }

    var name: String {
      switch self {
      case .tile: "tile"
      case .iiif: "iiif"
      case .deepZoom: "dzi"
      case .zoomify: "zoomify"
      case .xyz: "xyz"
      case .viewport: "viewport"
      case .document: "images"
      case .viewer: "viewer"
      case .operation: "operation"
      case .other: "other"
      }
    }
  }

  private static let kinds: [Provenance] = [.server, .passThrough, .cache, .render, .file]
  /// Upper ends of the histogram's buckets, in seconds.
  private static let ends = [
    0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10,
    30,
  ]

  private struct Counts {
    /// By route, kind of answer and class of status.
    var requests = [Int](repeating: 0, count: Route.allCases.count * 5 * 6)
    var buckets = [Int](
      repeating: 0, count: Route.allCases.count * (Metrics.ends.count + 1))
    var nanoseconds = [Int64](repeating: 0, count: Route.allCases.count)
  }

  private let loops: [Monitor<Counts>]
  private let damages = Monitor(0)
  private let openConnections = Monitor<(@Sendable () -> Int)?>(nil)

  init(loops count: Int) { loops = (0..<max(1, count)).map { _ in Monitor(Counts()) } }

  /// Counts an answer; on the loop as a rule, so that its lock is nobody else's.
  func count(
    _ route: Route, _ status: Status, _ provenance: Provenance, since start: Int64, loop: Int
  ) {
    let elapsed = Clock.monotonicNanoseconds - start
    let kind = Int(provenance.rawValue)
    let family = min(5, Int(status.rawValue) / 100)
    var bucket = 0
    while bucket < Self.ends.count, Double(elapsed) > Self.ends[bucket] * 1e9 { bucket += 1 }
    loops[loop % loops.count].change { counts in
      counts.requests[(route.rawValue * 5 + kind) * 6 + family] += 1
      counts.buckets[route.rawValue * (Self.ends.count + 1) + bucket] += 1
      counts.nanoseconds[route.rawValue] += elapsed
    }
  }

  func damaged(_ version: PyramidVersion, _ reason: String) { damages.change { $0 += 1 } }

  /// Everything in Prometheus' text format.
  func text(_ service: TileService) -> String {
    var text = PrometheusText()
    let sums = loops.map { $0.read { $0 } }
    text.begin("pyramidion_requests_total", "counter", "Answers by route, kind and status.")
    var passed = 0
    var pictures = 0
    for route in Route.allCases {
      for kind in Self.kinds {
        for family in 1..<6 {
          let place = (route.rawValue * 5 + Int(kind.rawValue)) * 6 + family
          let count = sums.reduce(0) { $0 + $1.requests[place] }
          guard count > 0 else { continue }
          if kind == .passThrough { passed += count }
          if kind != .server, kind != .file { pictures += count }
          text.sample(
            "route=\"\(route.name)\",kind=\"\(kind.name)\",status=\"\(family)xx\"", Double(count))
        }
      }
    }
    text.begin(
      "pyramidion_pass_through_ratio", "gauge", "Share of pictures sent as they are stored.")
    text.sample("", pictures == 0 ? 0 : Double(passed) / Double(pictures))
    histogram(sums, &text)
    let queued = service.pool.waiting
    text.begin("pyramidion_queue_depth", "gauge", "Jobs that wait for a worker thread.")
    text.sample("lane=\"tiles\"", Double(queued.tiles))
    text.sample("lane=\"large\"", Double(queued.large))
    let cache = service.pictures.counts
    text.begin("pyramidion_cache_hits_total", "counter", "Pictures found in memory.")
    text.sample("", Double(cache.hits))
    text.begin("pyramidion_cache_misses_total", "counter", "Pictures not found in memory.")
    text.sample("", Double(cache.misses))
    text.begin("pyramidion_cache_bytes", "gauge", "Memory that finished pictures take.")
    text.sample("", Double(cache.bytes))
    text.begin("pyramidion_renders_total", "counter", "Pictures made.")
    text.sample("", Double(service.pictures.made))
    let cuts = service.cuts.counts
    text.begin("pyramidion_cuts", "gauge", "Images that are being cut, or wait for it.")
    text.sample("state=\"running\"", Double(cuts.running))
    text.sample("state=\"waiting\"", Double(cuts.waiting))
    text.begin("pyramidion_cuts_total", "counter", "Images cut, by outcome.")
    text.sample("outcome=\"done\"", Double(cuts.done))
    text.sample("outcome=\"failed\"", Double(cuts.failed))
    text.begin("pyramidion_damaged_total", "counter", "Pyramids found damaged.")
    text.sample("", Double(damages.read { $0 }))
    if let connections = openConnections.read({ $0 }) {
      text.begin("pyramidion_connections", "gauge", "Open connections.")
      text.sample("", Double(connections()))
    }
    text.begin("process_resident_memory_bytes", "gauge", "Resident memory.")
    text.sample("", Double(Self.residentBytes))
    text.begin("process_open_fds", "gauge", "Open descriptors.")
    text.sample("", Double(Self.openDescriptors))
    return text.text
  }

  private func histogram(_ sums: [Counts], _ text: inout PrometheusText) {
    text.begin(
      "pyramidion_request_seconds", "histogram", "From a request's last byte to its answer's first."
    )
    for route in Route.allCases {
      var total = 0
      var lines: [(String, Int)] = []
      for bucket in 0...Self.ends.count {
        let place = route.rawValue * (Self.ends.count + 1) + bucket
        total += sums.reduce(0) { $0 + $1.buckets[place] }
        lines.append((bucket < Self.ends.count ? "\(Self.ends[bucket])" : "+Inf", total))
      }
      guard total > 0 else { continue }
      for (end, count) in lines {
        text.sample("route=\"\(route.name)\",le=\"\(end)\"", Double(count), suffix: "_bucket")
      }
      let nanoseconds = sums.reduce(Int64(0)) { $0 + $1.nanoseconds[route.rawValue] }
      text.sample("route=\"\(route.name)\"", Double(nanoseconds) / 1e9, suffix: "_sum")
      text.sample("route=\"\(route.name)\"", Double(total), suffix: "_count")
    }
  }

  private static var residentBytes: Int {
    guard let statm = try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8) else {
      return 0
    }
    let pages = statm.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
    return pages * Int(sysconf(Int32(_SC_PAGESIZE)))
  }

  private static var openDescriptors: Int {
    (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count) ?? 0
  }
}

/// Samples in Prometheus' text format.
private struct PrometheusText {
  private(set) var text = ""
  private var name = ""

  mutating func begin(_ name: String, _ type: String, _ help: String) {
    self.name = name
    text += "# HELP \(name) \(help)\n# TYPE \(name) \(type)\n"
  }

  mutating func sample(_ labels: String, _ value: Double, suffix: String = "") {
    let whole = Int64(exactly: value).map { String($0) } ?? "\(value)"
    text += "\(name)\(suffix)\(labels.isEmpty ? "" : "{\(labels)}") \(whole)\n"
  }
}
