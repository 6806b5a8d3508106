import CodecErrors
import DecoderChildren
import Decoding
import PDFPages
import Posix
import TileGeometry

/// A file that is held open, of which parts are drawn: a document's pages, or a drawing.
protocol PartDrawing: SendableMetatype {
  /// - Parameters:
  ///   - file: which is read by places and never moved in.
  ///   - order: what is told of it.
  /// - Throws: what keeps it from being drawn.
  init(_ file: consuming FileDescriptor, _ order: DrawerOrder) throws(CodecError)

  /// What it keeps to be quicker, counted in pages: another one that begins anew would do without.
  var burden: Int { get }

  /// Does what has to be done before parts of a page are drawn.
  ///
  /// - Parameter page: from 1.
  /// - Throws: what keeps them from being drawn.
  func getReady(for page: Int) throws(CodecError)

  /// Draws a part of a page.
  ///
  /// - Parameters:
  ///   - order: what is drawn.
  ///   - room: where it goes: four bytes a pixel, row by row.
  /// - Throws: what keeps it from being drawn.
  func draw(_ order: PageOrder, into room: inout MutableRawSpan) throws(CodecError)
}

extension HeldDocument: PartDrawing {
  convenience init(
    _ file: consuming FileDescriptor, _ order: DrawerOrder
  ) throws(CodecError) {
    try self.init(file, mostScans: JPEGSource.mostScans)
  }

  var burden: Int { pageCount }

  func getReady(for page: Int) throws(CodecError) { try self.page(page) }

  func draw(_ order: PageOrder, into room: inout MutableRawSpan) throws(CodecError) {
    try draw(order.part, of: order.size, page: order.page, into: &room)
  }
}

extension HeldDrawing: PartDrawing {
  convenience init(
    _ file: consuming FileDescriptor, _ order: DrawerOrder
  ) throws(CodecError) {
    self.init(file, dotsPerInch: order.dotsPerInch)
  }

  /// libvips keeps pixels of what was drawn.
  var burden: Int { partCount }

  /// It is one page.
  func getReady(for page: Int) throws(CodecError) { try getReady() }

  func draw(_ order: PageOrder, into room: inout MutableRawSpan) throws(CodecError) {
    try draw(order.part, of: order.size, into: &room)
  }
}
