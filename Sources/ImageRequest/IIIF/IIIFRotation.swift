import ByteText
import HTTPWire

/// How far a picture is turned: `n`, or `!n` for one that is mirrored first.
struct IIIFRotation {
  let isMirrored: Bool
  let rotation: Rotation

  init(_ text: ArraySlice<UInt8>) throws(RequestProblem) {
    isMirrored = text.first == UInt8(ascii: "!")
    let number = isMirrored ? text.dropFirst() : text
    guard let degrees = PathNumber.decimal(number), let rotation = Rotation(degrees: degrees) else {
      throw .malformed(
        "the rotation '\(text.shown)' is not a number from 0 to 360, with or without !")
    }
    self.rotation = rotation
  }
}
