package import BookText
package import TileViewport

/// What a document says of itself and its pages, as far as they have been looked at.
package struct DocumentFacts: Equatable, Sendable {
  /// What there is of its labels and its outline.
  package enum Names: Equatable, Sendable {
    case told
    /// The outline is not read yet: it takes long, and somebody waits to see a page.
    case later
    /// They were what could not be read.
    case leftOut
  }

  package let kind: Book.Kind
  package let pageCount: Int
  /// Of the first pages; unknown for those that can't be read.
  package var sizes: Runs<PageSize>
  /// Where pages lead that lead anywhere, by their numbers, from 1.
  package private(set) var links: [Int: [PageLink]] = [:]
  /// What they take, in bytes.
  package private(set) var linkBytes = 0
  package var words = BookWords()
  package var labels: PageLabels?
  package var outline: [OutlineEntry] = []
  /// Nil where it does not say.
  package var direction: ReadingDirection?
  /// Whether its text may be handed out.
  package var allowsCopying = true
  /// As large as all pages will be, going by their boxes alone; nil where nobody looked.
  package var foreseen: Runs<PageSize>?
  package var names = Names.told
  /// Why names, or where pages lead, are not all told; nil where they are.
  package var missing: String?

  /// - Parameters:
  ///   - kind: what it is.
  ///   - pageCount: how many pages it has.
  ///   - sizes: of the first pages.
  package init(_ kind: Book.Kind, pageCount: Int, sizes: Runs<PageSize>) {
    self.kind = kind
    self.pageCount = pageCount
    self.sizes = sizes
  }

  /// Takes over labels and outline.
  ///
  /// - Parameters:
  ///   - names: what there is of them.
  ///   - facts: that have them, as far as there are any.
  package mutating func take(_ names: Names, of facts: DocumentFacts) {
    self.names = names
    (labels, outline, missing) = (facts.labels, facts.outline, facts.missing)
  }

  /// Appends what the next page says.
  ///
  /// - Parameters:
  ///   - size: the page's; unknown for one that can't be read.
  ///   - links: where it leads; they are left out where those before take too much.
  package mutating func append(_ size: PageSize, links: [PageLink] = []) {
    sizes.append(size)
    let bytes = PageLink.record(of: links).count
    guard !links.isEmpty, linkBytes + bytes <= PageLink.longestOfDocument else { return }
    self.links[sizes.count] = links
    linkBytes += bytes
  }

  /// A TIFF file, which says nothing but how large its pages are.
  ///
  /// - Parameter sizes: of all of them.
  package init(ofTIFF sizes: Runs<PageSize>) {
    self.init(.tiff, pageCount: sizes.count, sizes: sizes)
  }

  /// The same document where fewer levels are told of that are finer than its pages.
  ///
  /// - Parameter most: how many at most.
  /// - Returns: all else as it is.
  package func limited(toDetail most: Int) -> DocumentFacts {
    var facts = self
    facts.sizes = Runs()
    for run in sizes.runs {
      facts.sizes.append(run.value.limited(toDetail: most), times: run.count)
    }
    return facts
  }

  /// Whether all pages have been looked at, and what they are called.
  package var isComplete: Bool { sizes.count >= pageCount && names != .later }
}

extension DocumentFacts {
  /// The same with what is foreseen of its pages in place of what is known; nil where nothing is.
  package var foreseeing: DocumentFacts? {
    guard let foreseen else { return nil }
    var facts = self
    facts.sizes = foreseen
    return facts
  }
}

extension Book {
  /// A file of several pages, of which nobody has said how it is to be read but the file itself.
  ///
  /// - Parameters:
  ///   - facts: what it says; all of its pages.
  ///   - path: below the root.
  package init(_ facts: DocumentFacts, at path: [UInt8]) {
    // The pages of a file of one are the file.
    let images: PageImages =
      facts.pageCount == 1 ? .files([path]) : .pages(of: path, Array(1...facts.pageCount))
    self.init(path: path, kind: facts.kind, images: images, sizes: facts.sizes)
    words = facts.words
    labels = facts.labels
    outline = facts.outline
    missing = facts.missing
    for (page, leading) in facts.links { links[page - 1] = leading }
    // Whether there are any is known once all pages are read.
    if kind == .pdf || kind == .djvu { text = facts.allowsCopying ? .handedOut : .searched }
    if layout != .scroll { direction = facts.direction ?? direction }
  }
}
