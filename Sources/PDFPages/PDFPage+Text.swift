package import BookText
import CPDFium
package import CodecErrors

extension PDFPage {
  /// More characters than that on a page are nobody's text.
  private static let mostCharacters = 2_000_000

  /// The page's words and where they lie, in the engine's order; what lies beyond the page's edges
  /// is left out.
  ///
  /// - Returns: nothing for a page without text.
  /// - Throws: that there is no memory for it, or what the system said.
  package func text() throws(CodecError) -> PageText {
    let table = unsafe document.pdfium.table
    guard let text = unsafe table.pointee.FPDFText_LoadPage(page) else {
      throw document.failure("the text of page \(number) can't be read")
    }
    defer { unsafe table.pointee.FPDFText_ClosePage(text) }
    let count = min(
      Int(unsafe table.pointee.FPDFText_CountChars(text)), Self.mostCharacters)
    var words = WordCollector(marksHyphens: true)
    var high: UInt32?
    for index in 0..<Int32(max(0, count)) {
      let unit = unsafe table.pointee.FPDFText_GetUnicode(text, index)
      // Characters beyond the first 65,536 may come in halves.
      if (0xD800...0xDBFF).contains(unit) {
        high = unit
        continue
      }
      let low = (0xDC00...0xDFFF).contains(unit) ? high.map { (unit, $0) } : nil
      high = nil
      let code = low.map { 0x10000 + ($1 & 0x3FF) << 10 + ($0 & 0x3FF) } ?? unit
      guard let character = Unicode.Scalar(code) else { continue }
      if character.properties.isWhitespace {
        words.append(character, at: nil)
      } else if let box = unsafe box(ofCharacter: index, of: text) {
        words.append(character, at: box)
      }
    }
    return words.finished()
  }

  /// As high as the line, which is where readers look for marks.
  private func box(ofCharacter index: Int32, of text: FPDF_TEXTPAGE) -> TextBox? {
    var frame = FS_RECTF()
    guard
      unsafe document.pdfium.table.pointee.FPDFText_GetLooseCharBox(text, index, &frame) != 0
    else { return nil }
    return box(of: frame)
  }

  /// What lies in a frame, in points from the page's lower left corner; nil for what is beyond its
  /// edges.
  func box(of frame: FS_RECTF) -> TextBox? {
    guard let first = share(x: frame.left, y: frame.top),
      let last = share(x: frame.right, y: frame.bottom)
    else { return nil }
    return TextBox(
      shares: min(first.x, last.x), top: min(first.y, last.y), right: max(first.x, last.x),
      bottom: max(first.y, last.y))
  }

  /// A place of the page, in points from its lower left corner, as shares of what is seen of it.
  private func share(x: Float, y: Float) -> (x: Double, y: Double)? {
    let side = Int32(TextBox.whole)
    var (across, down) = (Int32(0), Int32(0))
    guard
      unsafe document.pdfium.table.pointee.FPDF_PageToDevice(
        page, 0, 0, side, side, 0, Double(x), Double(y), &across, &down) != 0
    else { return nil }
    return (Double(across) / TextBox.whole, Double(down) / TextBox.whole)
  }
}
