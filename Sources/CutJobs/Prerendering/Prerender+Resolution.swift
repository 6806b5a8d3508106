import DecoderChildren
import Posix
import PyramidFile
import Sources

/// What the files are that a list of sources names.
extension Prerender {
  /// - Returns: what a file is, and what kept a document's pages from being counted.
  func resolution(
    of job: Job, _ child: any SourceChild
  ) throws -> (SourceResolution, CutFailure?) {
    let path = try canonicalPath(of: job)
    let source: LocalFile
    if let far, AddressedSources.isName(path) {
      source = try far.open(path)
    } else {
      guard try FileStatus.of(path).kind == .regular else {
        throw CutFailure(.source, "not a file")
      }
      source = try LocalFile(path)
    }
    let request = SourceRequest(page: job.page, rules: options.rules, limits: options.limits)
    var failure: CutFailure?
    let resolution = try SourceResolution(
      of: source, at: path, page: job.page, by: options.rules,
      allowsUntrusted: options.limits.allowsUntrusted,
      counting: { file in
        if let count = job.count { return .pages(count) }
        do throws(CutFailure) {
          return .pages(try child.countPages(of: file, request))
        } catch {
          failure = error
          return .unknown
        }
      })
    return (resolution, failure)
  }

  /// Without links; of what lies elsewhere its name.
  func canonicalPath(of job: Job) throws(FileError) -> FilePath {
    guard far == nil || !AddressedSources.isName(job.item.path) else { return job.item.path }
    return try FileFolder.canonical(job.item.path)
  }

  /// Turns a file of several pages into as many jobs.
  func spread(_ job: Job, _ pages: Int) throws {
    let chosen = (1...pages).filter { options.pages?.contains($0) ?? true }
    guard chosen.count <= options.limits.pages else {
      throw CutFailure(
        .limit, "\(chosen.count) pages, more than the limit of \(options.limits.pages)")
    }
    options.listing?.spread(job.index, into: chosen.count)
    state.change { state in
      state.waiting += chosen.reversed().map {
        Job(item: job.item, index: job.index, page: $0, count: pages)
      }
    }
  }
}
