import DecoderChildren
import Posix
import PyramidFile
import PyramidFormat
import Sources
import Storage
import TileGeometry

extension SourceChild {
  /// Looks at what was cut before readers see it.
  typealias Verifying = (FilePath) throws(CutFailure) -> Void

  /// Has one image cut into a file that is published once it is seen to be what it should be.
  ///
  /// - Parameters:
  ///   - request: how it is to be cut.
  ///   - files: what is read and written.
  ///   - wished: asked often: the tiles that people wait for.
  ///   - report: what the child tells on its way.
  ///   - shouldStop: asked often; yes ends the job.
  ///   - publish: gives the file its name, if whoever looks at it does not throw.
  /// - Returns: what came of it.
  /// - Throws: whatever goes wrong with this image, and what keeps it from being stored.
  func cut(
    _ request: CutRequest, _ files: CutFiles, wished: () -> [TileWish] = { [] },
    report: (CutAnswer) -> Void, shouldStop: () -> Bool,
    publishing publish: (Verifying) throws(PublicationError<CutFailure>) -> Void
  ) throws(PublicationError<CutFailure>) -> CutOutcome {
    let facts: SourceFacts
    do throws(CutFailure) {
      facts = try cut(request, files, wished: wished, report: report, shouldStop: shouldStop)
      guard try files.source.isUnchanged() else { throw CutFailure.changedWhileRead }
    } catch {
      throw .refused(error.naming(whatIsMissingOf: files.source))
    }
    var outcome = CutOutcome()
    try publish { path throws(CutFailure) in
      outcome = try CutOutcome(
        of: path,
        as: request.description(of: files.source.status, nominalSize: facts.nominalSize), facts)
    }
    return outcome
  }
}

extension CutOutcome {
  /// What a cut has made, by what its file says and is held against.
  ///
  /// - Parameters:
  ///   - path: where the pyramid lies before it has its name.
  ///   - description: what it must say of itself.
  ///   - facts: what its source is, as it was told when the cut began.
  /// - Throws: why it is not what our cutter makes, or can't be read.
  fileprivate init(
    of path: FilePath, as description: PyramidDescription, _ facts: SourceFacts
  ) throws(CutFailure) {
    let file: LocalFile
    do throws(FileError) {
      file = try LocalFile(path)
    } catch {
      throw CutFailure(storing: error.errno)
    }
    let size = try facts.size
    let pyramid: Pyramid
    do throws(PyramidProblem) {
      pyramid = try PyramidVerification.written(file, as: description, of: size)
    } catch {
      // What can't be read lies in the store, whose files are nobody else's business.
      throw error.kind == .unreadable
        ? CutFailure(storing: .inputOutput)
        : CutFailure(.source, "its decoder wrote no sound pyramid: \(error.detail)")
    }
    self.init(
      width: Int(pyramid.imageSize.width), height: Int(pyramid.imageSize.height),
      tiles: pyramid.levels.reduce(0) { $0 + $1.tileCount }, levels: pyramid.levels.count,
      bytes: pyramid.source.byteCount)
  }
}

extension SourceFacts {
  fileprivate var size: ImageSize {
    get throws(CutFailure) {
      guard let size = ImageSize(width: Int64(width), height: Int64(height)) else {
        throw CutFailure(.source, "there is no such size")
      }
      return size
    }
  }
}

extension CutFailure {
  /// Says what the file lacks, unless its decoder has.
  fileprivate func naming(whatIsMissingOf source: LocalFile) -> CutFailure {
    guard case .source = cause, !words.contains("truncated"),
      let missing = try? FileEnd(of: source).wordsWhereMissing()
    else { return self }
    return CutFailure(.source, "\(words) (\(missing))")
  }
}
