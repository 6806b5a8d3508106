import Books
import Documents
import HTTPWire
import ImageRequest
import Sources
import TileGeometry

extension TileService {
  /// Answers what the IIIF Presentation API asks of a folder.
  func answerPresentation(
    _ route: PresentationRoute, _ version: IIIFVersion, ofFolder path: [UInt8],
    _ request: borrowing Request, _ response: inout Response
  ) throws(NotServed) {
    guard route == .collection else {
      let book = try books.book(ofFolder: path)
      return try answerPresentation(route, version, of: book, request, &response)
    }
    let (title, items) = try books.items(ofFolder: path)
    let collection = CollectionDocument(
      path: path, title: title, items: items,
      base: BaseAddress(request, configuration).absolute)
    answerLinkedData(collection.json(version), version, request, &response)
  }

  /// Answers what the IIIF Presentation API asks of a book.
  func answerPresentation(
    _ route: PresentationRoute, _ version: IIIFVersion, of book: Book,
    _ request: borrowing Request, _ response: inout Response
  ) throws(NotServed) {
    let document = ManifestDocument(
      book, base: BaseAddress(request, configuration).absolute, limits: limits)
    guard document.hasCanvases else { throw .nothingToShow }
    let text: String
    switch route {
    case .collection: throw .noCollection
    case .manifest: text = document.manifest(version)
    case .canvas(let number):
      guard let canvas = document.canvas(version, number) else {
        throw NotServed(.notFound, "the manifest has no page \(number)")
      }
      text = canvas
    case .range(let number):
      guard let range = document.range(version, number) else {
        throw NotServed(.notFound, "the manifest's outline has no entry \(number)")
      }
      text = range
    }
    answerLinkedData(text, version, request, &response)
  }

  func answerLinkedData(
    _ text: String, _ version: IIIFVersion, _ request: borrowing Request,
    _ response: inout Response
  ) {
    let linked: StaticString
    let profile: StaticString
    switch version {
    case .three:
      profile = "http://iiif.io/api/presentation/3/context.json"
      linked = "application/ld+json;profile=\"http://iiif.io/api/presentation/3/context.json\""
    case .two:
      profile = "http://iiif.io/api/presentation/2/context.json"
      linked = "application/ld+json"
    }
    let isLinked = request.prefersLinkedData(version, profile: profile)
    response.answerDocument(
      text, as: isLinked ? linked : "application/json", for: request, isPacked: true)
    response.fields.add("Vary", "Accept, Accept-Encoding")
  }
}
