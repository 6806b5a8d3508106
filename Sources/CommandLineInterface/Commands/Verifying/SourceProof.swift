import CutJobs
import DecoderChildren
import Posix
import PyramidFile
import Sources
import TileGeometry

/// Proof that a pyramid's finest level is its source: both are decoded, and every sample compared.
struct SourceProof {
  private let source: FilePath
  private let pyramid: FilePath

  /// What was found; nil where they can't be compared.
  private(set) var comparison: Comparison?
  /// In words.
  private(set) var finding = ""

  var isEqual: Bool { comparison?.isEqual == true }

  /// Compares them, in a process of their own.
  ///
  /// - Parameters:
  ///   - pyramid: where it lies.
  ///   - source: where it says it was cut from.
  ///   - request: how that is to be read.
  ///   - open: opens each of them.
  init(
    of pyramid: FilePath, against source: FilePath, _ request: SourceRequest,
    open: (FilePath) throws(FileError) -> LocalFile
  ) {
    self.pyramid = pyramid
    self.source = source
    do {
      let comparison = try SourceProcess().compare(
        try open(pyramid), with: try open(source), request)
      self.comparison = comparison
      finding = words(of: comparison)
    } catch {
      finding =
        "can't be compared with \(source): \(SingleCut.reason(error, source: source))"
    }
  }

  private static let planes = ["luma", "blue chroma", "red chroma"]

  private func words(of comparison: Comparison) -> String {
    switch comparison {
    case .equal(let samples): "equal to \(source): \(samples) samples"
    case .different(let samples, let all, let first):
      "differs from \(source) in \(samples) of \(all) samples, first in \(Self.planes[first.plane]) "
        + "at \(first.x),\(first.y): \(first.pyramid), there \(first.source)"
    case .equalBlocks(let blocks):
      "equal to \(source), turned: the coefficients of \(blocks) blocks"
    case .differentBlocks(let blocks, let all, let first):
      "differs from \(source), turned, in the coefficients of \(blocks) of \(all) blocks, first in "
        + "\(Self.planes[first.plane]) at \(first.x),\(first.y)"
    case .size(let width, let height):
      "differs from \(source), which has \(width) x \(height) pixels"
    case .chroma(let across, let down):
      "differs from \(source), whose chroma is "
        + (ChromaSampling(across: across, down: down)?.name ?? "another one")
    case .color: "differs from \(source): one of them is grey"
    }
  }
}

/// What `verify --json` says of it; its keys are a promise.
struct SourceProofReport: Encodable {
  let path: String
  let equal: Bool
  /// Samples that were compared, and those of them that differ; null where none were.
  @NullWhenNone var samples: Int64?
  @NullWhenNone var differing: Int64?
  @NullWhenNone var first: Comparison.Place?
  /// The same of blocks where the image was turned, whose coefficients are compared; no keys for
  /// other images.
  var blocks: Int64?
  var differingBlocks: Int64?
  var firstBlock: Comparison.Block?
  let finding: String

  init(_ proof: SourceProof, source: FilePath) {
    path = source.description
    equal = proof.isEqual
    finding = proof.finding
    switch proof.comparison {
    case .equal(let samples): (self.samples, differing) = (samples, 0)
    case .different(let samples, let all, let first):
      (self.samples, differing, self.first) = (all, samples, first)
    case .equalBlocks(let blocks): (self.blocks, differingBlocks) = (blocks, 0)
    case .differentBlocks(let blocks, let all, let first):
      (self.blocks, differingBlocks, firstBlock) = (all, blocks, first)
    case .size, .chroma, .color, nil: break
    }
  }
}

extension CommandLineInterface {
  /// The source to compare with, where one is asked for.
  static func comparedSource(_ arguments: ParsedArguments) throws -> FilePath? {
    guard let text = arguments[VerifyFlags.against] else { return nil }
    guard arguments.operands.count == 1 else {
      throw UsageError("--against wants the one pyramid to compare", command: .verify)
    }
    guard let path = FilePath(text) else {
      throw UsageError("--against is empty", command: .verify)
    }
    return path
  }
}
