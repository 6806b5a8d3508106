import Books
import DecoderChildren
import Documents
import ImageRequest
import Posix
import PyramidFile
import Sources
import TileService

enum ManifestFlags {
  enum Version: Int, Choice { case three = 3, two = 2 }

  static let base = TypedFlag.text(
    "base", .text("URL"), default: standardBase,
    "The address that clients will reach the server by, as --public-url is.")
  static let standardBase = "http://127.0.0.1:8080"
  static let root = TypedFlag.text(
    "root", .folder, default: "the current folder",
    "The folder that is served: addresses tell where BOOK lies in it.")
  static let version = TypedFlag.choice(
    "api", default: Version.three, "The version of the IIIF Presentation API.")
  /// What decides how large the pages of documents are, and who reads them.
  static let ofDocuments =
    CuttingFlags.all.filter {
      ["max-pixels", "max-memory", "deadline", "documents", "pdf-engine", "dpi"].contains($0.name)
    } + [SettingTable.detail.flag] + CuttingFlags.sandbox
  static let collection = TypedFlag.present(
    "collection", "Write a folder's collection: what it holds that has a manifest.")
}

extension Command {
  package static let manifest = Command(
    name: "manifest",
    summary: "Write the IIIF manifest of a folder, a document or an image.",
    operands: "BOOK",
    operandCount: 1...1,
    flags: [
      ManifestFlags.base.flag, ManifestFlags.root.flag, ManifestFlags.version.flag,
      ManifestFlags.collection.flag, CuttingFlags.config.flag,
    ] + ManifestFlags.ofDocuments,
    discussion: [
      "It is what a server answers at /presentation/3/{id}/manifest.json, byte for byte, as long as"
        + " nothing changes and its limits are those that it has by itself. BOOK is a path, or what viewers call it: its path below the folder"
        + " that is served.",
      "How large the pages of a PDF are follows from how they would be cut: say it as it is said to"
        + " the server. Of a drawing, whose size is known once it is cut, only a server can tell.",
    ],
    examples: [
      "pyramidion manifest --base https://images.example.org atlas > atlas.json",
      "pyramidion manifest --root /srv/images --collection .",
    ])
}

extension CommandLineInterface {
  /// There is nobody who waits: a folder is looked through however long it takes.
  private static let lookingIntoBooks = Duration.seconds(1_000_000)

  static func runManifest(_ arguments: ParsedArguments, _ console: Console) throws -> ExitCode {
    let base: PublicAddress
    let typed = arguments[ManifestFlags.base] ?? ManifestFlags.standardBase
    do {
      base = try PublicAddress(parsing: typed)
    } catch {
      throw UsageError("--base '\(typed)' \(error.reason)", command: .manifest)
    }
    let operand = arguments.operands[0]
    let service = try decoderSettings(of: arguments, console).settings.service
    do throws(any Error) {
      let named = try NamedBook(
        operand, in: arguments[ManifestFlags.root] ?? ServeSettings().folder, service.cutRules)
      console.output(json: try document(of: named, base.text, service, arguments, console))
      return .done
    } catch let error as FileError {
      console.error("pyramidion: \(error)\n")
    } catch let failure as CutFailure {
      console.error("pyramidion: \(operand): \(failure)\n")
    } catch let trouble as BookTrouble {
      console.error("pyramidion: \(operand): \(trouble)\n")
    }
    return .someFailed
  }

  private static func document(
    of named: NamedBook, _ base: String, _ service: ServiceConfiguration,
    _ arguments: ParsedArguments, _ console: Console
  ) throws -> String {
    let version: IIIFVersion =
      switch arguments[ManifestFlags.version] {
      case .three: .three
      case .two: .two
      }
    let request = SourceRequest(rules: service.cutRules, limits: service.cutLimits)
    let decoder = SourceProcess()
    let files = PlainFiles(named.root, service.cutRules) {
      try facts(of: $0, request, by: decoder).limited(toDetail: service.detail)
    }
    let shelf = Bookshelf(files, patience: lookingIntoBooks)
    let operand = arguments.operands[0]
    guard !arguments[ManifestFlags.collection] else {
      guard case .folder = named.kind else {
        throw UsageError("'\(operand)' is no folder, and has no collection", command: .manifest)
      }
      let (title, items) = try shelf.items(ofFolder: named.path)
      return CollectionDocument(path: named.path, title: title, items: items, base: base)
        .json(version)
    }
    let book = try book(named, on: shelf)
    for trouble in book.troubles.map(\.description) + [book.missing].compactMap(\.self) {
      console.error("pyramidion: \(operand): \(trouble)\n")
    }
    let document = ManifestDocument(book, base: base, limits: service.limits)
    guard document.hasCanvases else {
      throw EnvironmentError(
        "\(operand): there is no image whose size is known, and so no manifest")
    }
    return document.manifest(version)
  }

  /// All that a document says of itself, however long it takes.
  private static func facts(
    of file: LocalFile, _ request: SourceRequest, by decoder: SourceProcess
  ) throws(CutFailure) -> DocumentFacts {
    var facts = try decoder.describe(file, request, after: nil)
    while !facts.isComplete { facts = try decoder.describe(file, request, after: facts) }
    return facts
  }

  private static func book(_ named: NamedBook, on shelf: Bookshelf<PlainFiles>) throws -> Book {
    switch named.kind {
    case .folder: return try shelf.book(ofFolder: named.path)
    case .document: return try shelf.book(ofDocument: named.path)
    case .image(let page):
      guard let size = try shelf.size(ofUncut: named.path, page: page) else {
        throw EnvironmentError(
          "\(String(decoding: named.path, as: UTF8.self)): its size is not known before it is cut")
      }
      return try shelf.book(ofImage: named.path, size, isPage: page != nil)
    }
  }
}
