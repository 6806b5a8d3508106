package import Books
import Sources
import TileGeometry

/// The file that a child writes about a document: a head, and then one page after the other, so that
/// what it dies of takes no page with it but its own.
///
/// Four bytes with the head's length, the head as JSON, and sixteen bytes a page: width and height in
/// pixels, dots per inch (0 where a picture doesn't tell), and how many levels are finer. Nothing of
/// it is believed that can't be.
package struct DocumentReport: Equatable, Sendable {
  package let head: DocumentHead
  /// From the first page on that was asked for.
  package let sizes: [PageSize]

  /// Bytes that the file has at most: an outline is by far the longest that is in it.
  package static let longest = 1 << 24
  static let pageLength = 16
  /// Dots per inch that a page can have.
  private static let densities: ClosedRange<Float> = 0.000_001...10_000_000

  /// What comes before the pages.
  ///
  /// - Parameter head: what is said of the document.
  /// - Returns: bytes for the file's beginning.
  package static func bytes(_ head: DocumentHead) -> [UInt8] {
    let json = CutWire.encode(head)
    return bytes(UInt32(json.count)) + json
  }

  /// A page.
  ///
  /// - Parameter size: unknown for one that can't be read.
  /// - Returns: bytes to be written behind those before.
  package static func bytes(_ size: PageSize) -> [UInt8] {
    bytes(UInt32(size.pixels?.width ?? 0)) + bytes(UInt32(size.pixels?.height ?? 0))
      + bytes(Float(size.density ?? 0).bitPattern) + bytes(UInt32(size.detail))
  }

  private static func bytes(_ number: UInt32) -> [UInt8] {
    (0..<4).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
  }

  /// Reads a file; nil for what no child writes that means well.
  ///
  /// - Parameters:
  ///   - bytes: what there is of it; a page that is begun is none.
  ///   - request: what was asked.
  package init?(parsing bytes: [UInt8], for request: DocumentRequest) {
    func number(at place: Int) -> UInt32 {
      (0..<4).reduce(0) { $0 | UInt32(bytes[place + $1]) << (8 * $1) }
    }
    guard bytes.count >= 4 else { return nil }
    let end = 4 + Int(number(at: 0))
    guard end <= bytes.count,
      let head = CutWire.decode(DocumentHead.self, Array(bytes[4..<end])), head.isPlausible
    else { return nil }
    let count = (bytes.count - end) / Self.pageLength
    guard count <= max(0, head.pages - request.first + 1) else { return nil }
    let mostPixels = request.source.limits.pixels(of: .pdf)
    var sizes: [PageSize] = []
    for place in 0..<count {
      let start = end + place * Self.pageLength
      let (width, height) = (Int64(number(at: start)), Int64(number(at: start + 4)))
      guard width > 0 || height > 0 else {
        sizes.append(.unknown)
        continue
      }
      let density = Float(bitPattern: number(at: start + 8))
      guard let size = ImageSize(width: width, height: height),
        width * height <= Int64(mostPixels),
        Self.densities.contains(density) || density == 0 && head.kind != .pdf
      else { return nil }
      let pixels = PixelSize(width: size.width, height: size.height)
      let detail = Int(number(at: start + 12))
      guard detail <= DrawnDetail.levels(of: pixels, most: DrawnDetail.bounds.upperBound) else {
        return nil
      }
      sizes.append(
        PageSize(pixels, density: density == 0 ? nil : Double(density), detail: detail))
    }
    self.head = head
    self.sizes = sizes
  }
}
