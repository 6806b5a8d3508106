import Decoding
package import Pixels
import PyramidFile
package import PyramidFormat
package import Rendering
package import TileGeometry

/// Decodes stored tiles where it is called: the one place outside the children that decodes what a
/// stranger may have written.
package struct InProcessTileDecoder: TileDecoding {
  package init() {}

  package func raster(
    of tile: [UInt8], on level: StoredLevel, shrink: Int
  ) throws(TileDecodingError) -> Raster {
    let (width, height) = (Int(level.tileWidth), Int(level.tileHeight))
    do {
      switch level.facts.compression {
      case .jpeg:
        let pixels = try PictureDecoding.decodeJPEG(
          tile, width: width, height: height, shrink: shrink)
        return Raster(
          width: (width + shrink - 1) / shrink, height: (height + shrink - 1) / shrink,
          hasAlpha: false, bytes: pixels)
      case .webp:
        let decoded = try PictureDecoding.decodeWebP(tile, width: width, height: height)
        var raster = Raster(
          width: width, height: height, hasAlpha: decoded.hasAlpha, bytes: decoded.pixels)
        raster.premultiply()
        return raster
      default:
        let samples = try LosslessTile.samples(of: tile, on: level)
        return Self.spread(samples, level.facts, width, height)
      }
    } catch {
      throw .damaged("\(error)")
    }
  }

  package func planes(
    of tile: [UInt8], on level: StoredLevel, sampling: ChromaSampling?
  ) throws(TileDecodingError) -> PlanarPicture? {
    let (width, height) = (Int(level.tileWidth), Int(level.tileHeight))
    do {
      let planes = try PictureDecoding.decodeJPEGPlanes(
        tile, width: width, height: height, sampling: sampling)
      return planes.map {
        PlanarPicture(width: width, height: height, planes: $0, sampling: sampling ?? .full)
      }
    } catch {
      throw .damaged("\(error)")
    }
  }

  package func corner(
    of tile: [UInt8], width: Int, height: Int
  ) throws(TileDecodingError) -> [UInt8] {
    do {
      return try PictureDecoding.cornerOfJPEG(tile, width: width, height: height)
    } catch {
      throw .damaged("\(error)")
    }
  }

  /// Samples side by side as four bytes a pixel.
  private static func spread(
    _ samples: [UInt8], _ facts: TileFacts, _ width: Int, _ height: Int
  ) -> Raster {
    let channels = facts.samplesPerPixel
    let hasAlpha = facts.alpha != .none
    let colors = hasAlpha ? channels - 1 : channels
    var raster = Raster(width: width, height: height, hasAlpha: hasAlpha)
    for pixel in 0..<(width * height) {
      for channel in 0..<3 {
        raster.bytes[pixel * 4 + channel] = samples[pixel * channels + min(channel, colors - 1)]
      }
      raster.bytes[pixel * 4 + 3] = hasAlpha ? samples[pixel * channels + colors] : 255
    }
    if facts.alpha == .unassociated { raster.premultiply() }
    return raster
  }
}
