import Cutter
import PyramidFile
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
      "chroma", .choice(["4:2:0", "4:4:4"]), default: "4:2:0",
      "How much of the colour planes JPEG tiles keep."),
    Flag("keep-profile", "Keep the source's colours and ICC profile instead of making sRGB."),
    Flag(
      "max-pixels", .text("N"), default: "5e9 JPEG, 2e10 TIFF, 5e8 others",
      "Refuse larger images."),
    Flag(
      "max-memory", .text("MB"), default: "2048", "Memory that cutting one image may take."),
    Flag(
      "deadline", .text("SECONDS"), default: "60, and 2 for each megapixel",
      "Give an image up after so long."),
    Flag(
      "allow-untrusted",
      "Decode SVG, PDF and JPEG 2000 too; libvips doesn't vouch for their decoders."),
    Flag("dpi", .text("N"), default: "150", "How finely SVG and PDF are drawn."),
  ]

  static func flag(_ name: String) -> Flag? { all.first { $0.name == name } }

  static func recipe(_ arguments: ParsedArguments) throws -> PyramidRecipe {
    let quality = try number("quality", arguments, in: 1...100) ?? 85
    let side = try number("tile-size", arguments, in: 128...1024) ?? 256
    guard let tileSize = TileSize(Int32(side)),
      let recipe = PyramidRecipe(
        tileSize: tileSize,
        format: arguments.text("format").flatMap(PyramidRecipe.Format.init) ?? .jpeg,
        quality: quality,
        chroma: arguments.text("chroma").flatMap(PyramidRecipe.Chroma.init) ?? .quartered,
        keepsProfile: arguments.isSet("keep-profile"))
    else {
      throw UsageError("--quality \(quality) is outside 1 to 100", command: arguments.command)
    }
    return recipe
  }

  static func limits(_ arguments: ParsedArguments) throws -> CutLimits {
    var limits = CutLimits()
    limits.pixels = try number("max-pixels", arguments, in: 1...1 << 50)
    if let memory = try number("max-memory", arguments, in: 64...1 << 20) {
      limits.memory = memory << 20
    }
    if let seconds = try number("deadline", arguments, in: 1...1_000_000) {
      limits.seconds = Double(seconds)
      limits.secondsPerMegapixel = 0
    }
    limits.allowsUntrusted = arguments.isSet("allow-untrusted")
    return limits
  }

  static func dotsPerInch(_ arguments: ParsedArguments) throws -> Double {
    Double(try number("dpi", arguments, in: 1...2400) ?? 150)
  }

  /// A whole number of digits alone, within its bounds.
  static func number(
    _ flag: String, _ arguments: ParsedArguments, in bounds: ClosedRange<Int>
  ) throws -> Int? {
    guard let text = arguments.text(flag) else { return nil }
    guard text.count <= 18, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }),
      let number = Int(text), bounds.contains(number)
    else {
      throw UsageError(
        "--\(flag) '\(text)' is not a whole number from \(bounds.lowerBound) to "
          + "\(bounds.upperBound)", command: arguments.command)
    }
    return number
  }
}
