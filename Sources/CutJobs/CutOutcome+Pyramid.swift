import DecoderChildren
import Posix
import PyramidFile
import PyramidFormat
import TileGeometry

extension CutOutcome {
  /// What a cut has made, by what its file says and is held against.
  ///
  /// - Parameters:
  ///   - path: where the pyramid lies before it has its name.
  ///   - description: what it must say of itself.
  ///   - facts: what its source is, as it was told when the cut began.
  /// - Throws: why it is not what our cutter makes, or can't be read.
  init(
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
