import HTTPWire
import Posix

/// A request whose answer other threads are to give.
struct Waiting {
  let work: any PendingAnswer
  let request: Request
  let since: Instant
}
