import CPDFium
package import CodecErrors
package import Posix
import PyramidFile
import PyramidFormat

/// A document that is open, and read as far as it is asked for.
@safe
package final class PDFDocument {
  let pdfium: PDFium
  /// Nil only until the document is open.
  private(set) var document: FPDF_DOCUMENT?
  private let source: LocalFile
  private var mentions: UnitMentions
  /// Whether any page may have units that are no points; nil until all of it was looked through.
  private var mentionsUnits: Bool?
  private var wasAskedOfUnits = false
  private let file: UnsafeMutablePointer<pyramidion_pdf_file>

  /// Opens a document; no page is read yet.
  ///
  /// - Parameter source: the file, which is read by places and never moved in.
  /// - Throws: what keeps it from being read: that it is encrypted or damaged, or what the system
  ///   said.
  package init(_ source: consuming FileDescriptor) throws(CodecError) {
    pdfium = try PDFium.loaded()
    guard let name = FilePath("the document") else { throw Self.failure("it has no name") }
    do throws(FileError) {
      self.source = try LocalFile(source, path: name)
    } catch {
      throw Self.failure("reading failed: \(error.errno)", systemError: error.errno.rawValue)
    }
    mentions = UnitMentions(in: self.source)
    unsafe file = .allocate(capacity: 1)
    unsafe pyramidion_pdf_file_init(
      file, self.source.descriptor.number, UInt(self.source.byteCount))
    unsafe document = pdfium.table.pointee.FPDF_LoadCustomDocument(&file.pointee.access, nil)
    guard unsafe document != nil else {
      throw failure(Self.words(forError: unsafe pdfium.table.pointee.FPDF_GetLastError()))
    }
  }

  deinit {
    if let document = unsafe document { unsafe pdfium.table.pointee.FPDF_CloseDocument(document) }
    unsafe file.deallocate()
  }

  /// As many as the document says it has.
  package var pageCount: Int { Int(unsafe pdfium.table.pointee.FPDF_GetPageCount(document)) }

  /// Whether a page is to be asked for its units.
  ///
  /// The first one is: that takes a fraction of what it takes to look through the document, and who cuts
  /// a page asks of no other.
  func maySayUnits() -> Bool {
    defer { wasAskedOfUnits = true }
    if let mentionsUnits { return mentionsUnits }
    guard wasAskedOfUnits else { return UnitMentions.areLookedFor(in: source) }
    let found = mentions.isThere()
    mentionsUnits = found
    return found
  }

  /// Looks through a part of the document for units that are no points.
  ///
  /// - Returns: whether there is more to look through.
  package func lookForUnits() -> Bool {
    if mentionsUnits == nil { mentionsUnits = mentions.look() }
    return mentionsUnits == nil
  }

  /// What a page is called by readers: `iv`, `A-3`.
  ///
  /// - Parameter page: from 1.
  /// - Returns: nil where it has no name but its number.
  package func label(ofPage page: Int) -> String? {
    let text = unsafe EngineText.read(longest: Self.longestLabel) { buffer, length in
      unsafe pdfium.table.pointee.FPDF_GetPageLabel(document, Int32(page - 1), buffer, length)
    }
    guard let text, text != String(page), !text.unicodeScalars.contains(where: \.isControl) else {
      return nil
    }
    return text
  }

  /// Units of UTF-16.
  private static let longestLabel = 128

  /// How large a page is, in units of its own: nothing else of it is read.
  ///
  /// - Parameter page: from 1.
  /// - Returns: what is seen of it, turned as it is to be read; nil where it has no size.
  package func size(ofPage page: Int) -> (width: Double, height: Double)? {
    var size = FS_SIZEF()
    guard
      unsafe pdfium.table.pointee.FPDF_GetPageSizeByIndexF(document, Int32(page - 1), &size) != 0,
      size.width > 0, size.height > 0, size.width.isFinite, size.height.isFinite
    else { return nil }
    return (Double(size.width), Double(size.height))
  }

  /// Reads one page, all of it.
  ///
  /// - Parameter page: from 1.
  /// - Returns: the page, to be drawn.
  /// - Throws: that it is damaged, or what the system said.
  package func page(_ page: Int) throws(CodecError) -> PDFPage {
    guard let loaded = unsafe pdfium.table.pointee.FPDF_LoadPage(document, Int32(page - 1))
    else { throw failure("page \(page) can't be read") }
    return try unsafe PDFPage(loaded, number: page, of: self)
  }

  /// Looks at the JPEG streams that lie in the file as they are; masks and patterns, too, have some.
  ///
  /// - Parameter limit: how many scans a stream may have.
  /// - Throws: that one has more, or what the system said.
  func checkScans(most limit: Int) throws(CodecError) {
    do throws(TIFFError) {
      guard try WrappedJPEGs(in: source).haveMoreScans(than: limit) else { return }
    } catch {
      throw Self.failure("reading failed: \(error)", systemError: error.fileError?.errno.rawValue)
    }
    throw failure("one of its pictures has more than \(limit) scans")
  }

  /// Bytes that could not be read are no fault of the document's.
  func failure(_ words: String) -> CodecError {
    let error = unsafe file.pointee.error
    guard error != 0 else { return Self.failure(words) }
    return Self.failure("reading failed: \(Errno(rawValue: error))", systemError: error)
  }

  private static func failure(_ words: String, systemError: Int32? = nil) -> CodecError {
    CodecError(file: "", coder: "PDF", reason: words, systemError: systemError)
  }

  /// `FPDF_ERR_…` of fpdfview.h.
  private static func words(forError number: UInt) -> String {
    switch number {
    case 3: "it is damaged, or no PDF"
    case 4: "it is encrypted and needs a password"
    case 5: "it is encrypted in a way that can't be read"
    default: "it can't be opened"
    }
  }
}
