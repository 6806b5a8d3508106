import PyramidFormat
import TileGeometry

extension PictureHead {
  private enum Marker {
    static let beginning: UInt8 = 0xD8
    static let end: UInt8 = 0xD9
    static let scan: UInt8 = 0xDA
    static let application1: UInt8 = 0xE1
    /// Frames of all kinds, among which lie three markers of other meanings.
    static let frames: ClosedRange<UInt8> = 0xC0...0xCF
    static let noFrames: Set<UInt8> = [0xC4, 0xC8, 0xCC]
    /// Those that stand alone, without a length.
    static let alone: ClosedRange<UInt8> = 0xD0...0xD7
    static let temporary: UInt8 = 0x01
  }

  /// Goes from segment to segment, up to the first scan.
  mutating func readJPEG(_ reader: inout HeadReader) throws(ByteSourceError) {
    isTurned = true
    var place: UInt64 = 2
    while let head = try reader.bytes(at: place, 4), head[0] == 0xFF {
      let marker = head[1]
      guard marker != 0xFF else {
        place += 1
        continue
      }
      if Marker.alone.contains(marker) || marker == Marker.temporary || marker == Marker.beginning {
        place += 2
        continue
      }
      let length = head.bigEndian(at: 2, 2)
      guard marker != Marker.scan, marker != Marker.end, length >= 2 else { return }
      let body = place + 4
      if Marker.frames.contains(marker), !Marker.noFrames.contains(marker) {
        // Bits a sample, then the sides.
        guard let frame = try reader.bytes(at: body, 5) else { return }
        stored = PixelSize(frame.bigEndian(at: 3, 2), frame.bigEndian(at: 1, 2))
      } else if marker == Marker.application1 {
        try readApplication1(&reader, at: body, count: length - 2)
      }
      place += 2 + length
    }
  }

  private mutating func readApplication1(
    _ reader: inout HeadReader, at place: UInt64, count: UInt64
  ) throws(ByteSourceError) {
    let begin = try reader.bytes(at: place, Int(min(count, 32))) ?? []
    if fields == nil, begin.has("Exif\0\0") {
      fields = SourcePart(of: reader.source, at: place + 6, count: count - 6)
    }
  }
}
