/// What the samples of a source's pixels stand for.
package enum ColorKind: String, CaseIterable, Codable, Sendable {
  case gray
  /// Gray of 16 bits a sample.
  case deepGray
  case rgb
  /// RGB of 16 bits a sample.
  case deepRGB
  /// RGB as linear light.
  case linearRGB
  case yCbCr
  case cmyk
  /// CMYK, its first three channels as luma and chroma.
  case ycck
  case lab
  /// More channels than any color space here has.
  case manyBands
  case unknown
}
