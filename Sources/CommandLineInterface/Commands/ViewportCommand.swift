import Documents
import ImageRequest
import TileGeometry
import TileViewport

/// The other flags are the parameters of the HTTP call.
enum ViewportFlags {
  static let json = TypedFlag.present(
    "json", "Print the answer as JSON, with the fields of the HTTP call.")
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
      ViewportFlags.json.flag,
    ],
    discussion: [
      "Zoom and offset outside their ranges are moved into them; the answer shows what was used."
        + " Give a negative first number as --offset=-10,0.",
      "Rectangles are x, y, width, height. Tiles come in the order in which to load them: the"
        + " nearest to the middle of the view first.",
    ],
    examples: [
      "pyramidion viewport --content 3000x2000 --bounds 375x667",
      "pyramidion viewport --content 1280x960 --bounds 320x460 --zoom 2 --center 640,480",
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
}
