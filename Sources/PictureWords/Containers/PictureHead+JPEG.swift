import PyramidFormat
import TileGeometry

extension PictureHead {
  private enum Marker {
    static let beginning: UInt8 = 0xD8
    static let end: UInt8 = 0xD9
    static let scan: UInt8 = 0xDA
    static let application0: UInt8 = 0xE0
    static let application1: UInt8 = 0xE1
    static let application13: UInt8 = 0xED
    /// Frames of all kinds, among which lie three markers of other meanings.
    static let frames: ClosedRange<UInt8> = 0xC0...0xCF
    static let noFrames: Set<UInt8> = [0xC4, 0xC8, 0xCC]
    /// Those that stand alone, without a length.
    static let alone: ClosedRange<UInt8> = 0xD0...0xD7
    static let temporary: UInt8 = 0x01
  }

  /// Goes from segment to segment, up to the first scan.
  mutating func readJPEG(_ reader: inout HeadReader) throws(ByteSourceError) {
    turning = .asBlockSays
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
      } else {
        try readApplication(marker, &reader, at: body, count: length - 2)
      }
      place += 2 + length
    }
  }

  /// The first of each kind counts.
  private mutating func readApplication(
    _ marker: UInt8, _ reader: inout HeadReader, at place: UInt64, count: UInt64
  ) throws(ByteSourceError) {
    switch marker {
    case Marker.application0, Marker.application1, Marker.application13: break
    default: return
    }
    let begin = try reader.bytes(at: place, Int(min(count, 32))) ?? []
    func part(behind name: StaticString) -> SourcePart? {
      guard begin.has(name) else { return nil }
      let length = UInt64(name.utf8CodeUnitCount)
      return SourcePart(of: reader.source, at: place + length, count: count - length)
    }
    switch marker {
    case Marker.application0:
      // Two bytes of a version, the unit, and the dots across and down.
      if begin.has("JFIF\0"), begin.count >= 12, pixelsPerMeter == nil {
        let unit: Double? = begin[7] == 1 ? 0.0254 : begin[7] == 2 ? 0.01 : nil
        if let unit {
          pixelsPerMeter = Resolution.perMeter(
            Double(begin.bigEndian(at: 8, 2)) / unit, Double(begin.bigEndian(at: 10, 2)) / unit)
        }
      }
    case Marker.application1:
      fields = fields ?? part(behind: "Exif\0\0")
      xmp = xmp ?? part(behind: "http://ns.adobe.com/xap/1.0/\0")
    default: resources = resources ?? part(behind: "Photoshop 3.0\0")
    }
  }
}
