import Glibc

/// The complaints of decoders, made into something to tell people.
///
/// libvips collects them line by line, often the same one twice, with the names of its own
/// functions, numbers that mean something to its authors, and paths.
enum DecoderWords {
  /// What stands before a colon and names who speaks: the coder is named anyway.
  private static let speakers: Set<String> = [
    "vipspng", "VipsJpeg", "glib", "heif", "tiff2vips", "webp", "gifload", "jp2kload", "jpegload",
    "pngload", "tiffload", "webpload", "heifload", "svgload", "pdfload", "source input",
    "TIFFFetchDirectory", "TIFFReadDirectory", "TIFFFillStrip", "TIFFFillTile",
    "vips__tiff_openin_source", "VipsSource", "source", "vips_sequential", "linecache",
  ]

  /// Words that all mean that more was promised than is there.
  private static let endings = [
    "bad seek", "Seek error", "Unexpected end of", "Premature end of input", "outside of file",
    "too short", "Can not read TIFF directory", "inconsistent with stream length",
    "bytes, expected", "No 'meta' box", "not enough data",
  ]

  private static let sentences: [(words: String, meaning: String)] = [
    ("libpng read error", "it is damaged or ends too early"),
    ("unable to parse image", "it is damaged or ends too early"),
    ("Failed to read directory", "the header can't be read"),
    ("tiled separate planes not supported", "tiles that hold one colour each can't be read"),
    ("does not have <svg> root", "it is no SVG drawing"),
  ]

  /// What GLib and libvips say where the system starts no thread for them.
  private static let threadless = ["Error creating thread", "unable to create thread"]

  /// The failure of the system that a decoder's words tell of.
  ///
  /// - Parameter words: as it said them.
  /// - Returns: nil where they tell of none.
  static func systemError(in words: String) -> Int32? {
    threadless.contains(where: words.contains) ? EAGAIN : nil
  }

  /// What a decoder said, as one short line for people.
  ///
  /// - Parameters:
  ///   - words: as it said them.
  ///   - file: the name it used; it is left out.
  ///   - isLoading: what says nothing while a file is opened could not make out its header.
  /// - Returns: the line.
  static func cleaned(_ words: String, file: String, isLoading: Bool) -> String {
    var kept: [String] = []
    for line in words.split(whereSeparator: \.isNewline) {
      let text = plain(line, file: file)
      if !text.isEmpty, !kept.contains(text) { kept.append(text) }
    }
    let whole = kept.prefix(4).joined(separator: "; ")
    if whole.isEmpty { return isLoading ? "the header can't be read" : "no reason given" }
    // A disk's failure is no fault of the file's.
    if whole.contains("unix error") { return shortened(whole) }
    if endings.contains(where: whole.contains) { return "the file ends too early" }
    if let known = sentences.first(where: { whole.contains($0.words) }) { return known.meaning }
    return shortened(whole)
  }

  private static func shortened(_ text: String) -> String {
    text.count > 300 ? String(text.prefix(299)) + "…" : text
  }

  private static func plain(_ line: Substring, file: String) -> String {
    var text = String(line.filter { $0.isASCII ? ($0 >= " " && $0 != "\u{7F}") : true })
    if !file.isEmpty {
      text = text.split(separator: file, omittingEmptySubsequences: false).joined(separator: "it")
    }
    while let colon = text.firstIndex(of: ":"), speakers.contains(String(text[..<colon])) {
      text = String(text[text.index(after: colon)...].drop { $0 == " " })
    }
    // GLib's and libheif's numbers of errors.
    text = text.replacing(#/Error domain \d+ code \d+ /#, with: "")
    text = text.replacing(#/;? *\(\d+\.\d+\)$/#, with: "")
    while let last = text.last, " .;".contains(last) { text.removeLast() }
    return text
  }
}
