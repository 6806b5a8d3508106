/// What colours an answer has.
package enum ImageQuality: UInt8, Hashable, Sendable {
  /// The image's own.
  case color
  /// Luminance; the `color` of a grey image is never asked for as this, so that plans stay equal.
  case gray
  /// Black and white alone.
  case bitonal
}
