import Cutter
import Foundation
import Posix
import PyramidFile

/// What `inspect --json` says of a file that has to be cut; its keys are a promise.
struct SourceReport: Encodable {
  let path: String
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
  let warnings: [String]

  /// Reads the header in a process of its own.
  init(_ path: FilePath, page: Int, recipe: PyramidRecipe, limits: CutLimits) throws {
    var request = CutRequest(
      task: .examine, source: Array(path.bytes), recipe: recipe, limits: limits)
    if page > 1 { request.page = page }
    var found: SourceFacts?
    _ = try CutterProcess().perform(
      request, report: { if case .begun(let facts) = $0 { found = facts } },
      shouldStop: { false })
    guard let facts = found else { throw CutError("nothing could be learnt of it") }
    self.path = path.description
    format = facts.format
    width = facts.width
    height = facts.height
    colour = facts.colour
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
    lines += warnings.map { "  note: \($0)" }
    return lines.joined(separator: "\n") + "\n"
  }
}
