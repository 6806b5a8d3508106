import Books
import ByteText
import Documents
import ImageRequest
import Posix
import TileGeometry
import TileViewport

/// The other flags are the parameters of the HTTP call.
enum ViewportFlags {
  static let json = TypedFlag.present(
    "json", "Print the answer as JSON, with the fields of the HTTP call.")
  static let book = TypedFlag.text(
    "book", .file, default: "none",
    "Compute a view of a book instead: a file with what a server says of it at /images/{id}, or with"
      + " its \"sizes\" alone.")
  static let page = Flag(
    "page", .text("N"), default: "1", "Which page of the book, from 1.")
  static let layout = Flag(
    "layout", .choice(BookLayout.allCases.map(\.rawValue)), default: "as the book has it",
    "One page in view, two that face each other, or all of them in a column.")
  static let direction = Flag(
    "direction", .choice(ReadingDirection.allCases.map(\.rawValue)), default: "as the book has it",
    "Where the next page lies.")
  static let cover = Flag(
    "cover", .choice(Pairing.Cover.allCases.map(\.rawValue)), default: "as the book has it",
    "Whether the first page stands alone or faces the second.")
  static let shift = Flag(
    "shift", .choice(["0", "1"]), default: "as the book has it",
    "Whether one more page comes before the first pair.")
}

extension Command {
  package static let viewport = Command(
    name: "viewport",
    summary: "Compute a view: what is visible, and which tiles show it.",
    flags: [
      flag(.content, "WxH", "The size of the image in pixels."),
      flag(.bounds, "WxH", "The size of the view in points."),
      flag(.zoom, "Z", default: "all of the image fits", "The zoom scale: points per image pixel."),
      flag(
        .offset, "X,Y", default: "the top left end of its range",
        "The content offset, in points of scaled content."),
      flag(
        .rect, "X,Y,W,H",
        "Show this rectangle of image pixels, with --zoom (the bounds follow) or with --bounds"
          + " (the zoom follows)."),
      flag(.center, "X,Y", "Show this image pixel in the middle of the view."),
      flag(.inset, "T,L,B,R", default: "0,0,0,0", "The content inset in points."),
      flag(.devicePixelRatio, "N", default: "1", "Device pixels per point."),
      flag(.levelsOfDetail, "N", "How many levels there are, as CATiledLayer counts them."),
      flag(
        .levelsOfDetailBias, "N", default: "0", "How many of the levels of detail magnify."),
      Flag(
        ViewParameter.biasRule.flagName, .choice(["header", "documentation"]), default: "header",
        "Whether the bias is taken out of the levels of detail or added to them."),
      Flag(
        ViewParameter.levelRule.flagName, .choice(["fine", "half"]), default: "fine",
        "The coarsest level that is as fine as the screen, or the finest of which a pixel covers"
          + " half a device pixel, as OpenSeadragon draws."),
      flag(.tileSize, "N", default: "256", "The side of a tile in pixels."),
      flag(
        .minimumZoom, "Z", default: "the fit, but at most 1", "The smallest zoom scale."),
      flag(
        .maximumZoom, "Z", default: "five times the fit, but at least 1",
        "The largest zoom scale."),
      flag(.prefetch, "N", default: "1", "Rings of tiles around the visible ones to list too."),
      Flag(
        ViewParameter.fitting.flagName, .choice(["bounds", "insets", "page"]), default: "bounds",
        "What the image is fitted into: the whole view, the part that --inset leaves free, or that"
          + " part as our own page does it, in its middle and tiny images at whole device pixels."),
      Flag(
        ViewParameter.centering.flagName, .choice(["true", "false"]),
        default: "false, with --fit page true",
        "Keep an image that is smaller than the view in its middle."),
      ViewportFlags.json.flag, ViewportFlags.book.flag, ViewportFlags.page, ViewportFlags.layout,
      ViewportFlags.direction, ViewportFlags.cover, ViewportFlags.shift,
    ],
    discussion: [
      "Zoom and offset outside their ranges are moved into them; the answer shows what was used."
        + " Give a negative first number as --offset=-10,0.",
      "Rectangles are x, y, width, height. Tiles come in the order in which to load them: the"
        + " nearest to the middle of the view first.",
      "Of a book all numbers are pixels of the page that is asked for; a rectangle and a center count"
        + " from its corner. The answer is that of the HTTP call with page=, as JSON.",
    ],
    examples: [
      "pyramidion viewport --content 3000x2000 --bounds 375x667",
      "pyramidion viewport --content 1280x960 --bounds 320x460 --zoom 2 --center 640,480",
      "pyramidion viewport --book sizes.json --layout spreads --page 900 --bounds 1280x800",
    ])

  private static func flag(
    _ parameter: ViewParameter, _ placeholder: String, default defaultText: String? = nil,
    _ summary: String
  ) -> Flag {
    Flag(parameter.flagName, .text(placeholder), default: defaultText, summary)
  }
}

extension CommandLineInterface {
  static func runViewport(_ arguments: ParsedArguments, _ console: Console) throws -> ExitCode {
    var texts: [ViewParameter: String] = [:]
    for parameter in ViewParameter.allCases {
      texts[parameter] = arguments.text(named: parameter.flagName)
    }
    if let file = arguments[ViewportFlags.book] {
      return try viewBook(file, texts, arguments, console)
    }
    if let name = BookViewRequest.names.first(where: { arguments.text(named: $0) != nil }) {
      throw UsageError("--\(name) is about a book: give it with --book", command: .viewport)
    }
    do {
      let answer = try ViewAnswer(ViewRequest(texts))
      if arguments[ViewportFlags.json] {
        console.output(json: answer.json(id: nil, version: nil) { _ in nil } + "\n")
      } else {
        console.output(ViewTable.text(of: answer))
      }
      return .done
    } catch {
      throw UsageError(error.reason { "--\($0.flagName)" }, command: .viewport)
    }
  }

  /// Larger descriptions are something else, named by mistake.
  private static let longestBook = 64 << 20

  private static func viewBook(
    _ path: String, _ texts: [ViewParameter: String], _ arguments: ParsedArguments,
    _ console: Console
  ) throws -> ExitCode {
    let book = try describedBook(path)
    do throws(RequestProblem) {
      let tileSize = try Self.tileSize(texts[.tileSize])
      var texts = texts
      texts[.tileSize] = nil
      let request = try BookViewRequest(texts) { arguments.text(named: $0) }
      let document = try BookViewDocument(request, of: book, tileSize: tileSize) {
        "--\($0.flagName)"
      }
      console.output(json: document.json { _, _ in nil } + "\n")
      return .done
    } catch {
      throw UsageError(error.detail, command: .viewport)
    }
  }

  private static func tileSize(_ text: String?) throws(RequestProblem) -> TileSize {
    guard let text else { return .standard }
    guard let side = DecimalText.integer(text[...]).flatMap({ Int32(exactly: $0) }),
      let size = TileSize(side)
    else {
      throw .malformed("--tile-size '\(text.prefix(60))' must be \(ViewParameter.tileSize.allowed)")
    }
    return size
  }

  private static func describedBook(_ path: String) throws -> Book {
    guard let place = FilePath(path) else {
      throw UsageError("--book is empty", command: .viewport)
    }
    let bytes: [UInt8]
    do throws(FileError) {
      let file = try FileDescriptor.open(place, .reading)
      do throws(Errno) {
        let status = try file.status()
        bytes = try file.beginning(limit: min(Int(clamping: status.size), longestBook) + 1)
      } catch {
        throw FileError("read", place, error)
      }
    } catch {
      throw EnvironmentError("the book: \(error)")
    }
    guard bytes.count <= longestBook, let json = JSONValue(bytes) else {
      throw EnvironmentError("the book \(path) is not JSON of at most 64 MiB")
    }
    do throws(Book.DescriptionProblem) {
      return try Book(describedBy: json)
    } catch {
      throw EnvironmentError("the book \(path): \(error.detail)")
    }
  }
}
