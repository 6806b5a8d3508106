import BookText
import Books
import ByteText
import DecoderChildren
import Decoding
import PictureWords
import Pixels
import Posix
import PyramidFormat
import Sources
import TileGeometry
import ZipFile

/// The pictures of an archive, in the order in which they are read.
struct ArchivePages {
  /// Pictures that an archive has at most, and bytes of what it says of itself.
  private static let most = (pages: 10_000, words: 1 << 20)
  /// Bytes in which a picture's size is looked for before all of it is unpacked for that, and bytes of
  /// one that is.
  private static let heads = (first: Int64(1) << 18, all: Int64(64) << 20)

  private let archive: ZipArchive
  private let pages: [ZipEntry]
  private let packaged: PackagedBook?

  /// - Parameter source: the open file.
  /// - Throws: what keeps it from being read, or that it has no pictures, or too many.
  init(_ source: SourceCopies) throws {
    let file = try PlacedBytes(of: source)
    archive = try ZipArchive(byteCount: file.byteCount) { try file.bytes(at: $0, count: $1) }
    packaged = try PackagedBook(archive)
    pages =
      packaged?.pages
      ?? archive.entries.filter(\.isPicture).sorted { NaturalOrder.precedes($0.name, $1.name) }
    guard !pages.isEmpty else { throw CutFailure(.source, "the archive has no pictures") }
    guard pages.count <= Self.most.pages else {
      throw CutFailure(
        .limit, "\(pages.count) pictures, more than the limit of \(Self.most.pages)")
    }
  }

  /// How a picture is cut.
  ///
  /// - Parameters:
  ///   - page: from 1.
  ///   - opened: the archive.
  /// - Returns: the road that it would go by itself.
  /// - Throws: what keeps it from being cut.
  func road(to page: Int, of opened: OpenSource) throws -> any CutRoad {
    guard pages.indices.contains(page - 1) else {
      throw CutFailure(.noPage(page, of: pages.count), by: opened.request.limits)
    }
    let entry = pages[page - 1]
    let most = min(opened.request.limits.sourceBytes, CutLimits.unpackedBytes)
    guard entry.size <= most else {
      throw CutFailure(.limit, "\(entry.size) bytes, more than the limit of \(most)")
    }
    guard let scratch = opened.source.scratch else {
      throw CutFailure(
        .environment(.noMemory, at: .decoder), "there is no memory for a picture of the archive")
    }
    let file = try scratch.filled { write in
      try archive.unpack(entry) { piece in
        try unsafe write(piece.bytes)
        return true
      }
    }
    let road = try OpenSource(embedded: file, in: opened).road()
    let mostPixels = opened.request.limits.pixels(of: .cbz)
    guard road.source.facts.pixels <= mostPixels else {
      throw CutFailure(
        .limit, "\(road.source.facts.pixels) pixels, more than the limit of \(mostPixels)")
    }
    return ArchiveRoad(road, among: pages.count)
  }
}

extension ZipArchive {
  /// The first bytes of a file, or all of them.
  ///
  /// - Parameters:
  ///   - entry: the file.
  ///   - limit: when no more is unpacked.
  /// - Returns: some more where it has more than that.
  /// - Throws: what keeps it from being unpacked.
  func beginning(of entry: ZipEntry, limit: Int64) throws -> [UInt8] {
    var bytes: [UInt8] = []
    try unpack(entry) { piece in
      for index in piece.indices { bytes.append(piece[index]) }
      return bytes.count < limit
    }
    return bytes
  }
}

extension ArchivePages: DescribedDocument {
  var pageCount: Int { pages.count }

  func describe(
    in head: inout DocumentHead, labels readsLabels: Bool, outline readsOutline: Bool
  ) {
    if let packaged { return packaged.describe(in: &head, outline: readsOutline) }
    head.kind = .cbz
    // An archive whose words can't be read is a book all the same.
    guard let entry = archive.entries.first(where: \.isComicInfo), entry.size <= Self.most.words,
      let bytes = try? archive.beginning(of: entry, limit: entry.size)
    else { return }
    head.fill(from: ComicInfo(parsing: bytes))
  }

  /// Their sizes are known as soon as their heads are read.
  func foresee(in head: inout DocumentHead, _ request: SourceRequest) {}

  /// Where pictures lead nobody has said.
  func description(ofPage page: Int, _ request: SourceRequest) throws -> DocumentReport.Page {
    DocumentReport.Page(try size(ofPage: page, request))
  }

  private func size(ofPage page: Int, _ request: SourceRequest) throws -> PageSize {
    let entry = pages[page - 1]
    for limit in [Self.heads.first, Self.heads.all] {
      do {
        let bytes = try archive.beginning(of: entry, limit: limit)
        let source = PictureBytes(bytes, of: entry.size)
        if let size = try PictureHead.size(of: source, beginning: bytes.span),
          size.width * size.height <= Int64(request.limits.pixels(of: .cbz))
        {
          return PageSize(size)
        }
        guard bytes.count < entry.size, entry.size <= Self.heads.all else { return .unknown }
      } catch let error as Errno {
        throw error
      } catch {
        // Whoever has it cut is told what is wrong with it.
        return .unknown
      }
    }
    return .unknown
  }

  /// Nobody has read what is written in pictures.
  func text(ofPage page: Int) throws -> PageText? { PageText() }
}

/// A picture of an archive on the road that it would go by itself.
private struct ArchiveRoad: CutRoad {
  let source: RoadSource
  let planes: PixelLayout?
  private let road: any CutRoad

  init(_ road: any CutRoad, among pages: Int) {
    self.road = road
    source = road.source.asPicture(among: pages)
    planes = road.planes
  }

  func prove() throws { try road.prove() }

  func run(into target: CutTarget) throws { try road.run(into: target) }
}

/// The first bytes of a picture: what stands behind them is none of its head.
private struct PictureBytes: ByteSource {
  let byteCount: Int64
  let name = "the picture"
  private let bytes: [UInt8]

  init(_ bytes: [UInt8], of byteCount: Int64) {
    self.bytes = bytes
    self.byteCount = byteCount
  }

  func read(
    at offset: Int64, into buffer: inout MutableRawSpan
  ) throws(ByteSourceError) -> Int {
    guard (0...Int64(bytes.count)).contains(offset) else { return 0 }
    let start = Int(offset)
    let count = min(buffer.byteCount, bytes.count - start)
    for index in 0..<count {
      buffer.storeBytes(of: bytes[start + index], toByteOffset: index, as: UInt8.self)
    }
    return count
  }
}

extension ZipEntry {
  private var parts: [ArraySlice<UInt8>] { name.split(separator: ASCII.slash) }

  /// By its name, as a page would be called: hidden files are none, and what Macs put beside each
  /// file.
  fileprivate var isPicture: Bool {
    !isFolder && SourceFormat.isPictureName(parts.last ?? [])
      && !parts.contains { $0.first == ASCII.dot || $0.elementsEqual("__MACOSX".utf8) }
  }

  /// What programs that read comics write of one.
  fileprivate var isComicInfo: Bool {
    !isFolder && (parts.last ?? []).equalsIgnoringCase("comicinfo.xml")
  }
}

extension DocumentHead {
  fileprivate mutating func fill(from info: ComicInfo) {
    title = info.title
    author = info.creator
    subject = info.description
    date = info.date
    language = info.language
    isRightToLeft = info.isRightToLeft
    headings = info.bookmarks.compactMap { bookmark in
      guard bookmark.page < pages else { return nil }
      return Heading(depth: 0, title: bookmark.title, page: bookmark.page + 1)
    }
  }
}
