import HTTPWire
import ImageRequest

/// The lines that answers with pictures have in common, prepared once.
struct PictureFields: Sendable {
  private var blocks: [FieldBlock] = []
  private static let formats = ImageFormat.allCases.count

  /// - Parameters:
  ///   - seconds: for which answers without a version may be kept.
  ///   - varies: whether the format depends on the request's Accept.
  init(seconds: Int, varies: Bool) {
    for freshness in Freshness.allCases {
      for format in ImageFormat.allCases {
        var block = FieldBlock()
        block.add("Content-Type", format.mediaType)
        block.add("X-Content-Type-Options", "nosniff")
        block.add("Access-Control-Allow-Origin", "*")
        switch freshness {
        case .immutable: block.add("Cache-Control", "public, max-age=31536000, immutable")
        case .limited: block.add("Cache-Control", "public, max-age=\(seconds)")
        case .outdated: block.add("Cache-Control", "no-cache")
        case .passing: block.add("Cache-Control", "no-store")
        case .brief: block.add("Cache-Control", "public, max-age=60")
        }
        if varies { block.add("Vary", "Accept") }
        blocks.append(block)
      }
    }
  }

  subscript(format: ImageFormat, freshness: Freshness) -> FieldBlock {
    blocks[freshness.rawValue * Self.formats + Int(format.rawValue)]
  }
}
