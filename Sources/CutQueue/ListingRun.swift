/// A listing of sources that hosts do once for all of them, as it is kept beside the queue.
package struct ListingRun: Equatable, Sendable {
  package enum State: String, Sendable {
    /// Somebody is at it.
    case listing
    /// Whoever was at it ended or died; the next one that wants the same goes on.
    case left
    case listed
  }

  /// How far it has come.
  package struct Progress: Equatable, Sendable {
    /// Behind which image it goes on; nil at its beginning.
    package var lastName: [UInt8]?
    /// Images that were looked at.
    package var found: Int
    /// Those of them that can't be had.
    package var failed: Int

    package init(lastName: [UInt8]? = nil, found: Int = 0, failed: Int = 0) {
      self.lastName = lastName
      self.found = found
      self.failed = failed
    }
  }

  package let id: Int64
  package let state: State
  /// What is listed, for people.
  package let title: String
  /// Who is at it, or was last.
  package let holder: String
  package let progress: Progress
  /// Images that it has put in line.
  package let queued: Int
  /// Those of them that still wait or are being cut.
  package let waiting: Int
  /// In seconds.
  package let age: Int

  package init(
    id: Int64, state: State, title: String, holder: String, progress: Progress, queued: Int,
    waiting: Int, age: Int
  ) {
    self.id = id
    self.state = state
    self.title = title
    self.holder = holder
    self.progress = progress
    self.queued = queued
    self.waiting = waiting
    self.age = age
  }

  /// One that somebody has taken, and how far it was.
  package struct Taken: Equatable, Sendable {
    package let id: Int64
    /// Tells this time from every other time it was taken.
    package let claim: Int64
    package var progress: Progress

    package init(id: Int64, claim: Int64, progress: Progress) {
      self.id = id
      self.claim = claim
      self.progress = progress
    }
  }
}
