/// What is asked for that needs no open image.
package enum SiteRoute: Equatable, Sendable {
  case gallery
  case listing
  case viewer(ImageName)
  case embeddedViewer(ImageName)
  /// A file of the viewer, by its path below `/viewer/`.
  case viewerFile(ArraySlice<UInt8>)
  /// What browsers ask for by themselves, whatever a page says.
  case icon
  /// An image's IIIF address with nothing behind it: it leads to the info.json, cut or not.
  case iiifBase(IIIFVersion, ImageName)
}
