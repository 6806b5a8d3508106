package import TileGeometry

/// How an image is to be cut: what whoever orders it decides of the pyramid's bytes.
package struct PyramidRecipe: Equatable, Hashable, Sendable {
  package enum Format: String, CaseIterable, Codable, Sendable {
    /// JPEG; of pages that are drawn what a few of their tiles say: WebP without loss where that is
    /// smaller, else JPEG that keeps all of the colors.
    case auto
    case jpeg, webp, lossless
  }

  /// Where the finest level of a JPEG source comes from.
  package enum Base: String, CaseIterable, Codable, Sendable {
    /// The source's own data, where they are not much finer than the quality asked for; else
    /// requantized.
    case auto
    /// The source's own data, however fine they are.
    case source
    /// The source's coefficients, those that are finer than the quality asked for by its steps.
    case requantized = "requantised"
    /// Encoded anew, as of any other source.
    case encoded
  }

  /// What the chroma of tiles can be.
  private static let chromas: [ChromaSampling] = [.full, .halved, .quartered]

  static func chroma(named name: String) -> ChromaSampling? { chromas.first { $0.name == name } }

  package static let qualityBounds: ClosedRange<Int> = 1...100

  package var tileSize: TileSize
  /// What is asked for; an image with alpha gets WebP tiles where JPEG is asked for.
  package var format: Format
  /// Within ``qualityBounds``.
  package var quality: Int {
    didSet {
      let bounds = Self.qualityBounds
      quality = min(max(quality, bounds.lowerBound), bounds.upperBound)
    }
  }
  package var chroma: ChromaSampling
  package var keepsProfile: Bool
  /// It is nothing to other sources, nor to other formats of tiles.
  package var base: Base

  /// What pictures are cut by when nobody says otherwise.
  package static let standard = PyramidRecipe(
    tileSize: .standard, format: .jpeg, sound: 85, chroma: .quartered, keepsProfile: false,
    base: .auto)

  /// - Returns: nil for a quality outside ``qualityBounds``.
  package init?(
    tileSize: TileSize = standard.tileSize, format: Format = standard.format,
    quality: Int = standard.quality, chroma: ChromaSampling = standard.chroma,
    keepsProfile: Bool = standard.keepsProfile, base: Base = standard.base
  ) {
    guard Self.qualityBounds.contains(quality) else { return nil }
    self.init(
      tileSize: tileSize, format: format, sound: quality, chroma: chroma,
      keepsProfile: keepsProfile, base: base)
  }

  private init(
    tileSize: TileSize, format: Format, sound quality: Int, chroma: ChromaSampling,
    keepsProfile: Bool, base: Base
  ) {
    self.tileSize = tileSize
    self.format = format
    self.quality = quality
    self.chroma = chroma
    self.keepsProfile = keepsProfile
    self.base = base
  }

  /// The recipe in one line that never changes its meaning: part of what a version is a hash of.
  package var canonicalText: String {
    switch format {
    case .lossless: "lossless;tile=\(tileSize.side);profile=\(keepsProfile)"
    case .auto, .jpeg, .webp:
      "\(format.rawValue);tile=\(tileSize.side);quality=\(quality);chroma=\(chroma.name)"
        + ";profile=\(keepsProfile)" + (format == .webp ? "" : ";base=\(base.rawValue)")
    }
  }
}

extension PyramidRecipe: Codable {
  private enum Key: String, CodingKey { case tileSize, format, quality, chroma, keepsProfile, base }

  package init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: Key.self)
    let side = try values.decode(Int32.self, forKey: .tileSize)
    let quality = try values.decode(Int.self, forKey: .quality)
    let name = try values.decode(String.self, forKey: .chroma)
    guard let tileSize = TileSize(side),
      let chroma = Self.chroma(named: name),
      let recipe = try PyramidRecipe(
        tileSize: tileSize,
        format: values.decode(Format.self, forKey: .format), quality: quality, chroma: chroma,
        keepsProfile: values.decode(Bool.self, forKey: .keepsProfile),
        base: values.decode(Base.self, forKey: .base))
    else {
      throw DecodingError.dataCorrupted(
        .init(codingPath: values.codingPath, debugDescription: "a recipe out of its bounds"))
    }
    self = recipe
  }

  package func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: Key.self)
    try values.encode(tileSize.side, forKey: .tileSize)
    try values.encode(format, forKey: .format)
    try values.encode(quality, forKey: .quality)
    try values.encode(chroma.name, forKey: .chroma)
    try values.encode(keepsProfile, forKey: .keepsProfile)
    try values.encode(base, forKey: .base)
  }
}
