import HTTPWire
import Posix

/// A body under production.
struct StreamState {
  let producer: any BodyProducer
  let exchange: LoopExchange
  let delivery: ConnectionMachine.Delivery
  /// Bytes still owed; nil when the length was not announced.
  var owed: Int64?
  /// Whether a piece has been asked for and is not there yet.
  var isAsked = false
}
