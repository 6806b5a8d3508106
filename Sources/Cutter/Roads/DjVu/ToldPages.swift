import BookText
import DecoderChildren
import DjVuFile
import Sandbox

/// What a document says of itself and of some of its pages beside what they show: names, an outline,
/// and places that lead elsewhere.
struct ToldPages {
  /// Pages that are asked about at once: in short, and for all their words.
  static let most = 500
  static let mostTexts = 32
  private var names = DjVuNames(listed: [], pageCount: 0)
  private var outline: [DjVuOutline.Entry] = []
  private var statements: [String: String] = [:]
  /// Of those pages that have any.
  private var annotations: [Int: ArraySlice<UInt8>] = [:]
  /// The last page of which all is known; nil where nothing was asked.
  private(set) var lastPage: Int?
  /// Why that is not all that was asked; nil where it is.
  private var trouble: String?

  /// Where nothing is told.
  init() {}

  /// Asks the program.
  ///
  /// - Parameters:
  ///   - pages: from 1.
  ///   - document: whose they are.
  /// - Throws: that it can't be asked.
  init(of pages: ClosedRange<Int>, in document: DjVuPages) throws {
    let file = document.document
    let annotated = pages.filter { file.hasLinks(page: $0) }
    let isFirst = pages.lowerBound == 1
    lastPage = pages.upperBound
    guard isFirst || !annotated.isEmpty else { return }
    let ofAll = isFirst && file.hasSharedWords ? ["select-shared-ant; print-ant"] : []
    let questions =
      ["ls"] + (isFirst ? ["print-outline"] : []) + ofAll
      + annotated.map { "select \($0); print-ant" }
    let said = try document.ask(questions, about: annotated, hasOutline: isFirst)
    trouble = said.trouble
    var answers = said.answers[...]
    names = DjVuNames(listed: answers.popFirst() ?? [], pageCount: document.pageCount)
    if isFirst, let said = answers.popFirst().flatMap(Self.read)?.first {
      let read = DjVuOutline(
        said, names, most: (DocumentHead.mostHeadings, DocumentHead.deepest))
      outline = read.entries
      if !read.isWhole { trouble = trouble ?? DocumentHead.cutOutline }
    }
    let shared = ofAll.isEmpty ? nil : answers.popFirst()
    annotations = Dictionary(uniqueKeysWithValues: zip(annotated, answers))
    // Behind the first that has none it is begun anew: one that it ends over takes no other along.
    if let missing = annotated.first(where: { annotations[$0] == nil }) { lastPage = missing }
    for part in [shared, annotations[1]] {
      guard let said = part.flatMap(Self.read) else { continue }
      statements.merge(DjVuAnnotations(said, on: nil, names).statements) { first, _ in first }
    }
  }

  private static func read(_ part: ArraySlice<UInt8>) -> [DjVuExpression]? {
    try? DjVuExpression.all(in: part)
  }

  /// Where a page leads.
  func links(of page: Int, frame: DjVuFrame) -> [PageLink] {
    guard let said = annotations[page].flatMap(Self.read) else { return [] }
    return DjVuAnnotations(said, on: frame, names).links
  }

  /// Says what is known of all of the document.
  func describe(in head: inout DocumentHead) {
    head.missing = trouble
    head.title = statements["title"]
    head.author = statements["author"]
    head.subject = statements["subject"]
    head.keywords = statements["keywords"]
    head.date = statements["year"] ?? statements["date"]
    if !names.titles.isEmpty {
      head.setLabels((1...head.pages).map { names.titles[$0] ?? String($0) })
    }
    head.headings = outline.map {
      DocumentHead.Heading(depth: $0.depth, title: $0.title, page: $0.page)
    }
  }
}
