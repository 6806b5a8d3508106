import Glibc

/// State behind a lock that threads can wait on until it is as they need it.
@safe
package final class Monitor<State>: @unchecked Sendable {
  // `@unchecked`: `state` is touched only while `lock` is held.
  private let lock: UnsafeMutablePointer<pthread_mutex_t>
  private let changed: UnsafeMutablePointer<pthread_cond_t>
  private var state: State

  package init(_ state: sending State) {
    self.state = state
    unsafe lock = .allocate(capacity: 1)
    unsafe changed = .allocate(capacity: 1)
    unsafe pthread_mutex_init(lock, nil)
    var attributes = pthread_condattr_t()
    unsafe pthread_condattr_init(&attributes)
    unsafe pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC)
    unsafe pthread_cond_init(changed, &attributes)
    unsafe pthread_condattr_destroy(&attributes)
  }

  deinit {
    unsafe pthread_cond_destroy(changed)
    unsafe pthread_mutex_destroy(lock)
    unsafe changed.deallocate()
    unsafe lock.deallocate()
  }

  /// Whom a change wakes of those that wait.
  package enum Waking: Sendable {
    case all
    /// Any of them, where all wait for the same and one is enough for what has changed.
    case one
    /// Where it lets none of them go on.
    case nobody
  }

  /// Changes the state and wakes whoever waits for it to change.
  package func change<Result>(
    waking: Waking = .all, _ body: (inout State) -> Result
  ) -> Result {
    unsafe pthread_mutex_lock(lock)
    defer { unsafe pthread_mutex_unlock(lock) }
    let result = body(&state)
    switch waking {
    case .all: unsafe pthread_cond_broadcast(changed)
    case .one: unsafe pthread_cond_signal(changed)
    case .nobody: break
    }
    return result
  }

  /// Looks at the state; wakes nobody.
  package func read<Result>(_ body: (State) -> Result) -> Result {
    unsafe pthread_mutex_lock(lock)
    defer { unsafe pthread_mutex_unlock(lock) }
    return body(state)
  }

  /// Waits until the body finds what it needs, and answers that.
  ///
  /// What the body changes wakes nobody, so it may only take things away.
  package func wait<Result>(_ body: (inout State) -> Result?) -> Result {
    unsafe pthread_mutex_lock(lock)
    defer { unsafe pthread_mutex_unlock(lock) }
    while true {
      if let result = body(&state) { return result }
      unsafe pthread_cond_wait(changed, lock)
    }
  }

  /// Waits as ``wait(_:)`` does, but not beyond a moment.
  ///
  /// - Parameters:
  ///   - moment: asked for anew at each look, since it may depend on the state; nil for no end.
  ///   - body: what is waited for; nil for what is not there yet.
  /// - Returns: nil once the moment has come and the body still finds nothing.
  package func wait<Result>(
    until moment: (State) -> Instant?, _ body: (inout State) -> Result?
  ) -> Result? {
    unsafe pthread_mutex_lock(lock)
    defer { unsafe pthread_mutex_unlock(lock) }
    while true {
      if let result = body(&state) { return result }
      guard let end = moment(state) else {
        unsafe pthread_cond_wait(changed, lock)
        continue
      }
      guard Instant.now < end else { return nil }
      var time = end.timespec
      unsafe pthread_cond_timedwait(changed, lock, &time)
    }
  }

  /// Waits as ``wait(_:)`` does, but not beyond a moment.
  ///
  /// - Parameters:
  ///   - moment: when waiting ends.
  ///   - body: what is waited for; nil for what is not there yet.
  /// - Returns: nil once the moment has come and the body still finds nothing.
  package func wait<Result>(
    until moment: Instant, _ body: (inout State) -> Result?
  ) -> Result? {
    wait(until: { _ in moment }, body)
  }
}
