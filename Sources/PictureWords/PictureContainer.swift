/// How a file is put together round its pixels, and with that where it speaks of itself.
package enum PictureContainer: Sendable {
  case jpeg, png, webp, gif, tiff
  /// HEIF and AVIF: boxes in boxes.
  case heif
  /// JPEG 2000, bare or in boxes.
  case jpeg2000
}
