import FetchRules
import Fetching
package import Posix
import S3Wire

/// What is too large for one request comes into a bucket in parts, and is there when all are.
///
/// Parts of what is given up cost money for ever: who begins ends it, whatever comes. What a host
/// leaves that is killed is found by others.
extension FarMount {
  /// What has begun to come.
  struct Upload: Hashable {
    /// Below the prefix.
    let name: [UInt8]
    let id: UploadName
  }

  /// So many parts are on their way together.
  private static let together = 4
  /// How often all are told, where the engine has trouble with putting them together.
  private static let tellings = 3
  private static let pause = Duration.milliseconds(300)
  /// Who leaves waits no longer for what begins.
  private static let patience = Duration.seconds(3)
  /// What began so long ago is nobody's any more, in seconds.
  private static let longestUpload: Int64 = 86_400

  /// Puts something there in parts.
  ///
  /// - Parameters:
  ///   - body: all of it.
  ///   - name: below the prefix.
  ///   - plan: its parts.
  ///   - isReplacing: whether what is there already goes.
  /// - Returns: false where something is there and stays.
  /// - Throws: why it can't be put there.
  func upload(
    _ body: FileBody, as name: [UInt8], by plan: UploadPlan, replacing isReplacing: Bool
  ) throws(EngineFailure) -> Bool {
    // What is there is found before all of it has gone there for nothing.
    if !isReplacing, try isThere(name) { return false }
    let upload = try begin(name)
    var isDone = false
    defer { if !isDone { end([upload]) } else { state.change { _ = $0.uploads.remove(upload) } } }
    let tags = try storeParts(of: body, upload, by: plan)
    // Not every engine keeps the condition that goes with the last request.
    if !isReplacing, try isThere(name) { return false }
    isDone = try complete(upload, tags, replacing: isReplacing)
    return isDone
  }

  /// Ends what has begun to come and is not there, for good: nothing of it stays.
  func endUploads() {
    state.change { $0.isLeaving = true }
    // One whose beginning is on its way has no name yet by which it could be ended.
    _ = state.wait(until: .now + Self.patience) { $0.beginnings == 0 ? () : nil }
    end(Array(state.read { $0.uploads }))
  }

  /// Whether something has that name; false only where the engine says so.
  func isThere(_ name: [UInt8]) throws(EngineFailure) -> Bool {
    do throws(EngineFailure) {
      let wish = FetchWish(name, Expectation(range: 0..<1, limit: 1), .index)
      _ = try wait(for: wish, into: NoSink())
      return true
    } catch {
      // A range of an object without bytes is none.
      if error == .changed { return true }
      if error == .absent { return false }
      throw error
    }
  }

  // MARK: One after the other

  private func begin(_ name: [UInt8]) throws(EngineFailure) -> Upload {
    let mayBegin = state.change { state in
      guard !state.isLeaving else { return false }
      state.beginnings += 1
      return true
    }
    guard mayBegin else { throw .silence("we are leaving") }
    var upload: Upload?
    defer {
      state.change { state in
        state.beginnings -= 1
        if let upload { state.uploads.insert(upload) }
      }
    }
    let begun = Upload(name: name, id: try beginning(of: name))
    upload = begun
    return begun
  }

  private func beginning(of name: [UInt8]) throws(EngineFailure) -> UploadName {
    let sink = MemorySink()
    _ = try wait(for: FetchWish(.beginning(.tiff), of: name), into: sink)
    do throws(XMLProblem) {
      return try UploadName(beginning: sink.bytes)
    } catch {
      throw .contradiction("\(error)")
    }
  }

  /// The parts that are on their way, and what has become of the others.
  private struct Course {
    var tags: [ObjectTag]
    var underWay = 0
    var failure: EngineFailure?
  }

  /// - Returns: what the engine calls each part, once all are there.
  private func storeParts(
    of body: FileBody, _ upload: Upload, by plan: UploadPlan
  ) throws(EngineFailure) -> [ObjectTag] {
    let course = Monitor(Course(tags: Array(repeating: .none, count: plan.parts)))
    for index in 0..<plan.parts {
      let isWanted = course.wait { course -> Bool? in
        guard course.failure == nil else { return false }
        guard course.underWay < Self.together else { return nil }
        course.underWay += 1
        return true
      }
      guard isWanted else { break }
      let part = PartBody(of: body, plan.range(of: index))
      let wish = FetchWish(.part(index + 1, of: upload.id), of: upload.name, part)
      fetch(wish, into: NoSink()) { end in
        course.change { course in
          course.underWay -= 1
          do throws(EngineFailure) {
            course.tags[index] = try Self.tag(of: end)
          } catch {
            course.failure = course.failure ?? error
          }
        }
      }
    }
    // A part that comes after the end of an upload would stay.
    return try course.wait { course -> Result<[ObjectTag], EngineFailure>? in
      guard course.underWay == 0 else { return nil }
      return course.failure.map { .failure($0) } ?? .success(course.tags)
    }.get()
  }

  /// What the engine calls a part that is there.
  private static func tag(of end: FetchEnd) throws(EngineFailure) -> ObjectTag {
    switch end {
    case .failed(let failure): throw failure
    case .whole(_, let head):
      guard case .entity = head.tag else { throw .contradiction("a part without an ETag") }
      return head.tag
    }
  }

  /// - Returns: false where another has put something there meanwhile.
  private func complete(
    _ upload: Upload, _ tags: [ObjectTag], replacing isReplacing: Bool
  ) throws(EngineFailure) -> Bool {
    let body = MemoryBody(UploadStep.list(of: tags))
    let step = UploadStep.completion(of: upload.id, isFirst: !isReplacing)
    var left = Self.tellings
    while true {
      let sink = MemorySink()
      do throws(EngineFailure) {
        _ = try wait(for: FetchWish(step, of: upload.name, body), into: sink)
        try UploadCompletion.check(sink.bytes)
        return true
      } catch {
        if error == .changed, !isReplacing { return false }
        left -= 1
        // It may have been done, and only the answer was lost. Where it replaces something, what is
        // read back tells.
        let isUnknown = error == .absent || (left == 0 && !isReplacing)
        if isUnknown, try isThere(upload.name) { return isReplacing }
        guard error.mayPass, left > 0 else { throw error }
        let _: Void? = state.wait(until: .now + Self.pause) { _ in nil }
      }
    }
  }

  /// Waits until all are ended, or can't be: others find them.
  private func end(_ uploads: [Upload]) {
    let waiting = Monitor(uploads.count)
    for upload in uploads {
      fetch(FetchWish(.end(of: upload.id), of: upload.name), into: NoSink()) { _ in
        waiting.change { $0 -= 1 }
      }
    }
    waiting.wait { $0 == 0 ? () : nil }
    state.change { $0.uploads.subtract(uploads) }
  }

  // MARK: What others have left

  /// Finds what hosts have left that were killed while it came.
  ///
  /// - Parameters:
  ///   - removing: whether that goes.
  ///   - isOurs: whether a name is one to be looked at.
  /// - Returns: names below the prefix.
  /// - Throws: why nobody can tell.
  package func deadUploads(
    removing: Bool, where isOurs: ([UInt8]) -> Bool
  ) throws(FileError) -> [[UInt8]] {
    guard case .bucket(let bucket) = address else { return [] }
    do throws(EngineFailure) {
      let sink = MemorySink()
      let now = try wait(for: .uploads, into: sink).date ?? Clock.wallSeconds
      let listing: UploadListing
      do throws(XMLProblem) {
        listing = try UploadListing(sink.bytes)
      } catch {
        throw EngineFailure.contradiction("\(error)")
      }
      let living = state.read { $0.uploads }
      let dead = listing.uploads.compactMap { found -> Upload? in
        guard found.key.bytes.starts(with: bucket.prefix), now - found.begun > Self.longestUpload
        else { return nil }
        let upload = Upload(
          name: Array(found.key.bytes.dropFirst(bucket.prefix.count)), id: found.name)
        return isOurs(upload.name) && !living.contains(upload) ? upload : nil
      }
      if removing { end(dead) }
      return dead.map(\.name)
    } catch {
      switch error {
      // Who may not look leaves them to a rule of the bucket, and not every engine knows parts.
      case .denied, .troubled(status: 501, _, _): return []
      default: throw self.error(error, of: [])
      }
    }
  }
}
