package import BookText
import CPDFium

extension PDFPage {
  /// Annotations that are looked at for one page; damaged ones go on for ever.
  private static let mostAnnotations = 10_000

  /// Where the page leads: to other pages of the document, to the web and to mailboxes.
  ///
  /// What would be run, and what lies in other files, leads nowhere.
  package var links: [PageLink] {
    let table = unsafe document.pdfium.table
    var links: [PageLink] = []
    var next: Int32 = 0
    var link: FPDF_LINK?
    for _ in 0..<Self.mostAnnotations where links.count < PageLink.mostOnPage {
      guard unsafe table.pointee.FPDFLink_Enumerate(page, &next, &link) != 0,
        let link = unsafe link
      else { break }
      var frame = FS_RECTF()
      guard unsafe table.pointee.FPDFLink_GetAnnotRect(link, &frame) != 0,
        let box = box(of: frame), box.left < box.right, box.top < box.bottom,
        let target = unsafe target(of: link)
      else { continue }
      links.append(PageLink(box, to: target))
    }
    return links
  }

  private func target(of link: FPDF_LINK) -> PageLink.Target? {
    let table = unsafe document.pdfium.table
    guard let action = unsafe table.pointee.FPDFLink_GetAction(link) else {
      return unsafe page(at: table.pointee.FPDFLink_GetDest(document.document, link))
    }
    switch unsafe table.pointee.FPDFAction_GetType(action) {
    case ActionType.goTo:
      return unsafe page(at: table.pointee.FPDFAction_GetDest(document.document, action))
    case ActionType.address: return unsafe address(of: action).map(PageLink.Target.address)
    default: return nil
    }
  }

  private func page(at destination: FPDF_DEST?) -> PageLink.Target? {
    guard let destination = unsafe destination else { return nil }
    let index = unsafe document.pdfium.table.pointee.FPDFDest_GetDestPageIndex(
      document.document, destination)
    guard index >= 0, Int(index) < document.pageCount else { return nil }
    return .page(Int(index) + 1)
  }

  private func address(of action: FPDF_ACTION) -> LinkAddress? {
    let table = unsafe document.pdfium.table
    let length = unsafe table.pointee.FPDFAction_GetURIPath(document.document, action, nil, 0)
    // With a zero at the end.
    guard length > 1, length <= UInt(LinkAddress.longest) + 1 else { return nil }
    var bytes = [UInt8](repeating: 0, count: Int(length))
    let written = unsafe bytes.withUnsafeMutableBytes { memory in
      unsafe table.pointee.FPDFAction_GetURIPath(
        document.document, action, memory.baseAddress, length)
    }
    guard written == length else { return nil }
    return LinkAddress(bytes.dropLast())
  }
}

/// `PDFACTION_…` of fpdf_doc.h.
private enum ActionType {
  static let goTo: UInt = 1
  static let address: UInt = 3
}
