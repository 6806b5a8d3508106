import Foundation
package import PyramidFormat

/// What the cutting process is asked to do; one line of JSON.
package struct CutRequest: Codable, Sendable {
  package enum Task: String, Codable, Sendable {
    /// Read the header and tell what is there.
    case examine
    /// Write a pyramid.
    case cut
  }

  package var task: Task
  /// The source's path; bytes, since Linux has no letters in file names.
  package var source: [UInt8]
  /// The page of a document, from 1; nil where the file is one image.
  package var page: Int?
  /// An empty file to write the pyramid to.
  package var output: [UInt8] = []
  package var recipe: PyramidRecipe
  package var limits: CutLimits
  /// The version that the pyramid is to carry.
  package var version = ""
  package var threads = 1
  package var dotsPerInch = 150.0

  /// - Parameters:
  ///   - task: what is to be done.
  ///   - source: the source's path.
  ///   - recipe: how it is to be cut.
  ///   - limits: what it may cost.
  package init(task: Task, source: [UInt8], recipe: PyramidRecipe, limits: CutLimits) {
    self.task = task
    self.source = source
    self.recipe = recipe
    self.limits = limits
  }
}

/// What the cutting process answers; one line of JSON each, the last of a job `done` or `failed`.
package enum CutAnswer: Codable, Sendable {
  case begun(SourceFacts)
  /// The share of the tiles that is written, 0 to 1.
  case progress(Double)
  case done(CutOutcome)
  case failed(CutFailure)
}

package struct CutOutcome: Codable, Equatable, Sendable {
  package var width = 0
  package var height = 0
  package var tiles = 0
  package var levels = 0
  /// The pyramid's length.
  package var bytes: Int64 = 0

  package init(
    width: Int = 0, height: Int = 0, tiles: Int = 0, levels: Int = 0, bytes: Int64 = 0
  ) {
    self.width = width
    self.height = height
    self.tiles = tiles
    self.levels = levels
    self.bytes = bytes
  }
}

/// How messages go over the pipe: a line of JSON each.
package enum CutWire {
  package static func encode(_ message: some Encodable) -> [UInt8] {
    // Numbers are finite and text is text: encoding these types can't fail.
    (try? JSONEncoder().encode(message)).map { Array($0) } ?? []
  }

  package static func decode<Message: Decodable>(_ type: Message.Type, _ line: [UInt8]) -> Message?
  {
    try? JSONDecoder().decode(type, from: Data(line))
  }
}
