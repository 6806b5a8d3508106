/// What is said of a page of a DjVu document beside its words, as `djvused` prints it.
package struct DjVuAnnotations: Equatable, Sendable {
  package private(set) var links: [PageLink] = []
  /// What the document says of itself, by names in lower case.
  package private(set) var statements: [String: String] = [:]

  private static let longestStatement = 4000

  /// - Parameters:
  ///   - expressions: all of the page's.
  ///   - frame: how the page lies; nil for what is said of all of them.
  ///   - names: what pages are called.
  package init(_ expressions: [DjVuExpression], on frame: DjVuFrame?, _ names: DjVuNames) {
    for expression in expressions {
      guard let (name, parts) = expression.named else { continue }
      switch name {
      case "maparea":
        guard let frame, links.count < PageLink.mostOnPage,
          let link = Self.link(Array(parts), on: frame, names)
        else { continue }
        links.append(link)
      case "metadata":
        for part in parts {
          guard let (name, words) = part.named,
            let text = words.first?.line(limit: Self.longestStatement)
          else { continue }
          statements[name.lowercased()] = text
        }
      default: continue
      }
    }
  }

  /// `(maparea address comment (kind places...) ...)`, where the address may be `(url address window)`.
  private static func link(
    _ parts: [DjVuExpression], on frame: DjVuFrame, _ names: DjVuNames
  ) -> PageLink? {
    guard parts.count >= 3, let (kind, places) = parts[2].named else { return nil }
    let written = parts[0].named?.name == "url" ? parts[0].named?.rest.first : parts[0]
    guard let address = written?.line(limit: LinkAddress.longest) else { return nil }
    let numbers = places.compactMap { place in
      if case .number(let number) = place, Int32(exactly: number) != nil { number } else { nil }
    }
    guard numbers.count == places.count, let edges = edges(kind, numbers),
      let box = frame.box(edges), box.left < box.right, box.top < box.bottom
    else { return nil }
    if let page = names.page(of: address) { return PageLink(box, to: .page(page)) }
    return LinkAddress(Array(address.utf8)[...]).map { PageLink(box, to: .address($0)) }
  }

  private static func edges(_ kind: String, _ places: [Int]) -> [Int]? {
    switch kind {
    case "rect", "oval", "text":
      guard places.count >= 4 else { return nil }
      return [places[0], places[1], places[0] + places[2], places[1] + places[3]]
    case "poly":
      let across = stride(from: 0, to: places.count - 1, by: 2).map { places[$0] }
      let down = stride(from: 1, to: places.count, by: 2).map { places[$0] }
      guard let left = across.min(), let right = across.max(), let lower = down.min(),
        let upper = down.max()
      else { return nil }
      return [left, lower, right, upper]
    default: return nil
    }
  }
}
