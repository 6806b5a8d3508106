import ByteText
import Documents
import ImageRequest
import TileGeometry
import TileViewport

/// A view as a table to read.
enum ViewTable {
  static func text(of answer: ViewAnswer) -> String {
    let view = answer.view
    let viewport = view.viewport
    let range = viewport.zoomRange
    var text = ""
    func line(_ name: String, _ value: String) {
      text += name.padded(to: 16) + value + "\n"
    }
    line(
      "zoom scale",
      "\(number(viewport.zoomScale))  (\(number(range.minimum)) to \(number(range.maximum)))")
    line("content size", size(viewport.contentSize.width, viewport.contentSize.height))
    line(
      "content offset", "\(number(viewport.contentOffset.x)), \(number(viewport.contentOffset.y))")
    line("content inset", insets(viewport.contentInset))
    if viewport.adjustedContentInset != viewport.contentInset {
      line("adjusted inset", insets(viewport.adjustedContentInset))
    }
    line("visible rect", rect(view.visibleRect) + "  image pixels")
    line("level", describe(view.level))
    text += "\n" + table("tiles", answer.tiles, of: view.level, view)
    text +=
      "\n" + table("placeholder", answer.placeholder, of: answer.placeholderLevel, view)
    text += "\n" + table("prefetch", answer.prefetch, of: view.level, view)
    return text
  }

  private static func table(
    _ name: String, _ tiles: [PlacedTile], of level: Level, _ view: TileView
  ) -> String {
    guard !tiles.isEmpty else { return "\(name): none\n" }
    var text = "\(name): \(tiles.count) of reduction \(level.reduction.exponent)\n"
    text +=
      "  column     row  " + "source in image pixels".padded(to: 34) + "frame in view points\n"
    for tile in tiles {
      let source = view.source(column: tile.column, row: tile.row, of: level)
      text += "  \(String(tile.column).led(to: 6))  \(String(tile.row).led(to: 6))  "
      text += rect(source).padded(to: 34) + rect(view.frame(of: source)) + "\n"
    }
    return text
  }

  private static func describe(_ level: Level) -> String {
    "reduction \(level.reduction.exponent), scale \(number(level.scale)), "
      + "\(level.size.width)x\(level.size.height) pixels, \(level.columns)x\(level.rows) tiles"
  }

  private static func size(_ width: Double, _ height: Double) -> String {
    "\(number(width)) x \(number(height))"
  }

  private static func rect(_ rect: Rect) -> String {
    "\(number(rect.x)), \(number(rect.y)), \(number(rect.width)), \(number(rect.height))"
  }

  private static func insets(_ insets: EdgeInsets) -> String {
    "top \(number(insets.top)), left \(number(insets.left)), "
      + "bottom \(number(insets.bottom)), right \(number(insets.right))"
  }

  /// Six decimals are enough to read; JSON has them all.
  private static func number(_ value: Double) -> String {
    guard abs(value) < 1e9 else { return DecimalText.shortest(value) }
    return DecimalText.shortest((value * 1e6).rounded() / 1e6)
  }
}
