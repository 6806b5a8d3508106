/// What a picture says of itself, in the words that books and manifests use for the same.
///
/// Text is UTF-8 without control characters, and of bounded length.
package struct PictureDetails: Equatable, Sendable {
  package var title: String?
  package var description: String?
  /// Who made it; several are parted by semicolons.
  package var creator: String?
  /// When it was made, as ISO 8601 has it, as finely as it is known.
  package var date: String?
  /// What is to be said of whose it is: a notice of copyright, a credit.
  package var attribution: String?
  /// The address of a licence or of a statement of rights.
  package var rights: String?
  package var camera = CameraDetails()
  /// Pixels a metre of what is shown: of a scan or a slide, never of a photograph.
  package var pixelsPerMeter: Double?
  /// Where it was taken; only where somebody decided that this is told.
  package var place: PicturePlace?

  package init() {}

  package var isEmpty: Bool { self == PictureDetails() }

  /// The same, with what it leaves open taken from elsewhere.
  package func completed(by other: PictureDetails) -> PictureDetails {
    var all = self
    all.title = title ?? other.title
    all.description = description ?? other.description
    all.creator = creator ?? other.creator
    all.date = date ?? other.date
    all.attribution = attribution ?? other.attribution
    all.rights = rights ?? other.rights
    if camera.isEmpty { all.camera = other.camera }
    all.pixelsPerMeter = pixelsPerMeter ?? other.pixelsPerMeter
    all.place = place ?? other.place
    return all
  }
}

/// What a photograph was taken with.
package struct CameraDetails: Equatable, Sendable {
  package var make: String?
  package var model: String?
  package var lens: String?
  /// In seconds.
  package var exposureTime: Double?
  /// The focal length divided by the aperture's width.
  package var fNumber: Double?
  /// In millimetres.
  package var focalLength: Double?
  /// As ISO 12232 counts it.
  package var sensitivity: UInt64?

  package init() {}

  package var isEmpty: Bool { self == CameraDetails() }
}
