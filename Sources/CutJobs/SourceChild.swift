package import BookText
package import Books
package import DecoderChildren
import Posix
package import PyramidFile
import PyramidFormat
package import Sources
import Storage
import TileGeometry

/// A child that reads a stranger's file, to cut it or to tell of it: a process, or in tests what stands
/// for one.
package protocol SourceChild {
  /// Has one image cut.
  ///
  /// - Parameters:
  ///   - request: how it is to be cut.
  ///   - files: what is read and written.
  ///   - wished: asked often: the tiles that people wait for.
  ///   - report: what the child tells on its way.
  ///   - shouldStop: asked often; yes ends the job.
  /// - Returns: what the source is, as the child told when it began.
  /// - Throws: whatever goes wrong with this image, the child's death too.
  func cut(
    _ request: CutRequest, _ files: CutFiles, wished: () -> [TileWish],
    report: (CutAnswer) -> Void, shouldStop: () -> Bool
  ) throws(CutFailure) -> SourceFacts

  /// Has a document's pages counted.
  ///
  /// - Parameters:
  ///   - source: the open file.
  ///   - request: how it would be cut.
  /// - Returns: how many there are.
  /// - Throws: whatever keeps it from being read, the child's death too.
  func countPages(of source: LocalFile, _ request: SourceRequest) throws(CutFailure) -> Int

  /// Has a document describe itself and some of its pages.
  ///
  /// - Parameters:
  ///   - source: the open file.
  ///   - request: how it would be cut.
  ///   - known: what was said before; nil where nobody has asked yet.
  /// - Returns: the same with some pages more, and complete in the end.
  /// - Throws: whatever keeps it from being read.
  func describe(
    _ source: LocalFile, _ request: SourceRequest, after known: DocumentFacts?
  ) throws(CutFailure) -> DocumentFacts

  /// Has the text of some of a document's pages read.
  ///
  /// - Parameters:
  ///   - source: the open file.
  ///   - request: how it would be cut.
  ///   - known: what was read before.
  /// - Returns: the same with some pages more, and complete in the end.
  /// - Throws: whatever keeps it from being read.
  func readText(
    of source: LocalFile, _ request: SourceRequest, after known: DocumentText
  ) throws(CutFailure) -> DocumentText
}

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

  /// The same where nobody needs to know what keeps it from being read: whoever cuts it finds out,
  /// and says so.
  ///
  /// - Parameters:
  ///   - source: the open file.
  ///   - request: how it would be cut.
  /// - Returns: how many pages there are, as far as that is known.
  package func pageCount(of source: LocalFile, _ request: SourceRequest) -> PageCount {
    do throws(CutFailure) {
      return .pages(try countPages(of: source, request))
    } catch {
      return .unknown
    }
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
