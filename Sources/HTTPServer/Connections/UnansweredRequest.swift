import HTTPWire
import Posix

/// A request whose answer other threads are to give.
struct UnansweredRequest {
  let work: any PendingAnswer
  let request: Request
  let since: Instant
}
