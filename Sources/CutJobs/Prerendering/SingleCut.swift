package import DecoderChildren
package import Fetching
package import Posix
import PyramidFile
package import S3Wire
package import Sandbox
import Sources
import Storage

/// One image into one file of a given name, outside any store.
package enum SingleCut {
  /// Cuts the image.
  ///
  /// - Parameters:
  ///   - source: where the image lies.
  ///   - how: how it is to be read and cut.
  ///   - nursery: who makes the process that does.
  ///   - threads: to cut with.
  ///   - target: the pyramid's name.
  ///   - shouldStop: asked at least ten times a second; yes ends the cut and leaves nothing.
  /// - Returns: what came of it.
  /// - Throws: why there is no pyramid.
  package static func run(
    _ source: FilePath, _ how: SourceRequest, by nursery: Nursery, threads: Int,
    to target: FilePath, shouldStop: () -> Bool
  ) throws -> CutOutcome {
    guard try FileStatus.of(source).kind == .regular else {
      throw CutFailure(.source, "not a file")
    }
    let file = try LocalFile(source)
    try check(target, isNot: file.status)
    FilePublication.sweep(target)
    let identity = SourceIdentity.file(try FileFolder.canonical(source), file.status)
    return try cut(
      file, identity, String(decoding: source.lastComponent, as: UTF8.self), how,
      by: nursery, threads: threads, to: target, shouldStop: shouldStop)
  }

  /// Cuts an image that lies in a bucket or on the web: a copy of it lies beside the target
  /// meanwhile.
  ///
  /// - Parameters:
  ///   - source: where the image lies.
  ///   - chain: where keys are looked for.
  ///   - how: how it is to be read and cut.
  ///   - nursery: who makes the process that does.
  ///   - threads: to cut with.
  ///   - target: the pyramid's name.
  ///   - shouldStop: asked at least ten times a second; yes ends the cut and leaves nothing.
  /// - Returns: what came of it.
  /// - Throws: why there is no pyramid.
  package static func run(
    _ source: ObjectAddress, by chain: CredentialChain, _ how: SourceRequest, by nursery: Nursery,
    threads: Int, to target: FilePath, shouldStop: () -> Bool
  ) throws -> CutOutcome {
    try check(target, isNot: nil)
    FilePublication.sweep(target)
    // A file that is never published is gone when nobody holds it, and swept after a crash.
    let copy = try FilePublication(of: target)
    let path = copy.temporaryPath
    let writing = try FileDescriptor.open(path, [.writing])
    let far = try FarCopy(
      of: source, by: chain, into: try writing.duplicated(), at: path,
      limit: how.limits.sourceBytes, shouldStop: shouldStop)
    // That it was changed when the engine says so is for people; nothing depends on it.
    if let modified = far.modified { try? writing.setModified(seconds: modified) }
    return try withExtendedLifetime(copy) {
      try cut(
        try LocalFile(path), far.identity, String(decoding: source.name, as: UTF8.self), how,
        by: nursery, threads: threads, to: target, shouldStop: shouldStop)
    }
  }

  private static func cut(
    _ file: LocalFile, _ identity: SourceIdentity, _ name: String, _ how: SourceRequest,
    by nursery: Nursery, threads: Int, to target: FilePath, shouldStop: () -> Bool
  ) throws -> CutOutcome {
    let decoder = SourceProcess(nursery)
    let image = try image(file, at: file.path, how, by: decoder)
    var how = how
    how.page = image.page
    let format = try SourceFormat(of: file.descriptor)
    how.rules = how.rules.settled(for: format)
    let version = how.rules.version(of: identity, page: image.page, format: format)
    let request = CutRequest(how, name: name, version: version.text, threads: threads)
    let publication = try FilePublication(of: target)
    return try decoder.cut(
      request, CutFiles(source: file, output: publication.fileNumber),
      report: { answer in
        // From here on this process waits: what it was made of until now it needs no more.
        if case .begun = answer { LoadedCode.giveBack() }
      },
      shouldStop: shouldStop, publishing: publication.publish(verifying:))
  }

  /// The image that is to be cut.
  private static func image(
    _ file: LocalFile, at path: FilePath, _ how: SourceRequest, by decoder: SourceProcess
  ) throws -> ResolvedImage {
    let resolution = try SourceResolution(
      of: file, at: path, page: how.page, by: how.rules,
      allowsUntrusted: how.limits.allowsUntrusted,
      counting: { decoder.pageCount(of: $0, how) })
    let picture = try resolution.picture(
      of: file, at: path, by: how.rules, allowsUntrusted: how.limits.allowsUntrusted)
    switch picture {
    case .pyramid(_, let image), .toCut(let image): return image
    case .refused(let refusal): throw CutFailure(refusal, by: how.limits)
    }
  }

  /// A cut replaces files of its own kind, and never what it reads.
  private static func check(_ target: FilePath, isNot source: FileStatus?) throws {
    let there: FileStatus
    do throws(FileError) {
      there = try FileStatus.of(target)
    } catch {
      guard error.errno == .noSuchFile else { throw error }
      return
    }
    if there.kind == .folder { throw CutFailure(.source, "\(target) is a folder") }
    guard there.kind == .regular else { throw CutFailure(.source, "\(target) is not a file") }
    if let source, there.isSameFile(as: source) {
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
