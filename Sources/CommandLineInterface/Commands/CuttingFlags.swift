import PyramidFormat
import TileGeometry

/// The flags that say how images are cut, the same for every command that cuts.
enum CuttingFlags {
  static let all = [
    Flag("quality", .text("1-100"), default: "85", "JPEG or WebP quality of the tiles."),
    Flag("tile-size", .choice(["128", "256", "512", "1024"]), default: "256", "Side of a tile."),
    Flag(
      "format", .choice(PyramidRecipe.Format.allCases.map(\.rawValue)), default: "jpeg",
      "What tiles are: JPEG (WebP where there is alpha), WebP, or lossless (Deflate)."),
    Flag(
      "chroma", .choice(ServeSettings.Cutting.chromas.map(\.name)), default: "4:2:0",
      "How much of the colour planes JPEG tiles keep."),
    Flag(
      "keep-profile", .truth,
      "Keep the source's colours and ICC profile instead of making sRGB; pictures are sent with it."
    ),
    Flag(
      "max-pixels", .text("N"), default: "5e9 JPEG, 2e10 TIFF, 5e8 others",
      "Refuse larger images."),
    Flag(
      "max-memory", .text("MB"), default: "2048", "Memory that cutting one image may take."),
    Flag(
      "deadline", .text("SECONDS"), default: "60, and 2 for each megapixel",
      "Give an image up after so long."),
    Flag(
      "allow-untrusted", .truth,
      "Decode SVG and PDF too; libvips doesn't vouch for their decoders. JPEG 2000 is not decoded: "
        + "its decoder is not safe yet."),
    Flag("dpi", .text("N"), default: "150", "How finely SVG and PDF are drawn."),
  ]

  static func flag(_ name: String) -> Flag? { all.first { $0.name == name } }

  /// Where the same may be said for several commands at once.
  static let config = TypedFlag.text(
    "config", .file, default: "none",
    "Read settings from this JSON5 file; config/pyramidion.json5 has them all.")

  /// Where what no flag says is taken from.
  static let sources =
    "What no flag says is taken from a variable (PYRAMIDION_STORE for --store), then from the "
    + "configuration file, as serve does it; both name one store and one way to cut for all "
    + "commands."
}
