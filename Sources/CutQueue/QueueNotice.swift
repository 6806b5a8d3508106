/// What hosts tell each other of a queue.
package enum QueueNotice: Equatable, Sendable {
  /// Something waits in line.
  case waiting
  /// An image is done, or was given up: its version, as somebody wrote it.
  case settled(String)

  package init(_ text: String) { self = text.isEmpty ? .waiting : .settled(text) }
}
