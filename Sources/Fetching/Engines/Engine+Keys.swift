import Posix
import S3Wire

/// What proves who asks.
extension Engine {
  /// Somebody has looked for what proves who asks: those who waited for that go on.
  func take(_ found: Identity.Found) {
    state.change { $0.identity.take(found) }
    goOn()
  }

  /// Has somebody look for keys where there are none, or none that are believed.
  func wantKeys() {
    guard let keeper else { return }
    if state.read({ $0.identity.isWanting }) { keeper.want() }
  }

  /// The request for a wish, signed with the keys of the moment.
  func form(_ wish: FetchWish) throws(EngineFailure) -> WireRequest {
    let outcome: Result<WireRequest, EngineFailure> = state.change { state in
      do throws(EngineFailure) {
        return .success(try state.identity.request(for: wish, wall: Clock.wallSeconds))
      } catch {
        return .failure(error)
      }
    }
    return try outcome.get()
  }
}
