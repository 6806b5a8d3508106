import ByteText
import Documents
import HTTPWire
import ImageRequest
import Sources
import TileGeometry
import TileViewport

/// The addresses of an image's tiles in our own scheme.
struct TileAddresses: Sendable {
  private let links: ImageLinks
  private let version: String
  let format: ImageFormat

  init(of image: OpenImage, named name: ImageName, _ base: BaseAddress) {
    // The name may share a whole request's bytes; the links keep bytes of their own.
    let own = ImageName(encoded: ArraySlice(Array(name.encoded)))
    links = ImageLinks(name: own, base: base.relative)
    version = image.version.text
    format = image.shape.storedFormat ?? (image.shape.hasAlpha ? .webp : .jpeg)
  }

  func address(_ tile: TileAddress) -> String {
    links.tile(NativeTile(tile, format: format), version: version)
  }

  /// What comes before a tile in a stream of several.
  func head(of tile: TileAddress, length: Int64) -> [UInt8] {
    var head: [UInt8] = []
    head.append("\r\n--")
    head.append(contentsOf: TileStream.boundary.utf8)
    head.append("\r\nContent-Type: ")
    head.append(format.mediaType)
    head.append("\r\nContent-Length: ")
    head.append(decimal: length)
    head.append("\r\nContent-Location: ")
    head.append(contentsOf: address(tile).utf8)
    head.append("\r\n\r\n")
    return head
  }
}
