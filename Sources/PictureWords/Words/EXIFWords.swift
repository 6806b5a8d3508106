import ByteText
import PyramidFormat

/// What stands in the fields of EXIF and TIFF (Exif 2.32; TIFF 6.0).
enum EXIFWords {
  enum Tag {
    static let description: UInt16 = 270
    static let make: UInt16 = 271
    static let model: UInt16 = 272
    static let horizontal: UInt16 = 282
    static let vertical: UInt16 = 283
    static let unit: UInt16 = 296
    static let artist: UInt16 = 315
    static let copyright: UInt16 = 33432
    static let exif: UInt16 = 34665
    static let exposureTime: UInt16 = 33434
    static let fNumber: UInt16 = 33437
    static let sensitivity: UInt16 = 34855
    static let taken: UInt16 = 36867
    static let offset: UInt16 = 36881
    static let focalLength: UInt16 = 37386
    static let lens: UInt16 = 42036
    static let places: UInt16 = 34853
    /// In the directory of places.
    static let latitudeDirection: UInt16 = 1
    static let latitude: UInt16 = 2
    static let longitudeDirection: UInt16 = 3
    static let longitude: UInt16 = 4
    /// Blocks of other kinds, in TIFF files.
    static let xmp: UInt16 = 700
    static let iptc: UInt16 = 33723
    static let photoshop: UInt16 = 34377
  }

  static let tags: Set<UInt16> = [
    Tag.description, Tag.make, Tag.model, Tag.horizontal, Tag.vertical, Tag.unit, Tag.artist,
    Tag.copyright, Tag.exif, Tag.exposureTime, Tag.fNumber, Tag.sensitivity, Tag.taken, Tag.offset,
    Tag.focalLength, Tag.lens, Tag.places, Tag.latitudeDirection, Tag.latitude,
    Tag.longitudeDirection, Tag.longitude, Tag.xmp, Tag.iptc, Tag.photoshop,
  ]

  /// Bytes of one field of text.
  private static let limit = 20_000

  static func read(_ fields: TIFFFields) throws(ByteSourceError) -> PictureDetails {
    func text(
      _ tag: UInt16, of directory: TIFFFields, limit: Int = CleanText.lineLimit
    ) throws(ByteSourceError) -> String? {
      try directory.bytes(tag, limit: Self.limit).flatMap { CleanText.text($0, limit: limit) }
    }
    var details = PictureDetails()
    let description = try text(Tag.description, of: fields, limit: CleanText.textLimit)
    if let description, isWrittenByPeople(description) { details.description = description }
    details.creator = try text(Tag.artist, of: fields)
    // The editor's notice may follow the photographer's, behind a zero.
    details.attribution = try text(Tag.copyright, of: fields)
    details.rights = CleanText.address(details.attribution)
    details.camera.make = try text(Tag.make, of: fields)
    details.camera.model = try text(Tag.model, of: fields)
    details.pixelsPerMeter = try resolution(fields)
    if let description, let microns = slideMicrons(description) {
      details.pixelsPerMeter = 1e6 / microns
    }
    guard let exif = try fields.directory(Tag.exif) else { return details }
    details.camera.lens = try text(Tag.lens, of: exif)
    details.camera.exposureTime = try positive(exif.fraction(Tag.exposureTime))
    details.camera.fNumber = try positive(exif.fraction(Tag.fNumber))
    details.camera.focalLength = try positive(exif.fraction(Tag.focalLength))
    details.camera.sensitivity = try exif.number(Tag.sensitivity)
    if let taken = CleanText.date(try text(Tag.taken, of: exif)) {
      let offset = try text(Tag.offset, of: exif) ?? ""
      details.date = CleanText.date(taken + offset) ?? taken
    }
    // What cameras write there says nothing of what they saw.
    if details.camera.exposureTime != nil || details.camera.fNumber != nil {
      details.pixelsPerMeter = nil
    }
    return details
  }

  /// Where the picture was taken.
  ///
  /// - Parameter fields: of the outer directory.
  /// - Returns: nil where that isn't known.
  /// - Throws: what kept the file from being read.
  static func place(_ fields: TIFFFields) throws(ByteSourceError) -> PicturePlace? {
    guard let places = try fields.directory(Tag.places) else { return nil }
    func degrees(_ value: UInt16, _ direction: UInt16) throws(ByteSourceError) -> Double? {
      let letter = try places.bytes(direction, limit: limit)?.first
      return PicturePlace.degrees(try places.fractions(value, count: 3), letter)
    }
    guard let latitude = try degrees(Tag.latitude, Tag.latitudeDirection),
      let longitude = try degrees(Tag.longitude, Tag.longitudeDirection)
    else { return nil }
    return PicturePlace(latitude: latitude, longitude: longitude)
  }

  private static func positive(_ value: Double?) -> Double? {
    value.flatMap { $0 > 0 && $0.isFinite ? $0 : nil }
  }

  /// Programs keep their own notes there, and cameras their names.
  private static func isWrittenByPeople(_ text: String) -> Bool {
    let notes = ["{", "<", "Aperio ", "ImageJ=", "OLYMPUS DIGITAL", "SONY DSC", "DCIM", "MINOLTA"]
    return !notes.contains { text.hasPrefix($0) }
  }

  /// Aperio's slides say how wide a pixel is, as others' do that were made to be read like them.
  private static func slideMicrons(_ description: String) -> Double? {
    guard description.hasPrefix("Aperio "),
      let place = description.firstRange(of: "|MPP = ")?.upperBound
    else { return nil }
    let number = Double(description[place...].prefix { $0.isASCII && ($0.isNumber || $0 == ".") })
    return number.flatMap { (0.001...1000).contains($0) ? $0 : nil }
  }

  private static func resolution(_ fields: TIFFFields) throws(ByteSourceError) -> Double? {
    guard let across = try fields.fraction(Tag.horizontal),
      let down = try fields.fraction(Tag.vertical)
    else { return nil }
    switch try fields.number(Tag.unit) {
    case nil, 2: return Resolution.perMeter(across / 0.0254, down / 0.0254)
    case 3: return Resolution.perMeter(across * 100, down * 100)
    default: return nil
    }
  }
}

/// Pixels a metre.
enum Resolution {
  /// What programs write that know nothing: dots an inch of screens.
  private static let screens = [72.0, 96.0]

  /// - Parameters:
  ///   - across: pixels a metre from left to right.
  ///   - down: the same from top to bottom.
  /// - Returns: nil for what can't be, for pixels that are no squares, and for screens'.
  static func perMeter(_ across: Double, _ down: Double) -> Double? {
    guard across.isFinite, across > 1, across < 1e10, abs(across - down) < across / 100,
      !screens.contains(where: { abs(across * 0.0254 - $0) < 0.51 })
    else { return nil }
    return across
  }
}
