import Pixels
package import TileGeometry

/// Draws an image that is no picture but made of lines and letters, as finely as it is asked for.
package protocol BlockDrawing: Sendable {
  /// Draws a part.
  ///
  /// - Parameters:
  ///   - block: what is drawn, in pixels of the whole.
  ///   - size: of the whole.
  /// - Returns: red, green, blue and a byte each, row by row: how much it covers, or nothing of meaning
  ///   where the image covers all.
  /// - Throws: why it can't be drawn now.
  func draw(_ block: PixelRect, of size: PixelSize) throws(NotDrawn) -> [UInt8]

  /// Whether drawing can begin at once.
  var isReady: Bool { get }

  /// Does what has to be done before anything can be drawn; what is wrong shows when a part is.
  func getReady()
}

/// Why something is not drawn; it may be another time.
package struct NotDrawn: Error, Equatable, Sendable {
  /// In few words, for the log.
  package let reason: String

  package init(_ reason: String) { self.reason = reason }
}

extension Raster {
  /// A part of a page as it is drawn.
  ///
  /// - Parameters:
  ///   - part: what is drawn, in pixels of the whole.
  ///   - size: of the whole.
  ///   - drawing: who draws it.
  ///   - hasAlpha: whether it need not cover all of what lies under it.
  /// - Throws: that it is not drawn.
  init(
    _ part: PixelRect, of size: PixelSize, by drawing: any BlockDrawing, hasAlpha: Bool = false
  ) throws(RenderError) {
    do throws(NotDrawn) {
      let bytes = try drawing.draw(part, of: size)
      guard bytes.count == 4 * Int(part.area) else { throw NotDrawn("it has another size") }
      self.init(
        width: Int(part.width), height: Int(part.height), hasAlpha: hasAlpha, bytes: bytes)
      if hasAlpha { premultiply() }
    } catch {
      throw .notDrawn(error.reason)
    }
  }
}
