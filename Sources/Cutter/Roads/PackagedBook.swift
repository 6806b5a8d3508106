import BookText
import DecoderChildren
import Sources
import ZipFile

/// An EPUB whose parts are pages of one picture each.
struct PackagedBook {
  /// Bytes of a part that is no picture.
  private static let longestPart = 1 << 20

  let pages: [ZipEntry]
  private let facts: EPUBPackage
  private let contents: [EPUBPart.Link]

  /// Nil for an archive that is no EPUB.
  ///
  /// - Parameter archive: with all of its parts.
  /// - Throws: what keeps it from being read, or that a part is no such page.
  init?(_ archive: ZipArchive) throws {
    let entries = Dictionary(archive.entries.map { ($0.name, $0) }) { first, _ in first }
    guard let container = entries[Array("META-INF/container.xml".utf8)] else { return nil }
    func bytes(of entry: ZipEntry) throws -> [UInt8] {
      guard entry.size <= Self.longestPart else {
        throw CutFailure(.limit, "a part of the EPUB is longer than \(Self.longestPart) bytes")
      }
      return try archive.beginning(of: entry, limit: entry.size)
    }
    guard let path = EPUBPackage.path(in: try bytes(of: container)), let file = entries[path] else {
      throw CutFailure(.source, "the EPUB doesn't say what its parts are")
    }
    let facts = EPUBPackage(parsing: try bytes(of: file), at: path)
    var pages: [ZipEntry] = []
    for part in facts.parts {
      var pictures = [part]
      if !SourceFormat.isPictureName(part) {
        guard let entry = entries[part] else {
          throw CutFailure(.source, "a part of the EPUB is missing")
        }
        pictures = EPUBPart.pictures(in: try bytes(of: entry), at: part)
      }
      guard pictures.count == 1, let picture = entries[pictures[0]] else {
        throw CutFailure(
          .source,
          "part \(pages.count + 1) of the EPUB is not one picture: only those are shown whose parts"
            + " are")
      }
      pages.append(picture)
    }
    self.pages = pages
    self.facts = facts
    // A book whose contents can't be read is one all the same.
    contents =
      facts.contents.flatMap { place in
        entries[place].flatMap { try? bytes(of: $0) }.map { EPUBPart.contents(in: $0, at: place) }
      } ?? []
  }

  /// Says what is known of all of it.
  ///
  /// - Parameters:
  ///   - head: what is filled in.
  ///   - readsOutline: whether its contents are wanted.
  func describe(in head: inout DocumentHead, outline readsOutline: Bool) {
    head.kind = .epub
    head.title = facts.title
    head.author = facts.creator
    head.subject = facts.description
    head.date = facts.date
    head.language = facts.language
    head.isRightToLeft = facts.isRightToLeft
    guard readsOutline else { return }
    let places = Dictionary(zip(facts.parts, 1...)) { first, _ in first }
    head.headings = contents.compactMap { link in
      guard let page = places[link.path], page <= head.pages else { return nil }
      return DocumentHead.Heading(depth: 0, title: link.title, page: page)
    }
  }
}
