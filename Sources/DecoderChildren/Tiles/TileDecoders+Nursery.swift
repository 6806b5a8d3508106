import Glibc
import Posix
package import Sandbox

extension TileDecoders {
  /// Decoders that a nursery makes.
  ///
  /// - Parameters:
  ///   - nursery: Who makes them.
  ///   - limit: How many run at most.
  package convenience init(_ nursery: Nursery, limit: Int) {
    self.init(limit: limit) { memory throws(Errno) in
      NurseryDecoder(
        child: try nursery.fork(.tileDecoder, giving: [memory.descriptor.number]))
    }
  }
}

private struct NurseryDecoder: RunningDecoder {
  let child: NurseryChild

  var ending: DecoderEnding? {
    switch child.ending {
    case nil: nil
    case .killed(SIGKILL), .exited, .notStarted, .lost: .gone
    case .killed(let signal): .crashed(signal: signal)
    }
  }

  func end() { child.end() }
}
