import Digests
package import Posix
package import PyramidFormat
package import TileGeometry

/// Finds out whether a pyramid is what was written.
///
/// The index's checksum covers every byte before the first tile, the tiles' checksums cover the
/// rest, and nothing lies between or behind them: no bit of a file of ours can change unseen.
package struct PyramidVerification: Sendable {
  /// Decodes a tile, to prove that it can be; throws when it cannot, or when nobody can tell.
  package typealias Decoder =
    @Sendable (_ tile: [UInt8], _ level: StoredLevel) throws(PyramidProblem) -> Void

  /// A file with problems without end is told of in so many lines, and one that says so.
  private static let problemLimit = 100

  package private(set) var problems: [PyramidProblem] = []
  /// Nil for a file too damaged to open.
  package private(set) var pyramid: Pyramid?
  /// Further pyramids that the file holds, as another program's may.
  private var otherPages: [Pyramid] = []
  /// Whether the file has checksums: ours do.
  package private(set) var isOurs = false
  package private(set) var tilesRead = 0

  package var isClean: Bool { problems.isEmpty }
  /// The levels of every page.
  package var levels: [StoredLevel] {
    (pyramid?.levels ?? []) + otherPages.flatMap(\.levels)
  }

  /// Checks the index: checksum, structure, levels, and that tiles fill the file without gaps.
  ///
  /// With `deep`, reads every tile, compares its checksum, and decodes it where a decoder is given.
  package init(_ source: any ByteSource, deep: Bool, decoder: Decoder? = nil) {
    check(deep: deep, decoder: decoder) { try Pyramid(source) }
  }

  /// Checks the index of a pyramid that is open.
  private init(_ pyramid: Pyramid) {
    check(deep: false, decoder: nil) { pyramid }
  }

  private mutating func check(
    deep: Bool, decoder: Decoder?, _ opened: () throws -> Pyramid
  ) {
    do {
      let pyramid = try opened()
      self.pyramid = pyramid
      isOurs = pyramid.showsOurMarks
      if isOurs {
        try checkIndex(of: pyramid)
        checkLevels(of: pyramid)
      }
      otherPages = try pyramid.following()
      for page in [pyramid] + otherPages {
        checkCoverage(of: page)
        if deep { checkTiles(of: page, decoder: decoder) }
      }
    } catch {
      let problem = Self.problem(of: error)
      report(problem.kind, problem.detail)
    }
  }

  /// What is wrong with the index of a file that was just written.
  package static func ofIndex(_ path: FilePath) -> [PyramidProblem] {
    let file: LocalFile
    do throws(FileError) {
      file = try LocalFile(path)
    } catch {
      return [PyramidProblem(.unreadable, "\(error)")]
    }
    let verification = PyramidVerification(file, deep: false)
    guard verification.isClean, !verification.isOurs else { return verification.problems }
    return [PyramidProblem(.index, "the file has no checksums")]
  }

  /// A pyramid that was just written, by somebody who may not be believed.
  ///
  /// - Parameters:
  ///   - file: all of it.
  ///   - description: what it must say of itself.
  ///   - size: of its image, by which all that is read of it is bounded.
  /// - Returns: the pyramid, whose index and heads of tiles are what our cutter writes.
  /// - Throws: the first of what they are not.
  package static func written(
    _ file: LocalFile, as description: PyramidDescription, of size: ImageSize
  ) throws(PyramidProblem) -> Pyramid {
    let pyramid = try shaped(file, description.recipe.tileSize, size)
    let verification = PyramidVerification(pyramid)
    if let problem = verification.problems.first { throw problem }
    guard verification.isOurs else {
      throw PyramidProblem(.index, "the file has no checksums")
    }
    guard pyramid.description == description else {
      throw PyramidProblem(.index, "the description is another one")
    }
    do {
      try TileHeads(of: pyramid).check()
    } catch {
      throw problem(of: error)
    }
    return pyramid
  }

  /// Reads a file's index and holds its levels against those of an image, before anything is read of their
  /// tiles: their number is the file's own word.
  private static func shaped(
    _ file: LocalFile, _ tileSize: TileSize, _ size: ImageSize
  ) throws(PyramidProblem) -> Pyramid {
    let pyramid: Pyramid
    do {
      pyramid = try Pyramid(file)
    } catch {
      throw problem(of: error)
    }
    guard pyramid.imageSize == size, pyramid.tileSize == tileSize, pyramid.pageCount == 1,
      pyramid.levels.count <= pyramid.ladder.count
    else { throw PyramidProblem(.levels, "its levels are not those of its source") }
    // Three numbers a tile, a profile, directories and a text.
    let tiles = pyramid.levels.reduce(0) { $0 + $1.tileCount }
    let longest = tiles * 24 + ColorProfile.longest + 1 << 20
    guard let index = pyramid.index, index.length <= UInt64(longest) else {
      throw PyramidProblem(.index, "the index is missing, or longer than what it can hold")
    }
    return pyramid
  }

  private mutating func report(_ kind: PyramidProblem.Kind, _ detail: String) {
    guard problems.count <= Self.problemLimit else { return }
    let isTold = problems.count < Self.problemLimit
    problems.append(
      PyramidProblem(kind, isTold ? detail : "there are more than these \(Self.problemLimit)"))
  }

  /// What keeps a file from being looked at, or from being a sound pyramid.
  private static func problem(of error: any Error) -> PyramidProblem {
    switch error {
    case let problem as PyramidProblem: problem
    case let error as TIFFError: PyramidProblem(kind(of: error), error.description)
    case let refusal as NotAPyramid: PyramidProblem(.notPyramid, refusal.description)
    default: PyramidProblem(.structure, "\(error)")
    }
  }

  private static func kind(of error: TIFFError) -> PyramidProblem.Kind {
    switch error {
    case .source: .unreadable
    case .notTIFF: .notTIFF
    case .outsideFile, .directoryLoop, .tooMany, .field: .structure
    }
  }

  private func checkIndex(of pyramid: Pyramid) throws {
    guard let description = pyramid.description else {
      throw PyramidProblem(.index, "the description is missing")
    }
    let (found, known) = (description.format, PyramidDescription.currentFormat)
    guard found >= known else {
      throw PyramidProblem(
        .index, "the file has format \(found), of an earlier release: it has to be cut anew")
    }
    guard found == known else {
      throw PyramidProblem(.index, "the file has the unknown format \(found)")
    }
    guard let isIntact = try pyramid.hasIntactIndex() else {
      throw PyramidProblem(.index, "the index has lost its checksum")
    }
    guard isIntact else {
      throw PyramidProblem(.index, "the index does not match its checksum")
    }
  }

  private mutating func checkLevels(of pyramid: Pyramid) {
    for index in 0..<pyramid.ladder.count {
      guard let level = pyramid.ladder.level(at: index) else { continue }
      guard let stored = pyramid.storedLevel(level.reduction) else {
        report(.levels, "the level of \(level.size.width)x\(level.size.height) is missing")
        continue
      }
      if !pyramid.levels[stored].hasChecksums {
        report(.levels, "the level of \(level.size.width)x\(level.size.height) has no checksums")
      }
    }
    if pyramid.levels.count > pyramid.ladder.count || pyramid.pageCount > 1
      || !pyramid.associated.isEmpty
    {
      report(.levels, "the file has pictures that are no levels")
    }
    for warning in pyramid.warnings { report(.levels, warning) }
  }

  /// Tiles must lie inside the file and apart; ours also leave nothing between them.
  private mutating func checkCoverage(of pyramid: Pyramid) {
    var spans: [(start: Int64, end: Int64)] = []
    for level in pyramid.levels {
      for index in 0..<level.tileCount {
        do throws(TIFFError) {
          guard let place = try level.location(at: index, fileSize: pyramid.source.byteCount)
          else {
            if isOurs { report(.missingTile, "\(level.words(index)) is missing") }
            continue
          }
          spans.append((place.offset, place.offset + Int64(place.length)))
        } catch {
          report(Self.kind(of: error), "\(level.words(index)): \(error)")
        }
        guard problems.count <= Self.problemLimit else { return }
      }
    }
    guard isOurs else { return }
    var end = Int64(clamping: pyramid.index?.length ?? 0)
    for span in spans.sorted(by: { $0.start < $1.start }) {
      guard span.start == end else {
        report(
          .coverage,
          span.start < end
            ? "tiles overlap at \(span.start)"
            : "the bytes from \(end) to \(span.start) belong to no tile")
        return
      }
      end = span.end
    }
    if end != pyramid.source.byteCount {
      report(.coverage, "the file has \(pyramid.source.byteCount) bytes, its tiles end at \(end)")
    }
  }

  private mutating func checkTiles(of pyramid: Pyramid, decoder: Decoder?) {
    for level in pyramid.levels {
      for index in 0..<level.tileCount {
        guard problems.count <= Self.problemLimit else { return }
        do {
          guard let place = try level.location(at: index, fileSize: pyramid.source.byteCount)
          else { continue }
          let bytes = try pyramid.tileBytes(at: place)
          tilesRead += 1
          if let expected = try level.checksum(at: index) {
            guard unsafe UInt64(CRC32C.of(bytes.span.bytes)) == expected else {
              report(.tile, "\(level.words(index)) does not match its checksum")
              continue
            }
          }
          do throws(PyramidProblem) {
            try decoder?(bytes, level)
          } catch {
            report(error.kind, "\(level.words(index)) cannot be decoded: \(error.detail)")
          }
        } catch {
          // A place outside the file was told of by the check of coverage.
          if case TIFFError.source(let failure) = error { report(.unreadable, "\(failure)") }
        }
      }
    }
  }
}

extension StoredLevel {
  /// What people call a tile.
  package func words(_ index: Int) -> String {
    "tile \(index % Int(columns)),\(index / Int(columns)) of the level \(size.width)x\(size.height)"
  }
}
