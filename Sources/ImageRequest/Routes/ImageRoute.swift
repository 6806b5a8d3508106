/// What is asked of an image.
package enum ImageRoute: Equatable, Sendable {
  case picture(PictureRoute)
  /// What it is, and its addresses; of a folder or a document: its pages.
  case description
  case viewport
  case viewportTiles
  case iiifInformation(IIIFVersion)
  case deepZoom
  case zoomify
  case xyz
  /// What the IIIF Presentation API says of it, alone or with its neighbors.
  case presentation(IIIFVersion, PresentationRoute)
  /// Its words, and its outline.
  case reading(ReadingRoute)
}
