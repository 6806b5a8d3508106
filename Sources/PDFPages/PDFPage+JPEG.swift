import CPDFium
package import CodecErrors
import PyramidFormat

extension PDFPage {
  /// The JPEG file that a picture is in the document, where it is one and lies upright.
  ///
  /// - Parameter picture: of this page.
  /// - Returns: nil for all others.
  package func jpeg(of picture: PagePicture) -> [UInt8]? {
    let table = unsafe document.pdfium.table
    guard unsafe table.pointee.FPDFPage_GetRotation(page) == 0,
      let object = unsafe table.pointee.FPDFPage_GetObject(page, picture.index),
      unsafe table.pointee.FPDFImageObj_GetImageFilterCount(object) == 1
    else { return nil }
    return unsafe jpeg(of: object)
  }

  /// Looks at the JPEG streams of all pictures that lie on the page, in forms too.
  ///
  /// A scan of a few bytes may go over all pixels, and the engine counts none. The document's own look
  /// at its file misses streams that are packed once more; those of patterns, masks and annotations
  /// aren't met here either: drawing them has a deadline.
  ///
  /// - Parameter limit: how many scans a stream may have.
  /// - Throws: that one has more.
  package func checkScans(most limit: Int) throws(CodecError) {
    let table = unsafe document.pdfium.table
    for index in 0..<(unsafe table.pointee.FPDFPage_CountObjects(page)) {
      guard let object = unsafe table.pointee.FPDFPage_GetObject(page, index) else { continue }
      try unsafe checkScans(of: object, most: limit)
    }
  }

  private func checkScans(of object: FPDF_PAGEOBJECT, most limit: Int) throws(CodecError) {
    let table = unsafe document.pdfium.table
    switch unsafe table.pointee.FPDFPageObj_GetType(object) {
    case ObjectType.image:
      guard let stream = unsafe jpeg(of: object),
        JPEGMarkers.haveMoreScans(than: limit, in: stream)
      else { return }
      throw document.failure("a picture of page \(number) has more than \(limit) scans")
    case ObjectType.form:
      for index in 0..<max(0, unsafe table.pointee.FPDFFormObj_CountObjects(object)) {
        guard let inner = unsafe table.pointee.FPDFFormObj_GetObject(object, UInt(index)) else {
          continue
        }
        try unsafe checkScans(of: inner, most: limit)
      }
    default: return
    }
  }

  /// Of a stream that is kept to be asked for once more, in bytes.
  private static let mostKept = 16 << 20

  /// The JPEG stream that a picture is, freed from whatever it is wrapped in; nil for all others.
  private func jpeg(of object: FPDF_PAGEOBJECT) -> [UInt8]? {
    if let last = unsafe lastJPEG, unsafe last.object == object { return unsafe last.bytes }
    let table = unsafe document.pdfium.table
    let filters = unsafe table.pointee.FPDFImageObj_GetImageFilterCount(object)
    guard filters > 0 else { return nil }
    var name = [UInt8](repeating: 0, count: 16)
    let nameLength = unsafe name.withUnsafeMutableBytes { bytes in
      unsafe table.pointee.FPDFImageObj_GetImageFilter(
        object, filters - 1, bytes.baseAddress, UInt(bytes.count))
    }
    guard nameLength <= name.count,
      ["DCTDecode", "DCT"].contains(String(decoding: name.prefix { $0 != 0 }, as: UTF8.self))
    else { return nil }
    let read =
      unsafe filters == 1
      ? table.pointee.FPDFImageObj_GetImageDataRaw : table.pointee.FPDFImageObj_GetImageDataDecoded
    let length = unsafe read?(object, nil, 0) ?? 0
    guard length > 0 else { return nil }
    var bytes = [UInt8](repeating: 0, count: Int(length))
    let written = unsafe bytes.withUnsafeMutableBytes { bytes in
      unsafe read?(object, bytes.baseAddress, UInt(bytes.count)) ?? 0
    }
    guard written == length else { return nil }
    if bytes.count <= Self.mostKept { unsafe lastJPEG = unsafe (object, bytes) }
    return bytes
  }
}
