import Encoding
import Pixels
import PyramidFormat
import TileGeometry

/// What the tiles of a pyramid are, and how they come to be that.
struct WrittenTiles {
  let kind: PyramidTiles
  /// Of what has one.
  private let quality: Int
  /// Whether WebP keeps every pixel.
  private let isExact: Bool

  private init(_ kind: PyramidTiles, quality: Int, isExact: Bool = false) {
    self.kind = kind
    self.quality = quality
    self.isExact = isExact
  }

  /// What a recipe says of pixels.
  ///
  /// - Parameters:
  ///   - layout: of the pixels.
  ///   - recipe: asked for.
  init(of layout: PixelLayout, by recipe: PyramidRecipe) {
    let kind: PyramidTiles =
      switch (recipe.format, layout) {
      case (.auto, .gray), (.jpeg, .gray): .grayJPEG
      case (.auto, .yCbCr), (.auto, .rgbx), (.jpeg, .yCbCr), (.jpeg, .rgbx):
        .colorJPEG(recipe.chroma)
      case (.auto, .rgba), (.jpeg, .rgba): .webp(alpha: true)
      case (.webp, _): .webp(alpha: layout == .rgba)
      case (.lossless, .gray): .deflate(channels: 1)
      case (.lossless, .rgba): .deflate(channels: 4)
      case (.lossless, _): .deflate(channels: 3)
      }
    self.init(kind, quality: recipe.quality)
  }

  /// Colors without alpha, every pixel as it is.
  static let exactWebP = WrittenTiles(.webp(alpha: false), quality: 0, isExact: true)

  /// With less JPEG leaves its rings around letters.
  private static let leastDrawnQuality = 90

  /// JPEG of what is drawn: it keeps all of the colors, without which colored letters lose their edges.
  ///
  /// - Parameters:
  ///   - quality: asked for.
  ///   - isGray: whether there are no colors.
  /// - Returns: of that quality, or of the least that letters want.
  static func drawnJPEG(quality: Int, isGray: Bool) -> WrittenTiles {
    WrittenTiles(
      isGray ? .grayJPEG : .colorJPEG(.full), quality: max(quality, leastDrawnQuality))
  }

  /// The layout of bands of a drawn page that they are cut from.
  var layout: PixelLayout { kind == .grayJPEG ? .gray : .rgbx }

  /// Who makes them.
  ///
  /// - Parameters:
  ///   - layout: of the bands that they are cut from.
  ///   - side: of a tile, in pixels.
  ///   - profile: what their colors are, where they are not sRGB.
  /// - Returns: one for a thread of its own.
  /// - Throws: that its library can't be had.
  func encoder(
    of layout: PixelLayout, side: Int, _ profile: ColorProfile? = nil
  ) throws -> any TileEncoder {
    switch kind {
    case .grayJPEG:
      return try JPEGTileEncoder(layout: layout, tileSide: side, quality: quality, chroma: .full)
    case .colorJPEG(let chroma):
      return try JPEGTileEncoder(layout: layout, tileSide: side, quality: quality, chroma: chroma)
    case .webp where isExact: return ExactWebPTileEncoder(tileSide: side)
    case .webp(let alpha):
      return try PixelTileEncoder(
        // These can't be given it when they are sent, as JPEG tiles are.
        coding: .webp(quality: quality, profile: profile?.isGray == false ? profile?.bytes : nil),
        channels: alpha ? 4 : 3, tileSide: side)
    case .deflate(let channels):
      return try PixelTileEncoder(coding: .deflate, channels: channels, tileSide: side)
    }
  }
}
