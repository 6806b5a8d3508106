/// A DjVu file as it is laid out: which of its parts are pages, how large each is, and which bytes have
/// to do with what is asked about one.
///
/// What is packed in them is not looked at.
package struct DjVuDocument {
  /// Reads so many bytes from a place of the file on; asked for none beyond its end, and to answer with
  /// all of them.
  package typealias Read = (_ place: Int64, _ count: Int) throws -> [UInt8]

  /// Chunks that are looked at for one page.
  private static let mostChunks = 10_000

  private enum Name {
    static let form = "FORM"
    static let directory = "DIRM"
    static let outline = "NAVM"
    static let information = "INFO"
    static let inclusion = "INCL"
    /// What is seen of a page besides black and white.
    static let colors: Set = ["BG44", "BGjp", "BG2k", "FG44", "FGjp", "FG2k", "FGbz"]
    /// What is said of a page beside what it shows.
    static let words: Set = ["TXTa", "TXTz"]
    static let links: Set = ["ANTa", "ANTz"]
  }

  private let reader: DjVuReader
  /// The bytes before all parts: what kind of file it is, its directory, and how the first part begins.
  private let head: [Range<Int64>]
  /// Nil where there is none.
  private var outline: Range<Int64>?
  /// Those that can't be read with the reason.
  private let pages: [Result<DjVuChunk, DjVuIrregular>]
  /// What several pages are made of.
  private let sharedParts: [DjVuChunk]
  /// What is said of all pages together.
  private var sharedWords: [DjVuChunk] = []
  private let isOnePage: Bool
  /// Where the first part should begin and doesn't.
  private var brokenBeginning: Int64?
  /// How a part begins: what is put there.
  package static let partBeginning: [UInt8] =
    Array("FORM".utf8) + [0, 0, 0, 4] + Array("DJVU".utf8)

  package var pageCount: Int { pages.count }
  /// Whether something is said of all pages together.
  package var hasSharedWords: Bool { !sharedWords.isEmpty }

  /// Reads where a file's parts lie.
  ///
  /// - Parameters:
  ///   - byteCount: the file's.
  ///   - read: reads the file.
  /// - Throws: ``DjVuIrregular``, or what reading it says.
  package init(byteCount: Int64, _ read: @escaping Read) throws {
    reader = DjVuReader(byteCount: byteCount, read)
    let beginning = try reader.bytes(at: 0, count: 16)
    let kind = String(decoding: beginning[12...], as: UTF8.self)
    guard beginning.starts(with: "AT&TFORM".utf8), ["DJVU", "DJVM"].contains(kind) else {
      throw DjVuIrregular("it is no DjVu document")
    }
    guard kind == "DJVM" else {
      isOnePage = true
      (head, sharedParts) = ([0..<4], [])
      pages = [.success(try reader.chunk(at: 4, before: byteCount))]
      return
    }
    isOnePage = false
    // Of one that is cut off, pages are there.
    let directory = try reader.chunk(at: 16, before: byteCount)
    guard directory.name == Name.directory else {
      throw DjVuIrregular("the document has no directory of its parts")
    }
    let parts = try DjVuDirectory(directory, reader).parts
    var head = [0..<directory.place.upperBound]
    var next = directory.next
    if let chunk = try? reader.chunk(at: directory.next, before: byteCount),
      chunk.name == Name.outline
    {
      next = chunk.next
      // One in whose place no part can begin has nothing in it.
      if chunk.whole.count < Self.partBeginning.count {
        head.append(chunk.whole)
      } else {
        outline = chunk.whole
      }
    }
    // Readers look at what comes next, whether it is of use to them or not.
    if let first = parts.compactMap(\.chunk?.whole.lowerBound).min() {
      head.append(first..<first + 12)
    }
    if !parts.contains(where: { $0.chunk?.whole.lowerBound == next }),
      next + Int64(Self.partBeginning.count) <= byteCount
    {
      brokenBeginning = next
    }
    self.head = head
    pages = parts.compactMap { part in
      switch part {
      case .page(let chunk): .success(chunk)
      case .broken(let reason): .failure(reason)
      case .shared, .thumbnails: nil
      }
    }
    sharedParts = parts.compactMap { if case .shared(let chunk) = $0 { chunk } else { nil } }
    guard pages.contains(where: { (try? $0.get()) != nil }) else {
      throw pages.first.flatMap(Self.reason) ?? DjVuIrregular("the document has no pages")
    }
    // Programs put it before all pages; a document has one of it.
    if let first = sharedParts.first(where: { part in
      let chunk = try? reader.chunk(
        at: part.place.lowerBound + 4, before: part.place.upperBound)
      return chunk.map { Name.links.contains($0.name) } == true
    }) {
      sharedWords = [first]
    }
  }

  /// What a page says of itself.
  ///
  /// - Parameter number: from 1.
  /// - Returns: how large it is.
  /// - Throws: ``DjVuIrregular``, or what reading it says.
  package func page(_ number: Int) throws -> DjVuPage {
    let chunks = try chunks(of: number)
    guard let information = chunks.first, information.name == Name.information else {
      throw DjVuIrregular("page \(number) doesn't say how large it is")
    }
    guard !isOnePage || !chunks.contains(where: { $0.name == Name.inclusion }) else {
      throw DjVuIrregular.isElsewhere
    }
    guard
      let page = DjVuPage(
        try reader.bytes(
          at: information.place.lowerBound, count: min(information.place.count, DjVuPage.length)),
        hasColors: chunks.contains { Name.colors.contains($0.name) })
    else { throw DjVuIrregular("page \(number) says that it is as large as no page is") }
    return page
  }

  /// Whether somebody has said what is written on a page.
  ///
  /// - Parameter number: from 1.
  /// - Returns: false for one of which nothing is known.
  package func hasWords(page number: Int) -> Bool {
    (try? chunks(of: number))?.contains { Name.words.contains($0.name) } == true
  }

  /// Whether a page may lead elsewhere.
  ///
  /// - Parameter number: from 1.
  /// - Returns: false for one of which nothing is known.
  package func hasLinks(page number: Int) -> Bool {
    (try? chunks(of: number))?.contains { Name.links.contains($0.name) } == true
  }

  private static func reason(of page: Result<DjVuChunk, DjVuIrregular>) -> DjVuIrregular? {
    if case .failure(let reason) = page { reason } else { nil }
  }

  private func form(ofPage number: Int) throws(DjVuIrregular) -> DjVuChunk {
    guard pages.indices.contains(number - 1) else {
      throw DjVuIrregular("there is no page \(number)")
    }
    switch pages[number - 1] {
    case .success(let form): return form
    case .failure(let reason): throw DjVuIrregular("page \(number) can't be found: \(reason)")
    }
  }

  private func chunks(of number: Int) throws -> [DjVuChunk] {
    let page = try form(ofPage: number)
    var chunks: [DjVuChunk] = []
    var next = page.place.lowerBound + 4
    while next < page.place.upperBound {
      guard chunks.count < Self.mostChunks else {
        throw DjVuIrregular("page \(number) has more than \(Self.mostChunks) parts")
      }
      // What comes after a cut is missing, and what came before is there.
      guard let chunk = try? reader.chunk(at: next, before: page.place.upperBound) else { break }
      chunks.append(chunk)
      next = chunk.next
    }
    return chunks
  }

  // MARK: What a program is given

  /// Where ``partBeginning`` is to be put: readers that find nothing there read no page.
  ///
  /// - Parameter hasOutline: whether the outline is given; where it is damaged readers read no page either.
  /// - Returns: nil where what is given has it.
  package func missingBeginning(hasOutline: Bool) -> Int64? {
    hasOutline ? brokenBeginning : outline?.lowerBound ?? brokenBeginning
  }

  /// What a page's picture is made of.
  ///
  /// - Parameter page: from 1.
  /// - Returns: places of the file; all others have nothing to do with it.
  /// - Throws: ``DjVuIrregular``.
  package func partsDrawing(page: Int) throws -> [Range<Int64>] {
    let form = try form(ofPage: page)
    return head + sharedParts.map(\.whole) + [form.whole]
  }

  /// What tells of pages in words, where they lead, and what all of them are called.
  ///
  /// - Parameters:
  ///   - numbers: from 1.
  ///   - hasOutline: whether the document's outline is wanted.
  /// - Returns: places of the file; nothing of a picture is among them.
  package func partsReading(
    pages numbers: some Sequence<Int>, hasOutline: Bool
  ) -> [Range<Int64>] {
    var parts = head + (hasOutline ? [outline].compactMap(\.self) : []) + sharedWords.map(\.whole)
    for number in numbers {
      guard let start = try? form(ofPage: number).whole.lowerBound else { continue }
      parts.append(start..<start + 12)
      for chunk in (try? chunks(of: number)) ?? [] {
        let isWanted =
          chunk.name == Name.information || Name.words.contains(chunk.name)
          || Name.links.contains(chunk.name)
        parts.append(
          isWanted ? chunk.whole : chunk.whole.lowerBound..<chunk.place.lowerBound)
      }
    }
    return parts
  }
}

extension DjVuIrregular {
  static let isElsewhere = DjVuIrregular(
    "the document's pages lie in other files (it is an indirect one): `djvmcvt -b` makes one file of"
      + " them")
}
