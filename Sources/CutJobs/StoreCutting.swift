import CutQueue
package import DecoderChildren
package import Posix
import PostgresQueue
package import PyramidFile
package import Sources
package import Storage

extension SourceProcess: SourceChild {}

/// What carrying out an order came to.
package enum Carried: Sendable {
  case cut(CutOutcome)
  /// The pyramid is there already.
  case present
  /// Another host is at it: it is to be looked at again.
  case elsewhere

  /// How soon, in seconds.
  static let pause = 1
}

/// Cutting into a store: the one way from an order to a pyramid that readers see.
package struct StoreCutting: Sendable {
  package let store: any PyramidStore
  package let rules: CuttingRules
  package let limits: CutLimits
  /// Threads for one image.
  package let threads: Int
  /// Threads for one of few bytes, which is cut sooner than a thread more has begun to be of use.
  private let threadsOfSmall: Int
  /// What few bytes are.
  private static let smallSource: Int64 = 4 << 20

  static func isSmall(_ sourceBytes: Int64) -> Bool { sourceBytes < smallSource }

  /// Pyramids that wait for the disk while others are cut: that takes up to eight times as long as a
  /// core takes to cut a small image, and no core.
  static func publishing(besides cuts: Int) -> Int { min(8 * cuts, 16) }

  /// Whether those who wait are shown parts of pictures.
  private let makesSketches: Bool
  private let open: SourceOpening
  /// Where several hosts agree on who cuts; nil where the store alone decides.
  private let queue: SharedQueue?
  /// Whether others cut whatever stands in that queue, and nothing is cut here.
  private let isLeftToOthers: Bool

  package init(
    into store: any PyramidStore, rules: CuttingRules, limits: CutLimits, threads: Int,
    threadsOfSmall: Int? = nil, makesSketches: Bool = false, sharing queue: SharedQueue? = nil,
    isLeftToOthers: Bool = false,
    open: @escaping SourceOpening = { path throws(FileError) in try LocalFile(path) }
  ) {
    self.store = store
    self.rules = rules
    self.limits = limits
    self.threads = threads
    self.threadsOfSmall = threadsOfSmall ?? threads
    self.makesSketches = makesSketches
    self.open = open
    self.queue = queue
    self.isLeftToOthers = isLeftToOthers && queue != nil
  }

  /// Writes and publishes the pyramid of an order, unless another writer was first.
  ///
  /// - Parameters:
  ///   - order: what is wanted.
  ///   - claim: what it was taken from the queue with; nil where nobody has asked there.
  ///   - child: who cuts.
  ///   - show: given a preview where the image is large; nil where nobody would look at one.
  ///   - wished: asked often: the tiles that people wait for.
  ///   - report: what the child tells on its way.
  ///   - whenCut: called once the child has done its part, and the pyramid is about to be published.
  ///   - shouldStop: asked often; yes leaves nothing of the cut.
  /// - Returns: what came of it.
  /// - Throws: why there is none, with its cause. The words name no place of this host.
  package func carryOut(
    _ order: CutOrder, held claim: CutClaim? = nil, by child: any SourceChild,
    show: ((PreviewPyramid) -> Void)? = nil, wished: () -> [TileWish] = { [] },
    report: (CutAnswer) -> Void, whenCut: () -> Void = {}, shouldStop: () -> Bool
  ) throws(CutFailure) -> Carried {
    var claim = claim
    if isLeftToOthers, let queue { return try leave(order, to: queue) }
    if claim == nil, let queue {
      if try isThere(order) { return .present }
      switch queue.take(order) {
      case .mine(let taken): claim = taken
      case .elsewhere: return .elsewhere
      case .failed(let words): throw CutFailure(.source, words)
      // The store decides, as it does where there is no queue.
      case .unknown: break
      }
    }
    do throws(CutFailure) {
      let carried = try write(
        order, claim, by: child, show: show, wished: wished, report: report, whenCut: whenCut,
        shouldStop: { shouldStop() || claim?.isLost == true })
      claim?.settle(carried)
      return carried
    } catch {
      // Another one has it, and will tell what comes of it.
      if claim?.isLost == true, !shouldStop() { return .elsewhere }
      claim?.fail(error)
      throw error
    }
  }

  /// Has somebody called when another host has done an image, or given it up.
  func listen(_ listener: @escaping @Sendable (PyramidVersion) -> Void) {
    queue?.listen { notice in
      if case .settled(let text) = notice, let version = PyramidVersion(text) { listener(version) }
    }
  }

  /// Has others cut it; what is asked for again is looked at again.
  private func leave(_ order: CutOrder, to queue: SharedQueue) throws(CutFailure) -> Carried {
    queue.forgetWish(order)
    switch queue.standing(of: order) {
    // Nobody waits for what replaces a damaged one: that it is in line is all. Who waited for it here
    // would find it out of line, and have it cut once more.
    case .held?: return order.replaces ? .present : .elsewhere
    case .failed(let words)?: throw CutFailure(.source, words)
    case .absent?, nil:
      if try isThere(order) { return .present }
      let isPut = queue.put([order]) != nil
      return isPut && order.replaces ? .present : .elsewhere
    }
  }

  /// Lets others cut it before a lane here comes to it.
  func wish(_ order: CutOrder) { queue?.wish(order) }

  /// Whether it need not be asked for at all.
  private func isThere(_ order: CutOrder) throws(CutFailure) -> Bool {
    guard !order.replaces else { return false }
    do throws(FileError) {
      return try store.contains(order.version)
    } catch {
      throw failure(storing: error, order, isStopping: false)
    }
  }

  private func write(
    _ order: CutOrder, _ claim: CutClaim?, by child: any SourceChild,
    show: ((PreviewPyramid) -> Void)?, wished: () -> [TileWish], report: (CutAnswer) -> Void,
    whenCut: () -> Void, shouldStop: () -> Bool
  ) throws(CutFailure) -> Carried {
    let beginning: PyramidBeginning
    do throws(FileError) {
      beginning = try store.begin(
        order.version, replacing: order.replaces, shouldStop: shouldStop)
    } catch {
      throw failure(storing: error, order, isStopping: shouldStop())
    }
    switch beginning {
    case .present: return .present
    case .elsewhere: return .elsewhere
    case .failed(let known): throw CutFailure(known)
    case .writing(let publication):
      do throws(CutFailure) {
        return .cut(
          try cut(
            order, claim, by: child, show, wished, report, whenCut, shouldStop,
            into: publication))
      } catch {
        if let known = KnownFailure(error, after: publication.failuresBefore) {
          publication.fail(known)
        }
        throw error
      }
    }
  }

  private func cut(
    _ order: CutOrder, _ claim: CutClaim?, by child: any SourceChild,
    _ show: ((PreviewPyramid) -> Void)?, _ wished: () -> [TileWish],
    _ report: (CutAnswer) -> Void, _ whenCut: () -> Void, _ shouldStop: () -> Bool,
    into publication: any PyramidPublication
  ) throws(CutFailure) -> CutOutcome {
    let (source, format) = try source(of: order)
    let request = CutRequest(
      SourceRequest(page: order.page, rules: rules.settled(for: format), limits: limits),
      name: String(decoding: order.source.lastComponent, as: UTF8.self),
      version: order.version.text,
      threads: Self.isSmall(order.sourceBytes) ? threadsOfSmall : threads,
      wantsSketches: makesSketches)
    let description = request.description(of: source.status)
    let isWorthIt = order.sourceBytes >= CutPreview.fewestSourceBytes
    let preview = show != nil && isWorthIt ? PreviewPyramid.file() : nil
    let files = CutFiles(
      source: source, output: publication.fileNumber, preview: preview?.descriptor.number)
    var begun: SourceFacts?
    do throws(PublicationError<CutFailure>) {
      return try child.cut(
        request, files, wished: wished,
        report: { answer in
          if case .begun(let facts) = answer { begun = facts }
          if answer == .previewed, let show, let preview, let begun,
            let shown = PreviewPyramid(preview, as: description, begun)
          {
            show(shown)
          }
          report(answer)
        }, shouldStop: shouldStop,
        publishing: { verify throws(PublicationError<CutFailure>) in
          whenCut()
          // Who was silent for too long comes too late, whatever it has made.
          guard claim?.mayPublish() ?? true else {
            throw .refused(CutFailure(.interrupted, "taken over"))
          }
          _ = try publication.publish(verifying: verify)
        })
    } catch {
      switch error {
      case .refused(let failure):
        throw store.isFar ? failure.made(in: CopyShelf.place) : failure
      case .unstored(let error):
        throw failure(storing: error, order, isStopping: shouldStop())
      }
    }
  }

  private func failure(
    storing error: FileError, _ order: CutOrder, isStopping: Bool
  ) -> CutFailure {
    isStopping
      ? CutFailure(.interrupted, "interrupted")
      : CutFailure(
        storing: error.errno, error.words, shelf: String(order.version.text.prefix(2)))
  }

  /// Opens the file that is to be cut: the very one that the order was made for.
  private func source(
    of order: CutOrder
  ) throws(CutFailure) -> (file: LocalFile, format: SourceFormat?) {
    let file: LocalFile
    do throws(FileError) {
      file = try open(order.source)
      try file.complete()
    } catch {
      if error.errno == .noSuchFile { throw CutFailure.goneBeforeRead }
      if error.errno == .outsideFolder { throw CutFailure.movedBeforeRead }
      if error.errno == .stale { throw CutFailure.changedBeforeRead }
      if error.errno == .fileTooLarge { throw CutFailure(.limit, error.words) }
      throw CutFailure(reading: error.errno, "the file can't be opened: \(error.words)")
    }
    let format: SourceFormat?
    do throws(Errno) {
      format = try SourceFormat(of: file.descriptor)
    } catch {
      throw CutFailure(reading: error, "reading failed: \(error)")
    }
    let version = rules.version(
      of: SourceIdentity(of: file, at: order.source), page: order.page, format: format)
    // Its pixels would go by the name of those that it had when it was asked for.
    guard version == order.version else { throw CutFailure.changedBeforeRead }
    return (file, format)
  }
}

/// How a source is opened when its turn comes: by its name, or beneath the root it was found in.
package typealias SourceOpening = @Sendable (FilePath) throws(FileError) -> LocalFile

extension LocalFile {
  /// Whether the file is what it was when it was opened, and still what its name means.
  ///
  /// - Returns: false also for one whose name is gone.
  /// - Throws: what keeps the file system from telling.
  func isUnchanged() throws(CutFailure) -> Bool {
    if let far { return far.watch.isCurrent }
    do throws(FileError) {
      return try FileStatus.of(path) == status
    } catch {
      guard error.errno.isOfTheFile || error.errno == .notPermitted else {
        throw CutFailure(reading: error.errno, "reading failed: \(error.words)")
      }
      return false
    }
  }
}
