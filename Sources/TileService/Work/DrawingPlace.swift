import Posix
import Rendering
import TileGeometry

/// What somebody wants drawn, as far as it matters to who else is served.
struct DrawingPlace: Hashable, Sendable {
  let document: FileStatus
  let part: Part

  enum Part: Hashable, Sendable {
    case block(page: Int, DrawnBlock)
    /// All of a page, in small.
    case thumbnail(page: Int, PixelSize)
    /// Of a page that is only read.
    case nothing(page: Int)
    /// Pictures of several blocks are made one at a time for a document: they take long, and share
    /// blocks.
    case several
  }

  /// Whoever looks at a page goes before who is about to, and these before pages in small.
  var rank: Int {
    switch part {
    case .block, .several: 0
    case .nothing: 1
    case .thumbnail: 2
    }
  }

  init(_ document: FileStatus, _ part: Part) {
    self.document = document
    self.part = part
  }

  init(_ order: PictureOrder) {
    let block = order.image.source.block(of: order.plan)
    document = order.image.sourceStatus
    part = block.map { .block(page: order.image.pageNumber, $0) } ?? .several
  }
}
