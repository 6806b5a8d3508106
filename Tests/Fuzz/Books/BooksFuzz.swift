import BookText
import Books
import DecoderChildren
import Glibc
import Sources
import TileGeometry
import TileViewport

/// Called before the first input: writes what to begin with into the folder of `BOOKS_SEEDS`.
@_cdecl("LLVMFuzzerInitialize")
public func writeSeeds(
  _ count: UnsafeMutablePointer<CInt>, _ words: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>
) -> CInt {
  guard let folder = unsafe getenv("BOOKS_SEEDS").map({ unsafe String(cString: $0) }) else {
    return 0
  }
  var facts = DocumentFacts(.pdf, pageCount: 3, sizes: Runs())
  facts.words.title = "A book"
  facts.outline = [
    OutlineEntry(title: "One", page: 0, parts: [OutlineEntry(title: "Inner", page: 2)])
  ]
  let box = TextBox(left: 1, top: 2, right: 3, bottom: 4)
  let addresses = [LinkAddress("https://a.b/".utf8)].compactMap(\.self)
  for page in 1...3 {
    facts.append(
      PageSize(PixelSize(width: 100, height: 200), density: 150),
      links: [PageLink(box, to: .page(page))] + addresses.map { PageLink(box, to: .address($0)) })
  }
  var text = PageText()
  text.append(Array("word".utf8), in: box)
  var seeds: [[UInt8]] = [
    [1] + (facts.kept ?? []), [2] + TextReport.bytes(text) + TextReport.bytes(nil),
  ]
  for answer in [CutAnswer.counted(pages: 3), .otherRoad("why"), .progress(0.5), .done] {
    seeds.append([3] + CutWire.encode(answer))
  }
  for (number, seed) in seeds.enumerated() {
    guard let file = unsafe fopen("\(folder)/made-\(number)", "w") else { return 1 }
    unsafe fwrite(seed, 1, seed.count, file)
    unsafe fclose(file)
  }
  return 0
}

/// libFuzzer's entry: the first byte says what the others are to be.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzBooks(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
  let input = unsafe [UInt8](UnsafeBufferPointer(start: start, count: count))
  guard let first = input.first else { return 0 }
  let bytes = Array(input.dropFirst())
  switch first % 4 {
  case 0: readFile(String(decoding: bytes, as: UTF8.self))
  case 1: readFacts(bytes)
  case 2: readText(bytes)
  default: _ = CutWire.decode(CutAnswer.self, bytes)
  }
  return 0
}

/// What somebody wrote of a folder, and of a document that has said something of itself.
private func readFile(_ text: String) {
  guard let file = try? BookFile(parsing: text) else { return }
  let size = PageSize(PixelSize(width: 600, height: 800))
  let folder = Book(
    path: Array("a".utf8), kind: .folder,
    images: .files((1...12).map { Array("a/\($0).jpg".utf8) }),
    sizes: Runs(repeatElement(size, count: 12)))
  let pages = Book(
    path: Array("s.tif".utf8), kind: .tiff, images: .pages(of: Array("s.tif".utf8), [1, 2, 3]),
    sizes: Runs(repeatElement(size, count: 3)))
  for book in [folder, pages] {
    let read = book.reading(file, named: "book.json")
    precondition(read.pageCount <= book.pageCount, "a book with pages that are not there")
    precondition(read.sizes.count == read.pageCount, "a page without a size")
    precondition(read.unpaired.allSatisfy { (0..<read.pageCount).contains($0) })
    precondition(
      leadsWithin(read.outline, pages: read.pageCount), "an outline that leads out of its book")
    for page in 0..<read.pageCount { _ = read.labels?[page] }
  }
}

/// What a child wrote of a document, or what was kept of that.
private func readFacts(_ bytes: [UInt8]) {
  let request = SourceRequest(rules: CuttingRules(), limits: CutLimits())
  guard let facts = DocumentFacts(kept: bytes, for: request) else { return }
  precondition(facts.sizes.count <= facts.pageCount, "more pages than there are")
  precondition(leadsWithin(facts.outline, pages: facts.pageCount))
  guard let kept = facts.kept else { return }
  let again = DocumentFacts(kept: kept, for: request)
  precondition(again?.kept == kept, "what is kept is read otherwise than it is written")
}

private func readText(_ bytes: [UInt8]) {
  guard let report = TextReport(parsing: bytes, mostPages: 3) else { return }
  precondition(report.pages.count <= 3)
  let again = report.pages.reduce(into: [UInt8]()) { $0 += TextReport.bytes($1) }
  precondition(bytes.starts(with: again), "a text is read otherwise than it is written")
}

private func leadsWithin(_ outline: [OutlineEntry], pages: Int) -> Bool {
  outline.allSatisfy { entry in
    entry.page.map { (0..<pages).contains($0) } != false && leadsWithin(entry.parts, pages: pages)
  }
}
