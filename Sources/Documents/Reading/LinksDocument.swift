package import BookText
package import Books
import ByteText
package import ImageRequest
import TileGeometry

/// Where a page of a book leads.
package struct LinksDocument: Sendable {
  private let text: PageText?
  private let place: Int
  private let book: Book
  private let base: String
  private let links: [PageLink]

  /// - Parameters:
  ///   - text: the page's words, in which addresses may be printed; nil while nobody knows them, and
  ///     where they are not handed out.
  ///   - place: the page's, in the order of reading, from 0.
  ///   - book: whose page it is.
  ///   - base: what addresses begin with.
  package init(_ text: PageText?, at place: Int, in book: Book, base: String) {
    self.text = text
    self.place = place
    self.book = book
    self.base = base
    let marked = book.links[place] ?? []
    // Most printed addresses are links already.
    let printed = (text?.addresses ?? []).filter { link in
      !marked.contains { $0.box.holdsMiddle(of: link.box) }
    }
    links = marked + printed.prefix(PageLink.mostOnPage - marked.count)
  }

  /// Boxes in image pixels from the upper left corner; one line with its end.
  package var json: String {
    var json = JSONWriter()
    json.object { json in
      json.member("label", book.label(at: place))
      if let size = book.sizes[place].pixels {
        json.size(size)
        json.key("links")
        json.array { json in
          for link in links { json.object { put(link, in: size, &$0) } }
        }
      }
    }
    return json.text + "\n"
  }

  private func put(_ link: PageLink, in size: PixelSize, _ json: inout JSONWriter) {
    json.key("box")
    PixelBox(link.box, in: size).put(&json)
    switch link.target {
    case .page(let page):
      json.key("page")
      json.integer(Int64(page))
    case .address(let address): json.member("url", address.text)
    }
    if let words = words(in: link.box) { json.member("text", words) }
  }

  /// What is printed where a link is.
  private func words(in box: TextBox) -> String? {
    guard let text else { return nil }
    let found = text.words.indices.filter { box.holdsMiddle(of: text.words[$0].box) }
    guard let first = found.first, let last = found.last, last - first < 50 else { return nil }
    return text.text(of: first..<last + 1)
  }

  /// The same as annotations of the page's canvas.
  ///
  /// - Parameter version: of the Presentation API that is spoken.
  /// - Returns: one line with its end.
  package func annotations(_ version: IIIFVersion) -> String {
    let addresses = PresentationLinks(version, path: book.path, base: base)
    let canvas = addresses.canvas(place)
    var json = JSONWriter()
    json.object { json in
      switch version {
      case .three:
        json.member("@context", Manifest3.context)
        json.member("id", addresses.links(place))
        json.member("type", "AnnotationPage")
        json.key("items")
      case .two:
        json.begin(addresses.links(place), "sc:AnnotationList", nil, isWhole: true)
        json.key("resources")
      }
      json.array { json in
        guard let size = book.sizes[place].finest else { return }
        for (number, link) in links.enumerated() {
          let id = "\(canvas)/link/\(number + 1)"
          let target = canvas + PixelBox(link.box, in: size).fragment
          json.object { json in
            switch version {
            case .three: put3(link, id, on: target, addresses, &json)
            case .two: put2(link, id, on: target, addresses, &json)
            }
          }
        }
      }
    }
    return json.text + "\n"
  }

  private func put3(
    _ link: PageLink, _ id: String, on target: String, _ addresses: PresentationLinks,
    _ json: inout JSONWriter
  ) {
    json.member("id", id)
    json.member("type", "Annotation")
    json.member("motivation", "linking")
    json.key("body")
    json.object { json in
      switch link.target {
      case .page(let page):
        json.member("id", addresses.canvas(page - 1))
        json.member("type", "Canvas")
      case .address(let address):
        json.member("id", address.text)
        json.member("type", "Text")
        if !address.isMailbox { json.member("format", "text/html") }
      }
    }
    json.member("target", target)
  }

  private func put2(
    _ link: PageLink, _ id: String, on target: String, _ addresses: PresentationLinks,
    _ json: inout JSONWriter
  ) {
    json.begin(id, "oa:Annotation", nil, isWhole: false)
    json.member("motivation", "oa:linking")
    json.key("resource")
    json.object { json in
      switch link.target {
      case .page(let page): json.begin(addresses.canvas(page - 1), "sc:Canvas", nil, isWhole: false)
      case .address(let address): json.begin(address.text, "dctypes:Text", nil, isWhole: false)
      }
    }
    json.member("on", target)
  }
}

extension TextBox {
  fileprivate func holdsMiddle(of other: TextBox) -> Bool {
    let x = (Int(other.left) + Int(other.right)) / 2
    let y = (Int(other.top) + Int(other.bottom)) / 2
    return (Int(left)...Int(right)).contains(x) && (Int(top)...Int(bottom)).contains(y)
  }
}
