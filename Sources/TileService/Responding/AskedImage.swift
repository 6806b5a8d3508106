import HTTPWire
import ImageRequest

/// What is asked of an image, and who is to be told.
struct AskedImage: Sendable {
  let name: ImageName
  let route: ImageRoute
  let asker: LateAsker

  /// The identifier's bytes.
  var path: [UInt8] { name.bytes }
  var request: Request { asker.request }

  /// Whether who asks wants what is known now: `wait=0`.
  var waitsForNothing: Bool { (try? request.patience()) == 0 }

  func refuse(_ reason: NotServed) { asker.refuse(reason) }
}
