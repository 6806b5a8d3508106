import CLinux
import Glibc

/// The kernel's readiness queue of one thread.
@safe package struct Epoll: ~Copyable {
  private let descriptor: FileDescriptor
  private let events: UnsafeMutableBufferPointer<epoll_event>

  /// An instance that watches nothing yet.
  ///
  /// - Parameter capacity: events taken in one go.
  /// - Throws: `Errno` where the process has no descriptor left.
  package init(capacity: Int = 256) throws(Errno) {
    descriptor = FileDescriptor(
      owning: try retryingInterrupts { epoll_create1(CInt(EPOLL_CLOEXEC)) })
    unsafe events = .allocate(capacity: capacity)
  }

  deinit { unsafe events.deallocate() }

  package func add(
    _ number: CInt, _ interest: Readiness, as registration: Registration
  ) throws(Errno) {
    try control(EPOLL_CTL_ADD, number, interest, registration)
  }

  package func modify(
    _ number: CInt, _ interest: Readiness, as registration: Registration
  ) throws(Errno) {
    try control(EPOLL_CTL_MOD, number, interest, registration)
  }

  private func control(
    _ operation: CInt, _ number: CInt, _ interest: Readiness, _ registration: Registration
  ) throws(Errno) {
    var event = unsafe epoll_event()
    unsafe event.events = interest.rawValue
    unsafe event.data.u64 = registration.packed
    _ = try retryingInterrupts { unsafe epoll_ctl(descriptor.number, operation, number, &event) }
  }

  /// Waits until something happens.
  ///
  /// - Parameter milliseconds: at most so long; negative is for ever.
  /// - Returns: how many events ``event(_:)`` has; 0 also when a signal came between.
  /// - Throws: `Errno` where the kernel refuses to wait.
  package func wait(milliseconds: CInt) throws(Errno) -> Int {
    let count = unsafe epoll_wait(
      descriptor.number, events.baseAddress, CInt(events.count), milliseconds)
    if count >= 0 { return Int(count) }
    let error = Errno.current
    guard error == .interrupted else { throw error }
    return 0
  }

  package func event(_ index: Int) -> (Registration, Readiness) {
    let event = unsafe events[index]
    return unsafe (Registration(packed: event.data.u64), Readiness(rawValue: event.events))
  }
}
