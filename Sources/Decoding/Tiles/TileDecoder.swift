import CodecErrors
import JPEGScan
package import Pixels
package import PyramidFormat
import Synchronization

/// Decodes stored tiles, whatever they are coded as.
package enum TileDecoder {
  /// What became of a tile.
  package enum Outcome: Equatable, Sendable {
    /// So many bytes of what was asked for; of pixels, whether any of them may be clear.
    case made(byteCount: Int, hasAlpha: Bool)
    /// The stream holds other planes than were asked for.
    case otherPlanes
  }

  /// Why a tile is none.
  package struct Damage: Error, Equatable, Sendable {
    /// In the decoder's words.
    package let words: String
  }

  /// Decodes a tile.
  ///
  /// - Parameters:
  ///   - tile: its bytes; of a JPEG tile, a stream of its own.
  ///   - coding: what its level says of it.
  ///   - form: what is to be made of it.
  ///   - room: where that goes; as much as ``TileForm/byteCount(ofTile:_:)`` says.
  /// - Returns: what was made.
  /// - Throws: ``Damage`` for a tile that is none, or not what its level says.
  package static func decode(
    _ tile: RawSpan, _ coding: TileCoding, as form: TileForm, into room: inout MutableRawSpan
  ) throws(Damage) -> Outcome {
    do {
      switch form {
      case .pixels(let shrink):
        let hasAlpha = try decodePixels(tile, coding, shrink: shrink, into: &room)
        return .made(
          byteCount: form.byteCount(ofTile: coding.width, coding.height), hasAlpha: hasAlpha)
      case .planes(let sampling):
        let isMade = try PictureDecoding.decodeJPEGPlanes(
          tile, width: coding.width, height: coding.height, sampling: sampling, into: &room)
        let count = form.byteCount(ofTile: coding.width, coding.height)
        return isMade ? .made(byteCount: count, hasAlpha: false) : .otherPlanes
      case .corner(let width, let height):
        let stream = try PictureDecoding.cornerOfJPEG(tile, width: width, height: height)
        guard stream.count <= room.byteCount else {
          throw Damage(words: "its corner takes \(stream.count) bytes")
        }
        copy(stream, into: &room)
        return .made(byteCount: stream.count, hasAlpha: false)
      case .proof:
        try prove(tile, coding)
        return .made(byteCount: 0, hasAlpha: false)
      }
    } catch let damage as Damage {
      throw damage
    } catch {
      throw Damage(words: "\(error)")
    }
  }

  private static let streamProof = Mutex(StreamProof())

  /// Proves that a tile can be decoded: by its words where they are sound, and by its pixels
  /// otherwise.
  private static func prove(_ tile: RawSpan, _ coding: TileCoding) throws {
    let (width, height) = (coding.width, coding.height)
    let isWhole =
      coding.compression == .jpeg
      && streamProof.withLock {
        $0.holds(tile, width: width, height: height, components: coding.samplesPerPixel)
      }
    guard !isWhole else { return }
    var pixels = [UInt8](repeating: 0, count: width * height * 4)
    var span = pixels.mutableSpan
    var room = unsafe span.mutableBytes
    _ = try decodePixels(tile, coding, shrink: 1, into: &room)
  }

  /// - Returns: whether any of them may be clear.
  private static func decodePixels(
    _ tile: RawSpan, _ coding: TileCoding, shrink: Int, into room: inout MutableRawSpan
  ) throws -> Bool {
    let (width, height) = (coding.width, coding.height)
    guard coding.compression != .jpeg else {
      try PictureDecoding.decodeJPEG(
        tile, width: width, height: height, shrink: shrink, into: &room)
      return false
    }
    guard shrink == 1 else { throw Damage(words: "only JPEG tiles are made smaller") }
    var raster: Raster
    if coding.compression == .webp {
      let decoded = try PictureDecoding.decodeWebP(tile, width: width, height: height)
      raster = Raster(
        width: width, height: height, hasAlpha: decoded.hasAlpha, bytes: decoded.pixels)
      raster.premultiply()
    } else {
      raster = spread(try LosslessTile.samples(of: tile, coding), coding)
    }
    copy(raster.bytes, into: &room)
    return raster.hasAlpha
  }

  /// Samples side by side as four bytes a pixel.
  private static func spread(_ samples: [UInt8], _ coding: TileCoding) -> Raster {
    let channels = coding.samplesPerPixel
    let hasAlpha = coding.alpha != .none
    let colors = hasAlpha ? channels - 1 : channels
    var raster = Raster(width: coding.width, height: coding.height, hasAlpha: hasAlpha)
    for pixel in 0..<(coding.width * coding.height) {
      for channel in 0..<3 {
        raster.bytes[pixel * 4 + channel] = samples[pixel * channels + min(channel, colors - 1)]
      }
      raster.bytes[pixel * 4 + 3] = hasAlpha ? samples[pixel * channels + colors] : 255
    }
    if coding.alpha == .unassociated { raster.premultiply() }
    return raster
  }

  private static func copy(_ bytes: [UInt8], into room: inout MutableRawSpan) {
    precondition(bytes.count <= room.byteCount, "no room for the bytes")
    unsafe room.withUnsafeMutableBytes { room in
      unsafe bytes.withUnsafeBytes { unsafe room.copyMemory(from: $0) }
    }
  }
}
