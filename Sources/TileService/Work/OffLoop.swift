import HTTPWire

extension TileService {
  /// An answer that is made on a worker thread, for it may take a while.
  func offLoop(
    _ lane: WorkPool.Lane, _ make: @escaping @Sendable () -> Response,
    orFail: @escaping @Sendable (inout Response) -> Void
  ) -> Reply {
    .later(
      DeferredAnswer { [pool] exchange in
        let job = WorkPool.Job { job in
          guard !job.isCancelled else { return }
          exchange.answer(make())
        }
        guard pool.submit(job, to: lane) else {
          var response = Response()
          orFail(&response)
          exchange.answer(response)
          return nil
        }
        return { job.cancel() }
      })
  }
}
