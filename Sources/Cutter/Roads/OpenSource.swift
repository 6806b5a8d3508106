import DecoderChildren
import Posix
import PyramidFile
import PyramidFormat
import Sources
import TileGeometry

/// A source known by its first bytes, and found within the limits that need no decoder.
struct OpenSource {
  let request: SourceRequest
  let path: FilePath
  let format: SourceFormat
  let byteCount: Int64
  /// Which of a TIFF's directories its pages are; libvips counts the copies among them too.
  let pages: [Int]

  init(_ request: SourceRequest) throws {
    self.request = request
    path = try request.sourcePath
    let file = try FileDescriptor.open(path, [.reading, .withoutWaiting])
    let status = try file.status()
    byteCount = status.size
    format = try Self.format(of: file, status, limits: request.limits)
    pages =
      format.hasPages
      ? try SourceContents(format, in: try LocalFile(file, path: path)).pageDirectories : [0]
    guard pages.count <= request.limits.pages else {
      throw CutFailure(
        .limit, "\(pages.count) pages, more than the limit of \(request.limits.pages)")
    }
    if let page = request.page, !(1...pages.count).contains(page) {
      throw CutFailure(.source, "there is no page \(page): the file has \(pages.count)")
    }
  }

  private static func format(
    of file: borrowing FileDescriptor, _ status: FileStatus, limits: CutLimits
  ) throws -> SourceFormat {
    guard status.kind == .regular else { throw CutFailure(.source, "not a file") }
    guard status.size > 0 else { throw CutFailure(.source, "the file is empty") }
    guard status.size <= limits.sourceBytes else {
      throw CutFailure(
        .limit, "\(status.size) bytes, more than the limit of \(limits.sourceBytes)")
    }
    guard let format = try SourceFormat(of: file) else {
      throw CutFailure(.source, "not an image of a kind that can be cut")
    }
    guard format.isAdmitted(allowsUntrusted: limits.allowsUntrusted) else {
      throw CutFailure(.source, format.refusal(way: "(--allow-untrusted)"))
    }
    return format
  }

  /// The first of the roads that the source can go.
  func road() throws -> any CutRoad {
    if let road = try PlanesRoad(self) { return road }
    return try PixelsRoad(self)
  }
}
