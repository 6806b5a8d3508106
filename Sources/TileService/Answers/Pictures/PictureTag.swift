import ByteText
import HTTPWire
import ImageRequest

extension OpenImage {
  /// The strong name of a picture's bytes: what is shown, and how.
  ///
  /// - Parameters:
  ///   - plan: the picture.
  ///   - seed: of what the plan doesn't say, such as the quality of rendered pictures.
  /// - Returns: the version, and a hash of the rest.
  func tag(of plan: ImagePlan, seed: UInt64) -> EntityTag {
    var tag = EntityTag()
    let version = versionText
    tag.append(plain: version.span)
    tag.append(UInt8(ascii: "-"))
    tag.append(hexadecimal: plan.fingerprint(seed))
    return tag
  }
}
