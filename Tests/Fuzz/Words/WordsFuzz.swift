import BookText

/// libFuzzer's entry: the first byte says what the others are to be.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzWords(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
  let input = unsafe [UInt8](UnsafeBufferPointer(start: start, count: count))
  guard let first = input.first else { return 0 }
  let bytes = Array(input.dropFirst())
  switch first % 8 {
  case 0: check(bytes, .hocr)
  case 1: check(bytes, .xml)
  case 2: check(bytes, .plain)
  case 4: checkDjVu(bytes)
  default:
    guard let page = PageText(parsing: bytes[...]) else { return 0 }
    precondition(page.record == bytes, "a page is read otherwise than it is written")
    check([page], searching: "one")
  }
  return 0
}

private func check(_ bytes: [UInt8], _ kind: RecognizedText.Kind) {
  guard let pages = try? RecognizedText.pages(in: bytes, kind) else { return }
  for page in pages {
    precondition(PageText(parsing: page.record[...]) == page, "a page that can't be told on")
  }
  check(pages, searching: String(decoding: bytes.suffix(8), as: UTF8.self))
}

private func checkDjVu(_ bytes: [UInt8]) {
  let names = DjVuNames(listed: bytes[...], pageCount: 9)
  let frame = DjVuFrame(width: 200, height: 400, quarterTurns: bytes.count % 4)
  for part in DjVuAnswer.parts(of: bytes, mark: 9) + [bytes[...]] {
    guard let said = try? DjVuExpression.all(in: part) else { continue }
    for expression in said {
      _ = DjVuOutline(expression, names, most: (100, 9))
      guard let page = PageText(djvu: expression, on: frame) else { continue }
      precondition(PageText(parsing: page.record[...]) == page, "a page that can't be told on")
      check([page], searching: "one")
    }
    let links = DjVuAnnotations(said, on: frame, names).links
    let told = PageLink.links(parsing: PageLink.record(of: links)[...], pages: 9)
    precondition(told == links, "links that can't be told on")
  }
}

private func check(_ pages: [PageText], searching text: String) {
  let book = SearchableText(pages.map(SearchablePage.init), knownCount: pages.count)
  var queries = [text]
  // Whatever the first word is, it is found.
  if let page = pages.first, let word = page.words.first, !word.isParted {
    queries.append(page.text(of: 0..<1))
  }
  for query in queries.compactMap(TextQuery.init) {
    let found = book.find(query)
    precondition(found.hits.count <= found.total, "more hits than there are")
    for hit in found.hits {
      precondition(!hit.match.isEmpty && pages.indices.contains(hit.place), "a hit of nothing")
    }
  }
  for page in pages {
    let lines = page.lines
    precondition(lines.reduce(0) { $0 + $1.count } == page.words.count, "words without a line")
    for line in lines { _ = (page.text(of: line), page.box(of: line)) }
  }
  _ = book.terms(beginningWith: text)
}
