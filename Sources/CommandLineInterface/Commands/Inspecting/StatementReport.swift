import PictureWords
import Posix
import PyramidFile
import Sources

/// What `inspect --json` has of what is said of a picture, what nobody says left out; its keys are
/// a promise.
struct StatementReport: Encodable {
  struct Camera: Encodable {
    let make: String?
    let model: String?
    let lens: String?
    let exposureTime: Double?
    let fNumber: Double?
    let focalLength: Double?
    let sensitivity: UInt64?
  }

  /// A file beside the picture that is not as it should be.
  struct Problem: Encodable {
    let file: String
    let reason: String
  }

  let title: String?
  let description: String?
  let creator: String?
  let date: String?
  let attribution: String?
  let rights: String?
  let camera: Camera?
  let micronsPerPixel: Double?
  let problems: [Problem]

  /// Reads what an image and the files beside it say.
  ///
  /// - Parameter image: what was asked about.
  /// - Throws: what keeps the image from being read.
  init(_ image: NamedImage) throws(FileError) {
    let folder = image.canonicalPath.parent
    guard let name = FileName(bytes: image.canonicalPath.lastComponent) else {
      throw FileError("read", image.canonicalPath, .invalidArgument)
    }
    let statement = try PictureStatement(
      of: { () throws(FileError) in try PictureHead.details(of: image.file, tellingPlace: false) },
      called: name, knowing: nil, tellingPlace: false
    ) { sidecar throws(FileError) in
      let path = folder.appending(sidecar)
      guard let far = image.far else { return try LocalFile(path) }
      return try far.open(path)
    }
    let details = statement.details
    title = details.title
    description = details.description
    creator = details.creator
    date = details.date
    attribution = details.attribution
    rights = details.rights
    let taken = details.camera
    camera =
      taken.isEmpty
      ? nil
      : Camera(
        make: taken.make, model: taken.model, lens: taken.lens, exposureTime: taken.exposureTime,
        fNumber: taken.fNumber, focalLength: taken.focalLength, sensitivity: taken.sensitivity)
    micronsPerPixel = details.pixelsPerMeter.map { 1e6 / $0 }
    problems = statement.problems.map { Problem(file: "\($0.file)", reason: $0.reason) }
  }

  var text: [String] {
    var lines: [String] = []
    for (name, words) in [
      ("title", title), ("description", description), ("creator", creator), ("date", date),
      ("attribution", attribution), ("rights", rights), ("camera", camera?.text),
      ("a pixel", micronsPerPixel.map { "\(($0 * 1000).rounded() / 1000) micrometres" }),
    ] {
      if let words { lines.append("  \(name): \(words)") }
    }
    return lines
      + problems.map { "  note: \($0.file) beside it says nothing: \($0.reason)" }
  }
}

extension StatementReport.Camera {
  fileprivate var text: String {
    var words = [make, model, lens].compactMap(\.self)
    if let exposureTime {
      words.append(
        exposureTime < 0.5 ? "1/\(Int((1 / exposureTime).rounded())) s" : "\(exposureTime) s")
    }
    if let fNumber { words.append("f/\(fNumber)") }
    if let focalLength { words.append("\(focalLength) mm") }
    if let sensitivity { words.append("ISO \(sensitivity)") }
    return words.joined(separator: ", ")
  }
}
