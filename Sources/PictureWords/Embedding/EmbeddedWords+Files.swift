import ByteText
import Digests

extension EmbeddedWords {
  /// Behind the beginning, and JFIF's segment where one stands there.
  func inJPEG(_ file: [UInt8]) -> [UInt8] {
    guard file.count >= 4, file[0] == 0xFF, file[1] == 0xD8 else { return file }
    var place = 2
    if file.count >= 6, file[2] == 0xFF, file[3] == 0xE0 {
      place += 2 + Int(file.bigEndian(at: 4, 2))
    }
    guard place <= file.count else { return file }
    var segments: [UInt8] = []
    if let fields { segments.appendApplication1("Exif\0\0", fields) }
    segments.appendApplication1("http://ns.adobe.com/xap/1.0/\0", packet)
    return file[..<place] + segments + file[place...]
  }

  /// Behind the header, which must come first.
  func inPNG(_ file: [UInt8]) -> [UInt8] {
    let headEnd = 33
    guard file.count >= headEnd, file.has("IHDR", at: 12) else { return file }
    var text: [UInt8] = []
    // Not compressed, in no language, and so with no translated keyword.
    text.append("XML:com.adobe.xmp\0\0\0\0\0")
    var chunks: [UInt8] = []
    chunks.appendChunk("iTXt", text + packet)
    if let fields { chunks.appendChunk("eXIf", fields) }
    return file[..<headEnd] + chunks + file[headEnd...]
  }

  /// At the end, in place of what the encoder says of itself; a file of the simple form, which has
  /// room for nothing but the picture, is brought into the extended one.
  func inWebP(_ file: [UInt8]) -> [UInt8] {
    guard file.count >= 30, file.has("RIFF"), file.has("WEBP", at: 8),
      var head = WebPHead(file)
    else { return file }
    var chunks = head.pictures(of: file)
    head.flags &= ~WebPHead.fieldFlag
    if let fields {
      head.flags |= WebPHead.fieldFlag
      chunks.appendRIFF("EXIF", fields)
    }
    head.flags |= WebPHead.packetFlag
    chunks.appendRIFF("XMP ", packet)
    var made: [UInt8] = []
    made.append("RIFF")
    made.append(littleEndian: 4 + 18 + chunks.count, width: 4)
    made.append("WEBP")
    made.appendRIFF("VP8X", head.bytes)
    return made + chunks
  }
}

/// What stands before the chunks of a WebP file of the extended form.
private struct WebPHead {
  static let packetFlag: UInt8 = 0x04
  static let fieldFlag: UInt8 = 0x08
  private static let alphaFlag: UInt8 = 0x10

  var flags: UInt8
  private let width: Int
  private let height: Int
  /// Where the other chunks begin.
  private let end: Int

  /// Reads what is there, or what follows from the picture.
  ///
  /// - Parameter file: at least 30 bytes.
  init?(_ file: [UInt8]) {
    if file.has("VP8X", at: 12) {
      flags = file[20]
      width = Int(file.littleEndian(at: 24, 3)) + 1
      height = Int(file.littleEndian(at: 27, 3)) + 1
      end = 30
    } else if file.has("VP8 ", at: 12) {
      flags = 0
      width = Int(file.littleEndian(at: 26, 2) & 0x3FFF)
      height = Int(file.littleEndian(at: 28, 2) & 0x3FFF)
      end = 12
    } else if file.has("VP8L", at: 12) {
      let bits = file.littleEndian(at: 21, 4)
      flags = bits >> 28 & 1 == 1 ? Self.alphaFlag : 0
      width = Int(bits & 0x3FFF) + 1
      height = Int(bits >> 14 & 0x3FFF) + 1
      end = 12
    } else {
      return nil
    }
  }

  /// The chunks that are no words.
  func pictures(of file: [UInt8]) -> [UInt8] {
    var kept: [UInt8] = []
    var rest = file[end...]
    while rest.count >= 8 {
      let length = Int(rest.littleEndian(at: 4, 4))
      let chunk = rest.prefix(8 + length + length % 2)
      if !chunk.starts(with: "EXIF".utf8), !chunk.starts(with: "XMP ".utf8) { kept += chunk }
      rest = rest.dropFirst(chunk.count)
    }
    return kept
  }

  var bytes: [UInt8] {
    var bytes = [flags, 0, 0, 0]
    bytes.append(littleEndian: width - 1, width: 3)
    bytes.append(littleEndian: height - 1, width: 3)
    return bytes
  }
}

extension [UInt8] {
  /// What is too long for a segment is left out: no words come near that.
  fileprivate mutating func appendApplication1(_ name: StaticString, _ body: [UInt8]) {
    let length = 2 + name.utf8CodeUnitCount + body.count
    guard length <= 0xFFFF else { return }
    self += [0xFF, 0xE1]
    append(bigEndian: length, width: 2)
    append(name)
    self += body
  }

  fileprivate mutating func appendChunk(_ kind: StaticString, _ body: [UInt8]) {
    append(bigEndian: body.count, width: 4)
    let start = count
    append(kind)
    self += body
    let checksum = unsafe CRC32.of(span.bytes.extracting(droppingFirst: start))
    append(bigEndian: Int(checksum), width: 4)
  }

  fileprivate mutating func appendRIFF(_ kind: StaticString, _ body: [UInt8]) {
    append(kind)
    append(littleEndian: body.count, width: 4)
    self += body
    if body.count % 2 == 1 { append(0) }
  }
}
