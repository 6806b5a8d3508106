package import Pixels
package import Posix
package import PyramidFormat
package import Rendering

/// Processes that decode tiles, started as they are needed and kept.
///
/// A tile may end or hold up the one that decodes it; the next tile has another one.
package final class TileDecoders: TileDecoding {
  /// Starts a process that answers a ring.
  package typealias Start = @Sendable (SharedMemory) throws(Errno) -> any RunningDecoder

  /// What became of the processes so far.
  package struct Counts: Equatable, Sendable {
    package var running = 0
    package var started = 0
    /// Ended, since a tile took too long.
    package var late = 0
    /// Crashed over a tile.
    package var crashed = 0
    /// Ended by others.
    package var gone = 0
    /// Ended, since it answered what no decoder answers.
    package var lied = 0
  }

  private struct State {
    var idle: [TileDecoderProcess] = []
    var all: [ObjectIdentifier: TileDecoderProcess] = [:]
    var counts = Counts()
    var isEnding = false
  }

  private enum Taken {
    case process(TileDecoderProcess)
    case toStart
    case ending
  }

  /// How many decoders a tile may cost.
  private static let tries = 3

  private let limit: Int
  private let deadline: Duration
  private let startProcess: Start
  private let state = Monitor(State())

  /// - Parameters:
  ///   - limit: how many run at most; one for each thread that renders, so that none waits.
  ///   - deadline: how long a tile may take.
  ///   - start: how one is started.
  package init(
    limit: Int, deadline: Duration = .seconds(2), start: @escaping Start
  ) {
    self.limit = max(1, limit)
    self.deadline = deadline
    startProcess = start
  }

  package var counts: Counts { state.read(\.counts) }

  /// Ends all of them, and whatever they are at.
  package func end() {
    let all = state.change { state in
      state.isEnding = true
      state.idle = []
      return Array(state.all.values)
    }
    for process in all { process.end() }
  }

  package func decode(
    _ tile: [UInt8], _ coding: TileCoding, as form: TileForm
  ) throws(TileDecodingError) -> DecodedTile {
    let order = TileOrder(coding, as: form, tileLength: tile.count)
    guard let room = order.room else {
      throw .damaged("it takes more than \(TileRing.largestRoom) bytes")
    }
    switch try answer(to: order, tile, room) {
    case .made(let parts, let hasAlpha): return .made(parts, hasAlpha: hasAlpha)
    case .otherPlanes: return .otherPlanes
    case .damaged(let words): throw .damaged(words)
    }
  }

  private func answer(
    to order: TileOrder, _ tile: [UInt8], _ room: Int
  ) throws(TileDecodingError) -> TileRingAnswer {
    var triesLeft = Self.tries
    while true {
      let process = try take(room: room)
      triesLeft -= 1
      do throws(OrderTurns.Failure) {
        let answer = try process.decode(tile, order, until: .now + deadline)
        state.change { if !$0.isEnding { $0.idle.append(process) } }
        return answer
      } catch {
        drop(process, error)
        // One that ended may have been ended by somebody: the tile is tried again.
        switch error {
        case .late: throw .late
        case .ended where triesLeft > 0, .lied where triesLeft > 0: continue
        case .ended(.crashed(let signal)): throw .crashed(signal: signal)
        case .ended(.gone): throw .unavailable("its decoders were ended")
        case .lied: throw .damaged("its decoder answered what none answers")
        }
      }
    }
  }

  /// One that nobody uses, or a new one.
  private func take(room: Int) throws(TileDecodingError) -> TileDecoderProcess {
    let taken: Taken = state.wait { state in
      if state.isEnding { return .ending }
      if let process = state.idle.popLast() { return .process(process) }
      guard state.counts.running < limit else { return nil }
      state.counts.running += 1
      return .toStart
    }
    switch taken {
    case .ending: throw .unavailable("the server is ending")
    case .toStart: break
    case .process(let process):
      guard process.ring.room < room else { return process }
      // Its place is the larger one's.
      process.end()
      state.change { $0.all[ObjectIdentifier(process)] = nil }
    }
    do throws(Errno) {
      return try start(room: room)
    } catch {
      state.change { $0.counts.running -= 1 }
      throw .unavailable("no decoder can be started: \(error)")
    }
  }

  private func start(room: Int) throws(Errno) -> TileDecoderProcess {
    let ring = try TileRing(room: room)
    let process = TileDecoderProcess(ring, try startProcess(ring.memory))
    let isEnding = state.change { state in
      state.counts.started += 1
      state.all[ObjectIdentifier(process)] = process
      return state.isEnding
    }
    // Whoever ended all of them did not know of this one.
    if isEnding { process.end() }
    return process
  }

  private func drop(_ process: TileDecoderProcess, _ failure: OrderTurns.Failure) {
    process.end()
    state.change { state in
      state.all[ObjectIdentifier(process)] = nil
      state.counts.running -= 1
      switch failure {
      case .late: state.counts.late += 1
      case .lied: state.counts.lied += 1
      case .ended(.crashed): state.counts.crashed += 1
      case .ended(.gone): state.counts.gone += 1
      }
    }
  }
}
