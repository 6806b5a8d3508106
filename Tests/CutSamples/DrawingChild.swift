package import BookText
package import Books
import CutJobs
package import DecoderChildren
import Glibc
import Pixels
import Posix
package import PyramidFile
import PyramidFormat
import Sources
import Synchronization
import TileGeometry

/// Stands for cutting processes: writes a pyramid of one tile, or fails as it was told.
package final class DrawingChild: SourceChild, Sendable {
  private let failure: CutFailure?
  /// The version that its pyramids carry, in place of the one that was asked for.
  private let version: String?
  /// The only page that fails; nil for all.
  private let failingPage: Int?
  /// What it says of its source's sides; the pyramids are of one pixel all the same.
  private let side: Int
  /// How far it says that it is before it waits.
  private let share: Double
  /// What it says of documents.
  private let pages: Int
  /// What it says once it has begun; its pyramids, and a preview that it tells of, are as large as it says.
  private let telling: [CutAnswer]
  /// What it answers to those who wish for tiles while it waits.
  private let tile: [UInt8]?
  private let answersWishes: Bool
  /// Cuts wait for it while it is closed.
  private let gate: Monitor<Bool>
  private let count = Atomic<Int>(0)

  /// How often it was asked to cut, and to count.
  package var asked: Int { count.load(ordering: .acquiring) }
  private let wishes = Mutex(WishesSeen())
  /// The most tiles that people wished for at once.
  package var mostWished: Int { wishes.withLock { $0.most } }
  /// Whether nobody wishes for anything now.
  package var isWishedFor: Bool { wishes.withLock { $0.now > 0 } }
  private struct WishesSeen { var (now, most) = (0, 0) }
  private let atOnce = Mutex((now: 0, most: 0))
  /// How many cuts were under way at once.
  package var mostAtOnce: Int { atOnce.withLock { $0.most } }
  private let lastThreads = Atomic<Int>(0)
  /// With how many threads it was to cut what it was last asked for.
  package var threads: Int { lastThreads.load(ordering: .relaxed) }

  package init(
    _ failure: CutFailure? = nil, ofPage page: Int? = nil, saying version: String? = nil,
    side: Int = 1, pages: Int = 1, reaching share: Double = 0.5, tile: [UInt8]? = nil,
    answersWishes: Bool = true, telling: [CutAnswer] = [], isOpen: Bool = true
  ) {
    self.answersWishes = answersWishes
    self.telling = telling
    self.failure = failure
    self.version = version
    self.side = side
    self.pages = pages
    self.share = share
    self.tile = tile
    failingPage = page
    gate = Monitor(isOpen)
  }

  private var facts: SourceFacts {
    SourceFacts(
      format: "PNG", width: side, height: side, color: .rgb, chroma: nil, samples: "8", bands: 3,
      hasAlpha: false, orientation: 1, pages: 1, profile: "none", road: .pixels,
      isHeldWhole: false, estimatedMemory: 0)
  }

  package func open() { gate.change { $0 = true } }

  package func cut(
    _ request: CutRequest, _ files: CutFiles, wished: () -> [TileWish] = { [] },
    report: (CutAnswer) -> Void, shouldStop: () -> Bool
  ) throws(CutFailure) -> SourceFacts {
    atOnce.withLock { $0 = ($0.now + 1, max($0.most, $0.now + 1)) }
    defer { atOnce.withLock { $0.now -= 1 } }
    lastThreads.store(request.threads, ordering: .relaxed)
    report(.begun(facts))
    if telling.contains(.previewed), let preview = files.preview {
      do {
        try write(request, to: preview, of: files.source, finest: CutPreview.finest)
      } catch {
        throw CutFailure(.source, "\(error)")
      }
    }
    for answer in telling { report(answer) }
    report(.progress(share))
    // Who sees that it was asked sees what it has told.
    count.add(1, ordering: .releasing)
    while !gate.read({ $0 }) {
      if shouldStop() { throw CutFailure(.interrupted, "interrupted") }
      let wished = wished()
      wishes.withLock { $0 = WishesSeen(now: wished.count, most: max($0.most, wished.count)) }
      for wish in wished where answersWishes { report(.tile(WishedTile(wish, tile))) }
      Clock.sleep(milliseconds: 1)
    }
    if let failure, failingPage == nil || request.source.page == failingPage { throw failure }
    do {
      try write(request, to: files.output, of: files.source)
      return facts
    } catch {
      throw CutFailure(.source, "\(error)")
    }
  }

  package func countPages(
    of source: LocalFile, _ request: SourceRequest
  ) throws(CutFailure) -> Int {
    count.add(1, ordering: .relaxed)
    if let failure { throw failure }
    return pages
  }

  package func describe(
    _ source: LocalFile, _ request: SourceRequest, after known: DocumentFacts?
  ) throws(CutFailure) -> DocumentFacts {
    if let failure { throw failure }
    // A page an answer.
    var facts = known ?? DocumentFacts(.pdf, pageCount: pages, sizes: Runs())
    facts.sizes.append(PageSize(PixelSize(width: Int64(side), height: Int64(side))))
    return facts
  }

  package func readText(
    of source: LocalFile, _ request: SourceRequest, after known: DocumentText
  ) throws(CutFailure) -> DocumentText {
    if let failure { throw failure }
    var text = known
    var page = PageText()
    page.append(Array("page".utf8), in: .nowhere)
    text.append(page)
    return text
  }

  /// The head of a tile of 256 pixels a side, and nothing behind it.
  private static let tile: [UInt8] = [
    0xFF, 0xD8, 0xFF, 0xC0, 0, 11, 8, 1, 0, 1, 0, 1, 1, 0x11, 0, 0xFF, 0xDA, 0, 8, 1, 1, 0, 0, 63,
    0,
  ]

  private func write(
    _ request: CutRequest, to output: CInt, of source: LocalFile, finest: Reduction = .full
  ) throws {
    let side = Int64(telling.isEmpty ? 1 : side)
    guard let size = ImageSize(width: side, height: side) else { throw Errno.invalidArgument }
    var request = request
    request.version = version ?? request.version
    let layout = try PyramidLayout(
      ladder: Ladder(imageSize: size, tileSize: .standard), tiles: .grayJPEG,
      description: request.description(of: source.status))
    let writer = PyramidWriter(
      FileDescriptor(owning: dup(output)), path: .here, layout: layout, finest: finest)
    for level in (0..<layout.ladder.count).compactMap({ layout.ladder.level(at: $0) })
    where level.reduction >= finest {
      for row in 0..<level.rows {
        for column in 0..<level.columns {
          try unsafe writer.append(
            Self.tile.span.bytes,
            at: TileAddress(reduction: level.reduction, column: column, row: row))
        }
      }
    }
    _ = try writer.finish()
  }
}
