import FetchRules
import Fetching
import PyramidFile
import S3Wire

/// What is asked of an engine for one state of an object.
enum FetchWishes {
  /// A part of it.
  static func part(
    _ range: Range<Int64>, of object: FarObject, _ urgency: FarUrgency
  ) -> FetchWish {
    FetchWish(
      object.name,
      Expectation(
        range: range, tag: object.objectTag, total: object.size,
        limit: Int64(range.count)),
      rules(urgency), isHedged: urgency == .tile)
  }

  static func rules(_ urgency: FarUrgency) -> AttemptRules {
    switch urgency {
    case .tile: .tile
    case .index: .index
    case .download: .download
    }
  }
}

/// Takes bytes that nobody wants: that they came is all.
final class NoSink: FetchSink {
  func begin(_ body: Expectation.Body) -> Bool { true }
  func take(_ bytes: RawSpan, at offset: Int64) -> Bool { true }
}
