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
    unsafe pthread_cond_init(changed, nil)
  }

  deinit {
    unsafe pthread_cond_destroy(changed)
    unsafe pthread_mutex_destroy(lock)
    unsafe changed.deallocate()
    unsafe lock.deallocate()
  }

  /// Changes the state and wakes whoever waits for it to change.
  package func change<Result>(_ body: (inout State) -> Result) -> Result {
    unsafe pthread_mutex_lock(lock)
    defer { unsafe pthread_mutex_unlock(lock) }
    let result = body(&state)
    unsafe pthread_cond_broadcast(changed)
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
}
