import ByteText
import Digests
import HTTPWire
import ImageRequest
import Sources
import Storage

/// Who does what is asked for: no picture waits for many files to be looked at, and nobody else waits
/// for the network.
extension TileService {
  /// Whose turns a request takes: its client's, as a proxy that is believed says, else the peer's.
  func party(of request: borrowing Request, by exchange: any Exchange) -> UInt64 {
    guard configuration.trustsForwarded, let said = request.value(named: "x-forwarded-for"),
      let last = said.split(separator: ASCII.comma).last
    else { return exchange.host }
    return FNV1a.of(last.filter { $0 != ASCII.space })
  }

  func lane(for route: Route) -> WorkLane {
    switch route {
    case .image(let name, .presentation), .image(let name, .reading):
      lane(for: name.bytes, or: searches.lane)
    case .image(let name, _): lane(for: name.bytes)
    // Folders of the root may have mounts among them.
    case .site: index.root.far.isEmpty ? pictures.tiles : openings
    case .operations: pictures.tiles
    }
  }

  /// Who does what a name asks for.
  ///
  /// - Parameter path: the identifier's bytes; empty for the root.
  /// - Returns: where to put it in line.
  func lane(for path: [UInt8]) -> WorkLane { lane(for: path, or: pictures.tiles) }

  private func lane(for path: [UInt8], or lane: WorkLane) -> WorkLane {
    index.store.isFar || index.root.isFar(path) ? openings : lane
  }
}
