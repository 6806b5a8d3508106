import PyramidFormat
import TileGeometry

extension PictureHead {
  /// Goes from chunk to chunk: words come after the pixels.
  mutating func readWebP(_ reader: inout HeadReader) throws(ByteSourceError) {
    turning = .asBlockSays
    var place: UInt64 = 12
    while let head = try reader.bytes(at: place, 8) {
      let length = head.littleEndian(at: 4, 4)
      let body = place + 8
      if head.has("VP8X") {
        guard let canvas = try reader.bytes(at: body, 10) else { return }
        stored = PixelSize(canvas.littleEndian(at: 4, 3) + 1, canvas.littleEndian(at: 7, 3) + 1)
      } else if head.has("VP8 "), stored == nil {
        // A frame's tag and its start code, then sides whose upper two bits are a scale.
        guard let frame = try reader.bytes(at: body, 10) else { return }
        stored = PixelSize(
          frame.littleEndian(at: 6, 2) & 0x3FFF, frame.littleEndian(at: 8, 2) & 0x3FFF)
      } else if head.has("VP8L"), stored == nil {
        guard let frame = try reader.bytes(at: body, 5) else { return }
        let bits = frame.littleEndian(at: 1, 4)
        stored = PixelSize((bits & 0x3FFF) + 1, (bits >> 14 & 0x3FFF) + 1)
      } else if head.has("EXIF"), fields == nil {
        // Some programs write JPEG's words before the block.
        let begin = try reader.bytes(at: body, Int(min(length, 6))) ?? []
        let skipped: UInt64 = begin.has("Exif\0\0") ? 6 : 0
        fields = SourcePart(of: reader.source, at: body + skipped, count: length - skipped)
      } else if head.has("XMP "), xmp == nil {
        xmp = SourcePart(of: reader.source, at: body, count: length)
      }
      // Chunks begin at even places.
      place = body + length + length % 2
    }
  }
}
