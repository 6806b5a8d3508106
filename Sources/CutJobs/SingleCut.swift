package import DecoderChildren
package import Posix
import PyramidFile
import Sources
import Storage

/// One image into one file of a given name, outside any store.
package enum SingleCut {
  /// `shouldStop`: asked ten times a second; yes ends the cut and leaves nothing.
  package static func run(
    _ request: CutRequest, to target: FilePath, shouldStop: () -> Bool
  ) throws -> CutOutcome {
    var request = request
    let source = try request.source.sourcePath
    try check(target, isNot: source)
    request.version = try version(of: source, request).text
    FilePublication.sweep(target)
    let publication = try FilePublication(of: target)
    request.output = Array(publication.temporaryPath.bytes)
    let outcome = try CutterProcess().cut(request, report: { _ in }, shouldStop: shouldStop)
    try publication.publish { path in
      if let problem = try PyramidVerification.ofIndex(path).first { throw problem }
    }
    return outcome
  }

  /// What is no file has no format; the cutting process says so.
  private static func version(
    of source: FilePath, _ request: CutRequest
  ) throws -> PyramidVersion {
    let file = try FileDescriptor.open(source, [.reading, .withoutWaiting])
    let status = try file.status()
    let format = status.kind == .regular ? try SourceFormat(of: file) : nil
    return try request.source.version(of: status, format)
  }

  /// A cut replaces files of its own kind, and never what it reads.
  private static func check(_ target: FilePath, isNot source: FilePath) throws {
    let there: FileStatus
    do throws(FileError) {
      there = try FileStatus.of(target)
    } catch {
      guard error.errno == .noSuchFile else { throw error }
      return
    }
    if there.kind == .folder { throw CutFailure(.source, "\(target) is a folder") }
    guard there.kind == .regular else { throw CutFailure(.source, "\(target) is not a file") }
    if there.isSameFile(as: try FileStatus.of(source)) {
      throw CutFailure(.source, "\(target) is the source itself")
    }
  }

  /// An error's words without the source's name in front, which the caller prints.
  package static func reason(_ error: any Error, source: FilePath) -> String {
    let words = "\(error)"
    let prefix = "\(source): "
    return words.hasPrefix(prefix) ? String(words.dropFirst(prefix.count)) : words
  }
}
