import HTTPWire
import Posix

/// What other threads tell a loop.
enum LoopMessage: Sendable {
  /// A connection to look after; the loop owns the descriptor from here on.
  case adopt(Int32, SocketAddress)
  case answer(Registration, exchange: UInt64, Response)
  case piece(Registration, exchange: UInt64, BodyPiece)
  /// Part with the reader that keeps an answer in memory the longest.
  case relieve
  /// Finish what is under way and end, at that moment at the latest.
  case stop(Instant)
  /// Other limits and times hold from here on.
  indirect case obey(ServerConfiguration)
}
