import ByteText
import HTTPWire
import ImageRequest
import Rendering

extension OpenImage {
  /// The name of a picture's bytes: what is shown, and how.
  ///
  /// It is strong but of what is drawn: letters are rounded to pixels from the corner of the part that is
  /// drawn, and which part that is depends on who asks for what else.
  ///
  /// - Parameters:
  ///   - plan: the picture.
  ///   - seed: of what the plan doesn't say, such as the quality of rendered pictures.
  /// - Returns: the version, and a hash of the rest.
  func tag(of plan: ImagePlan, seed: UInt64) -> EntityTag {
    var tag = EntityTag(isWeak: source.isDrawn(plan))
    let version = versionText
    tag.append(plain: version.span)
    tag.append(UInt8(ascii: "-"))
    tag.append(hexadecimal: plan.fingerprint(seed))
    return tag
  }
}
