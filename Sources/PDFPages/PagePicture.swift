import CPDFium

/// A picture that covers half of a page or more.
package struct PagePicture: Equatable, Sendable {
  /// In pixels of its own.
  package let width: Int
  package let height: Int
  /// How fine it lies on the page.
  package let dotsPerInch: Double
  /// Whether it covers the page, and nothing else of it is meant to be seen.
  package let isScan: Bool
  /// Whether it is a scan that ends where the page ends, and as fine across as down.
  package let isPage: Bool
  /// Among the page's objects.
  let index: Int32
}

extension PDFPage {
  /// The finest picture that covers half of the page or more; nil where there is none.
  package var picture: PagePicture? {
    let table = unsafe document.pdfium.table
    var box = FS_RECTF()
    guard unsafe table.pointee.FPDF_GetPageBoundingBox(page, &box) != 0 else { return nil }
    var found: [PagePicture] = []
    // What lies over a picture as a note or a stamp is drawn, and no object of the page.
    var visible = max(0, Int(unsafe table.pointee.FPDFPage_GetAnnotCount(page)))
    for index in 0..<(unsafe table.pointee.FPDFPage_CountObjects(page)) {
      guard let object = unsafe table.pointee.FPDFPage_GetObject(page, index) else { continue }
      switch unsafe table.pointee.FPDFPageObj_GetType(object) {
      // What recognised text is laid over a scan with, for it to be searched.
      case ObjectType.text
      where unsafe table.pointee.FPDFTextObj_GetTextRenderMode(object) == ObjectType.invisibleText:
        continue
      case ObjectType.image:
        visible += 1
        if let picture = unsafe picture(object, index, in: box) { found.append(picture) }
      default: visible += 1
      }
    }
    guard let finest = found.max(by: { $0.dotsPerInch < $1.dotsPerInch }) else { return nil }
    return PagePicture(
      width: finest.width, height: finest.height, dotsPerInch: finest.dotsPerInch,
      isScan: finest.isScan && visible == 1, isPage: finest.isPage && visible == 1,
      index: finest.index)
  }

  /// A picture's edge need not lie on the page's to a hair.
  private static let nearlyAll = 0.99

  /// - Returns: nil for one that covers less than half of the page.
  private func picture(
    _ object: FPDF_PAGEOBJECT, _ index: Int32, in box: FS_RECTF
  ) -> PagePicture? {
    let table = unsafe document.pdfium.table
    var (pixelWidth, pixelHeight) = (UInt32(0), UInt32(0))
    var bounds = FS_RECTF()
    guard
      unsafe table.pointee.FPDFImageObj_GetImagePixelSize(object, &pixelWidth, &pixelHeight) != 0,
      unsafe table.pointee.FPDFPageObj_GetBounds(
        object, &bounds.left, &bounds.bottom, &bounds.right, &bounds.top) != 0,
      pixelWidth > 0, pixelHeight > 0, bounds.right > bounds.left, bounds.top > bounds.bottom
    else { return nil }
    func overlap(_ low: Float, _ high: Float, _ first: Float, _ last: Float) -> Double {
      Double(max(0, min(high, last) - max(low, first)) / (last - first))
    }
    let across = overlap(bounds.left, bounds.right, box.left, box.right)
    let down = overlap(bounds.bottom, bounds.top, box.bottom, box.top)
    guard across * down >= 0.5 else { return nil }
    let (width, height) = (bounds.right - bounds.left, bounds.top - bounds.bottom)
    let densities = (
      72 * Double(pixelWidth) / (Double(width) * unit),
      72 * Double(pixelHeight) / (Double(height) * unit)
    )
    let density = max(densities.0, densities.1)
    guard density.isFinite else { return nil }
    let isScan = across > Self.nearlyAll && down > Self.nearlyAll
    let isNoLarger =
      Double((box.right - box.left) / width) > Self.nearlyAll
      && Double((box.top - box.bottom) / height) > Self.nearlyAll
    return PagePicture(
      width: Int(pixelWidth), height: Int(pixelHeight), dotsPerInch: density, isScan: isScan,
      isPage: isScan && isNoLarger
        && min(densities.0, densities.1) > Self.nearlyAll * density,
      index: index)
  }

  /// Whether pixels can be made of a picture, if only of a part of it.
  ///
  /// - Parameter picture: of this page.
  /// - Returns: false for one that is left out where the page is drawn.
  package func canDecode(_ picture: PagePicture) -> Bool {
    let table = unsafe document.pdfium.table
    guard let object = unsafe table.pointee.FPDFPage_GetObject(page, picture.index),
      let bitmap = unsafe table.pointee.FPDFImageObj_GetBitmap(object)
    else { return false }
    unsafe table.pointee.FPDFBitmap_Destroy(bitmap)
    return true
  }
}

/// `FPDF_PAGEOBJ_…` and `FPDF_TEXTRENDERMODE_…` of fpdf_edit.h.
enum ObjectType {
  static let text: Int32 = 1
  static let image: Int32 = 3
  static let form: Int32 = 5
  static let invisibleText: Int32 = 3
}
