import Glibc
import Sandbox

/// A decoder that a nursery has made.
struct NurseryDecoder: RunningDecoder {
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
