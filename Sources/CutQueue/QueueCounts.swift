/// How many images a queue has.
package struct QueueCounts: Equatable, Sendable {
  package let waiting: Int
  package let running: Int
  package let failed: Int
  /// Since the queue was made.
  package let done: Int
  /// How long the one has waited that waits longest, in seconds.
  package let oldest: Int

  package init(waiting: Int, running: Int, failed: Int, done: Int, oldest: Int) {
    self.waiting = waiting
    self.running = running
    self.failed = failed
    self.done = done
    self.oldest = oldest
  }
}
