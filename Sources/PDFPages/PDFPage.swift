import CPDFium
package import CodecErrors
package import TileGeometry

/// One page of a document, read and ready to be drawn at any size.
@safe
package final class PDFPage {
  let document: PDFDocument
  let page: FPDF_PAGE
  /// From 1.
  package let number: Int
  /// What is seen of it, in units of its own: its crop box, turned as it is to be read.
  private let seen: (width: Double, height: Double)
  /// The JPEG stream that was taken out last: it is looked at, and then cut.
  var lastJPEG: (object: FPDF_PAGEOBJECT, bytes: [UInt8])?
  /// How large these are, in points.
  private(set) lazy var unit = document.unit(ofPage: number)

  /// Takes over a page that was loaded.
  init(_ page: FPDF_PAGE, number: Int, of document: PDFDocument) throws(CodecError) {
    self.document = document
    unsafe self.page = page
    self.number = number
    let table = unsafe document.pdfium.table
    seen = (
      Double(unsafe table.pointee.FPDF_GetPageWidthF(page)),
      Double(unsafe table.pointee.FPDF_GetPageHeightF(page))
    )
    guard seen.width > 0, seen.height > 0, seen.width.isFinite, seen.height.isFinite else {
      throw document.failure("page \(number) has no size")
    }
  }

  /// What is seen of it, in points.
  package var width: Double { seen.width * unit }
  package var height: Double { seen.height * unit }

  /// What readers call it; nil where that is its number.
  package var label: String? { document.label(ofPage: number) }

  /// Whether it is read turned by a quarter.
  var isOnItsSide: Bool {
    unsafe document.pdfium.table.pointee.FPDFPage_GetRotation(page) % 2 != 0
  }

  deinit { unsafe document.pdfium.table.pointee.FPDF_ClosePage(page) }

  /// Draws a part of the page on white.
  ///
  /// - Parameters:
  ///   - part: what is drawn, in pixels of the whole.
  ///   - size: of the whole page.
  ///   - pixels: where it goes: red, green, blue and a byte of no meaning each, row by row.
  /// - Throws: that there is no memory for it.
  package func draw(
    _ part: PixelRect, of size: PixelSize, into pixels: inout MutableSpan<UInt8>
  ) throws(CodecError) {
    let (width, height) = (Int32(part.width), Int32(part.height))
    precondition(pixels.count >= Int(width) * Int(height) * 4, "pixels beyond their memory")
    let table = unsafe document.pdfium.table
    let isDrawn = unsafe pixels.withUnsafeMutableBytes { memory in
      guard
        let bitmap = unsafe table.pointee.FPDFBitmap_CreateEx(
          width, height, Drawing.format, memory.baseAddress, width * 4)
      else { return false }
      _ = unsafe table.pointee.FPDFBitmap_FillRect(bitmap, 0, 0, width, height, Drawing.white)
      unsafe table.pointee.FPDF_RenderPageBitmap(
        bitmap, page, Int32(-part.x), Int32(-part.y), Int32(size.width), Int32(size.height), 0,
        Drawing.flags)
      unsafe table.pointee.FPDFBitmap_Destroy(bitmap)
      return true
    }
    guard isDrawn else { throw document.failure("there is no memory to draw page \(number) in") }
  }
}

private enum Drawing {
  /// `FPDFBitmap_BGRx`.
  static let format: Int32 = 3
  static let white: UInt32 = 0xFFFF_FFFF
  /// `FPDF_ANNOT`: annotations are part of the page; `FPDF_REVERSE_BYTE_ORDER`: red comes first.
  static let flags: Int32 = 0x01 | 0x10
}
