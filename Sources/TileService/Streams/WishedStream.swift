import CutJobs
import DecoderChildren
import HTTPWire
import ImageRequest
import Posix
import Synchronization
import TileGeometry

/// Tiles of an image that is being cut, each as it comes: those that are wished for and had before the
/// cut ends, and then from the pyramid those that could not be had so.
///
/// A tile that can't be made is left out: its own address says why. So is one for which who asks was
/// not ready to wait so long.
final class WishedStream: BodyProducer {
  /// Tiles that are wished for or have come, and are not sent yet.
  private static let most = 16

  /// The cut that is under way.
  struct Cut: Sendable {
    let order: CutOrder
    /// What it is of, below the root.
    let path: [UInt8]
    /// Since when who asks has waited, and for how many seconds they would; nil for as long as anybody.
    let start: Instant
    let patience: Int?
    /// Whose turns are taken.
    let party: UInt64
  }

  /// What became of a tile.
  private enum Outcome {
    case come(SharedBytes)
    /// It is in the pyramid, which is there now.
    case left
    case none
    /// There will be no pyramid.
    case failed
  }

  /// What there is to do for who waits for a piece.
  private enum Work {
    case supply(SharedBytes)
    case begin(TileAddress, length: Int)
    case rest([TileAddress])
    case fail
  }

  private struct State {
    /// The first that is not wished for yet.
    var next = 0
    /// The places of those that are, and who waits for them.
    var open: Set<Int> = []
    var tickets: [Int: CutTicket] = [:]
    /// What has come, and is not sent; and the tile whose head is.
    var come: [(address: TileAddress, tile: SharedBytes)] = []
    var begun: SharedBytes?
    /// Those that are in the pyramid now.
    var left: [TileAddress] = []
    var isOver = false
    var hasFailed = false
    var isCancelled = false
    /// Who waits for the next piece.
    var exchange: (any Exchange)?
    /// Sends those that were left.
    var rest: TileStream?

    mutating func takeNext(of count: Int) -> Int? {
      guard next < count, open.count + come.count < WishedStream.most, !isOver, !hasFailed,
        !isCancelled
      else { return nil }
      defer { next += 1 }
      open.insert(next)
      return next
    }

    mutating func settle(_ place: Int, _ outcome: Outcome, of tiles: [TileAddress]) {
      open.remove(place)
      tickets[place] = nil
      switch outcome {
      case .come(let tile): come.append((tiles[place], tile))
      case .left:
        left.append(tiles[place])
        isOver = true
      case .none: break
      case .failed: hasFailed = true
      }
    }

    /// The next piece; nil where it is still to come.
    mutating func work(of tiles: [TileAddress]) -> Work? {
      if let tile = begun {
        begun = nil
        return .supply(tile)
      }
      if !come.isEmpty {
        let (address, tile) = come.removeFirst()
        begun = tile
        return .begin(address, length: tile.count)
      }
      if hasFailed { return .fail }
      guard open.isEmpty, isOver || next == tiles.count else { return nil }
      return .rest(left + tiles[next...])
    }
  }

  private let tiles: [TileAddress]
  private let image: OpenImage
  private let addresses: TileAddresses
  private let cut: Cut
  private let service: TileService
  private let state = Mutex(State())

  /// - Parameters:
  ///   - tiles: of levels that the preview lacks, in the order in which they are wanted.
  ///   - image: the preview.
  ///   - addresses: of the image's tiles.
  ///   - cut: that is under way.
  ///   - service: that answers.
  init(
    _ tiles: [TileAddress], of image: OpenImage, _ addresses: TileAddresses, from cut: Cut,
    service: TileService
  ) {
    var seen: Set<TileAddress> = []
    self.tiles = tiles.filter { seen.insert($0).inserted }
    self.image = image
    self.addresses = addresses
    self.cut = cut
    self.service = service
  }

  func produce(for exchange: any Exchange) {
    let rest = state.withLock { state -> TileStream? in
      if state.rest == nil { state.exchange = exchange }
      return state.rest
    }
    if let rest { return rest.produce(for: exchange) }
    goOn()
  }

  func cancel() {
    let (tickets, rest) = state.withLock { state in
      state.isCancelled = true
      state.exchange = nil
      return (Array(state.tickets.values), state.rest)
    }
    for ticket in tickets { service.cuts.leave(ticket) }
    rest?.cancel()
  }

  /// Wishes for as many more as may be under way, and supplies the next piece where it is there and
  /// somebody waits for it.
  private func goOn() {
    while let place = state.withLock({ $0.takeNext(of: tiles.count) }) { wish(for: place) }
    let (exchange, work) = state.withLock { state -> ((any Exchange)?, Work?) in
      guard let exchange = state.exchange, let work = state.work(of: tiles) else {
        return (nil, nil)
      }
      state.exchange = nil
      return (exchange, work)
    }
    guard let exchange, let work else { return }
    switch work {
    case .supply(let bytes): supply(bytes, to: exchange)
    case .begin(let address, let length):
      supply(SharedBytes(addresses.head(of: address, length: Int64(length))), to: exchange)
    case .rest(let left): send(left, to: exchange)
    case .fail: exchange.supply(.failed)
    }
  }

  private func supply(_ bytes: SharedBytes, to exchange: any Exchange) {
    service.metrics.late.countStreamed(bytes: Int64(bytes.count))
    exchange.supply(.bytes(bytes))
  }

  // MARK: Wishes

  private func wish(for place: Int) {
    guard let picture = picture(at: place) else { return settle(place, .none) }
    let reply = service.cuts.request(
      cut.order, .opened, patience: cut.patience, since: cut.start, wish: picture.wish
    ) { end in
      self.take(end, as: picture, at: place)
      self.goOn()
    }
    switch reply {
    case .known(let end): take(end, as: picture, at: place)
    case .waiting(let ticket):
      let isLeft = state.withLock { state in
        // It may have come meanwhile, or nobody wait any more.
        if state.open.contains(place) { state.tickets[place] = ticket }
        return state.isCancelled
      }
      if isLeft { service.cuts.leave(ticket) }
    }
  }

  private func picture(at place: Int) -> WishedPicture? {
    let native = NativeTile(tiles[place], format: addresses.format)
    guard let plan = try? native.plan(for: image.shape) else { return nil }
    return WishedPicture(plan, of: image)
  }

  /// Takes in what became of a wish, or of the whole cut.
  private func take(_ end: CutWaitEnd, as picture: WishedPicture, at place: Int) {
    switch end {
    case .tile(let jpeg):
      guard case .corner = picture.match else { return settle(place, .come(SharedBytes(jpeg))) }
      // What lies beyond the picture's edge is cut off by who makes pictures.
      let ticket = service.pictures.tiles.submit(for: cut.party) {
        let bytes = self.service.bytes(of: picture, from: jpeg)
        self.settle(place, bytes.map { .come(SharedBytes($0)) } ?? .none)
        self.goOn()
      }
      if ticket == nil { settle(place, .none) }
    case .done: settle(place, .left)
    case .refused: settle(place, .failed)
    case .late, .shown: settle(place, .none)
    }
  }

  private func settle(_ place: Int, _ outcome: Outcome) {
    state.withLock { $0.settle(place, outcome, of: tiles) }
  }

  // MARK: The pyramid

  /// Goes on with the tiles that the pyramid has.
  private func send(_ left: [TileAddress], to exchange: any Exchange) {
    guard !left.isEmpty else { return goOn(with: [], of: image, for: exchange) }
    let ticket = service.lane(for: cut.path).submit(for: cut.party) {
      // Of another picture, which has taken its place, they would have other addresses.
      guard case .image(let found) = self.service.index.find(self.cut.path),
        found.version == self.image.version
      else { return exchange.supply(.failed) }
      self.goOn(with: left, of: found, for: exchange)
    }
    if ticket == nil { exchange.supply(.failed) }
  }

  private func goOn(
    with left: [TileAddress], of image: OpenImage, for exchange: any Exchange
  ) {
    let rest = TileStream(left, of: image, addresses, service: service)
    let isCancelled = state.withLock { state in
      state.rest = rest
      return state.isCancelled
    }
    if !isCancelled { rest.produce(for: exchange) }
  }
}
