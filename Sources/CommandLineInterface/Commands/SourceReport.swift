import DecoderChildren
import Foundation
import Posix
import PyramidFile
import PyramidFormat

/// What `inspect --json` says of a file that has to be cut; its keys are a promise.
struct SourceReport: Encodable {
  let path: String
  /// What viewers call it; of what was looked up beneath a root.
  @NullWhenNone var id: String?
  let kind = "source"
  let served = "after it is cut"
  let format: String
  let width: Int
  let height: Int
  let colour: String
  let samples: String
  let bands: Int
  let alpha: Bool
  /// EXIF's number, 1 for upright.
  let orientation: Int
  let pages: Int
  let profile: String
  let road: String
  let estimatedSeconds: Double
  let estimatedBytes: Int64
  let estimatedMemory: Int64
  /// What the file carries along that is not served.
  let associated: [AssociatedReport]
  let warnings: [String]
  /// No key where there is no home for a store.
  let stored: StoredState?

  /// Reads the header in a process of its own.
  init(
    _ image: NamedImage, stored: StoredState?, recipe: PyramidRecipe, limits: CutLimits
  ) throws {
    var request = CutRequest(
      task: .examine, source: Array(image.file.path.bytes), recipe: recipe, limits: limits)
    request.page = image.page
    var found: SourceFacts?
    _ = try CutterProcess().perform(
      request, report: { if case .begun(let facts) = $0 { found = facts } },
      shouldStop: { false })
    guard let facts = found else { throw CutFailure(.source, "nothing could be learnt of it") }
    path = image.file.path.description
    id = image.id
    self.stored = stored
    format = facts.format
    width = facts.width
    height = facts.height
    colour = facts.color
    samples = facts.samples
    bands = facts.bands
    alpha = facts.hasAlpha
    orientation = facts.orientation
    pages = facts.pages
    profile = facts.profile
    road = facts.isFastRoad ? "JPEG planes" : "libvips"
    estimatedSeconds = (facts.estimatedSeconds * 100).rounded() / 100
    estimatedBytes = facts.estimatedBytes
    estimatedMemory = facts.estimatedMemory
    associated =
      (try? TIFFPictures(of: image.file).associated).map { $0.map(AssociatedReport.init) } ?? []
    warnings = facts.warnings
  }

  var text: String {
    var lines = [
      "\(path): \(format), to be cut",
      "  \(width) x \(height) pixels, \(colour), \(samples)\(alpha ? ", alpha" : "")"
        + (pages > 1 ? ", \(pages) pages" : ""),
      "  profile: \(profile); orientation: \(orientation)",
      "  cutting takes about \(estimatedSeconds) s, \(estimatedMemory / 1_000_000) MB of memory "
        + "and \(estimatedBytes / 1000) kB in the store (\(road))",
    ]
    if let stored { lines.append("  \(stored.text)") }
    lines += AssociatedReport.text(associated)
    lines += warnings.map { "  note: \($0)" }
    return lines.joined(separator: "\n") + "\n"
  }
}
