import CutJobs
import DecoderChildren
import Fetching
import FoundationEssentials
import Posix
import S3Wire
import Sandbox

/// What an operand of `cut` names.
enum CutSource {
  case file(FilePath)
  case object(ObjectAddress)

  /// Cuts it.
  ///
  /// - Parameters:
  ///   - how: how it is to be read and cut.
  ///   - nursery: who makes the process that does.
  ///   - threads: to cut with.
  ///   - target: the pyramid's name.
  ///   - shouldStop: asked at least ten times a second; yes ends the cut and leaves nothing.
  /// - Returns: what came of it.
  /// - Throws: why there is no pyramid.
  func cut(
    _ how: SourceRequest, by nursery: Nursery, threads: Int, to target: FilePath,
    shouldStop: () -> Bool
  ) throws -> CutOutcome {
    switch self {
    case .file(let path):
      return try SingleCut.run(
        path, how, by: nursery, threads: threads, to: target, shouldStop: shouldStop)
    case .object(let address):
      let chain = CredentialChain(ProcessInfo.processInfo.environment)
      return try SingleCut.run(
        address, by: chain, how, by: nursery, threads: threads, to: target, shouldStop: shouldStop)
    }
  }

  /// An error's words without the source's name in front.
  func reason(_ error: any Error) -> String {
    switch self {
    case .file(let path): return SingleCut.reason(error, source: path)
    case .object(let address):
      let (words, prefix) = ("\(error)", "\(address): ")
      return words.hasPrefix(prefix) ? String(words.dropFirst(prefix.count)) : words
    }
  }
}

extension CutSource: CustomStringConvertible {
  var description: String {
    switch self {
    case .file(let path): path.description
    case .object(let address): address.description
    }
  }
}
