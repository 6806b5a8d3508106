package import BookText
package import Books
import Sources
import TileGeometry

/// The file that a child writes about a document: a head, and then one page after the other, so that
/// what it dies of takes no page with it but its own.
///
/// Four bytes with the head's length, the head as messages are written, and twenty bytes a page: width
/// and height in pixels, dots per inch (0 where a picture doesn't tell), how many levels are finer, and
/// how many bytes follow with where it leads. Nothing of it is believed that can't be.
package struct DocumentReport: Equatable, Sendable {
  package struct Page: Equatable, Sendable {
    package let size: PageSize
    package let links: [PageLink]

    /// One that can't be read.
    package static let unknown = Page(.unknown)

    /// - Parameters:
    ///   - size: the page's; unknown for one that can't be read.
    ///   - links: where it leads.
    package init(_ size: PageSize, links: [PageLink] = []) {
      self.size = size
      self.links = links
    }
  }

  package let head: DocumentHead
  /// From the first page on that was asked for.
  package let pages: [Page]

  /// Bytes that the file has at most: an outline is by far the longest that is in it.
  package static let longest = 1 << 24
  /// When no further page is begun, in bytes.
  package static let enough = 1 << 23
  private static let pageLength = 20
  /// As they are written here.
  private static let densities =
    Float(PageFineness.bounds.lowerBound)...Float(PageFineness.bounds.upperBound)

  /// What comes before the pages.
  ///
  /// - Parameter head: what is said of the document.
  /// - Returns: bytes for the file's beginning.
  package static func bytes(_ head: DocumentHead) -> [UInt8] {
    let words = CutWire.encode(head)
    return bytes(UInt32(words.count)) + words
  }

  /// A page.
  ///
  /// - Parameter page: what is said of it.
  /// - Returns: bytes to be written behind those before.
  package static func bytes(_ page: Page) -> [UInt8] {
    let (size, links) = (page.size, PageLink.record(of: page.links))
    return bytes(UInt32(size.pixels?.width ?? 0)) + bytes(UInt32(size.pixels?.height ?? 0))
      + bytes(Float(size.density ?? 0).bitPattern) + bytes(UInt32(size.detail))
      + bytes(UInt32(links.count)) + links
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
    let mostPixels = request.source.limits.pixels(of: .pdf)
    var pages: [Page] = []
    var start = end
    while bytes.count - start >= Self.pageLength {
      let behind = start + Self.pageLength
      let linkLength = Int(number(at: start + 16))
      guard linkLength <= bytes.count - behind else { break }
      guard pages.count <= head.pages - request.first,
        let links = PageLink.links(
          parsing: bytes[behind..<behind + linkLength], pages: head.pages)
      else { return nil }
      let (width, height) = (Int64(number(at: start)), Int64(number(at: start + 4)))
      let density = Float(bitPattern: number(at: start + 8))
      let detail = Int(number(at: start + 12))
      start = behind + linkLength
      guard width > 0 || height > 0 else {
        pages.append(.unknown)
        continue
      }
      guard let size = ImageSize(width: width, height: height),
        width * height <= Int64(mostPixels),
        Self.densities.contains(density) || density == 0 && head.kind != .pdf
      else { return nil }
      let pixels = PixelSize(width: size.width, height: size.height)
      guard detail <= DrawnDetail.levels(of: pixels, most: DrawnDetail.bounds.upperBound) else {
        return nil
      }
      pages.append(
        Page(
          PageSize(pixels, density: density == 0 ? nil : Double(density), detail: detail),
          links: links))
    }
    self.head = head
    self.pages = pages
  }
}
