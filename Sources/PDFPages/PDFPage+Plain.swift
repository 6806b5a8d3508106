import CPDFium

extension PDFDocument {
  /// Bytes of a copy in which its page stands: it comes before all that the page is made of, and what
  /// this draws first before other pictures.
  private static let copied = 1 << 18

  /// The beginning of a document of one page alone, as the engine writes it: in plain words.
  ///
  /// - Parameter page: from 1.
  /// - Returns: nil where there is no memory for it.
  func plainWords(ofPage page: Int) -> [UInt8]? {
    guard let copy = unsafe pdfium.table.pointee.FPDF_CreateNewDocument() else { return nil }
    defer { unsafe pdfium.table.pointee.FPDF_CloseDocument(copy) }
    var index = Int32(page - 1)
    guard
      unsafe pdfium.table.pointee.FPDF_ImportPagesByIndex(copy, document, &index, 1, 0) != 0
    else { return nil }
    var bytes = [UInt8](repeating: 0, count: Self.copied)
    let count = unsafe bytes.withUnsafeMutableBytes { room in
      unsafe pyramidion_pdf_copy(pdfium.table, copy, room.baseAddress, UInt(room.count))
    }
    bytes.removeLast(bytes.count - Int(count))
    return bytes
  }
}

extension PDFPage {
  /// How far a picture's edge may lie from the page's, in pixels of the picture.
  private static let hair = 0.25

  /// Whether all that is seen of a page are the samples of a JPEG that it holds, each in its place: by
  /// what the page says, without drawing it.
  ///
  /// - Parameters:
  ///   - picture: of this page, all of which it covers and the only thing that is seen.
  ///   - isGray: whether the JPEG has one component; or three.
  /// - Returns: false, too, where the page has to be looked at to know it.
  package func showsPlainly(_ picture: PagePicture, isGray: Bool) -> Bool {
    var box = FS_RECTF()
    guard picture.isPage,
      unsafe document.pdfium.table.pointee.FPDF_GetPageBoundingBox(page, &box) != 0,
      let scan = document.plainWords(ofPage: number).flatMap(PlainScan.init(in:)),
      scan.columns == picture.width, scan.rows == picture.height, scan.isGray == isGray
    else { return false }
    let (pixelWidth, pixelHeight) = (
      scan.width / Double(scan.columns), scan.height / Double(scan.rows)
    )
    return [scan.left - Double(box.left), scan.left + scan.width - Double(box.right)]
      .allSatisfy { abs($0) < Self.hair * pixelWidth }
      && [scan.bottom - Double(box.bottom), scan.bottom + scan.height - Double(box.top)]
        .allSatisfy { abs($0) < Self.hair * pixelHeight }
  }
}
