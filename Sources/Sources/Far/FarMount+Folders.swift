import ByteText
import FetchRules
import Fetching
package import Posix
import PyramidFile
import S3Wire

extension FarMount {
  /// Names of a folder that are read before any is told, and for how long: of larger ones a page is
  /// read when it is asked for.
  private static let mostNames = 20_000
  private static let longestListing = Duration.seconds(3)
  /// Of a folder's names: what is not served stands in them too.
  static let mostPages = 200
  /// Of all below a folder, which those ask for who wait longer.
  private static let longestDeepListing = Duration.seconds(300)
  /// Listings at a time: an engine that is slow to tell names keeps nobody from other mounts.
  private static let mostListings = 16
  /// What a host's list of names may take, in bytes.
  private static let longestList: Int64 = 16 << 20

  /// What a folder holds; read anew once what is known is old.
  ///
  /// - Parameter path: below the prefix or the base; empty for that itself.
  /// - Returns: what is known while the engine is silent.
  /// - Throws: `ENOENT` for what is none; why it can't be had.
  func folder(_ path: [UInt8]) throws(FileError) -> FarFolder {
    let known = state.read { $0.folders[path] }
    if let known, Instant.now - known.moment < .seconds(rules.check) { return known }
    let folder: FarFolder
    do throws(FileError) {
      folder = try read(path)
    } catch {
      guard error.errno.isOfAnEngine, let known,
        Instant.now - known.moment < .seconds(rules.stale)
      else { throw error }
      return known
    }
    guard path.isEmpty || !folder.isEmpty else { throw absence(of: path) }
    state.change { $0.folders.keep(folder, of: path) }
    return folder
  }

  /// A folder that has been read not long ago.
  private func knownFolder(_ path: [UInt8]) -> FarFolder? {
    guard let known = state.read({ $0.folders[path] }),
      Instant.now - known.moment < .seconds(rules.check)
    else { return nil }
    return known
  }

  /// Whether a folder lies there: known, or asked for.
  func isFolder(_ path: [UInt8]) throws(FileError) -> Bool {
    guard isListed else { return path.isEmpty }
    let (parent, last) = Self.split(path)
    if let known = knownFolder(parent), known.isWhole { return known.folders.contains(last) }
    do throws(FileError) {
      _ = try folder(path)
      return true
    } catch {
      guard error.errno == .noSuchFile else { throw error }
      return false
    }
  }

  /// What is told of a file or a folder.
  ///
  /// - Parameter path: below the prefix or the base; empty for that itself.
  /// - Returns: the same for the same state.
  /// - Throws: `ENOENT` where there is nothing; else why it can't be told.
  func status(of path: [UInt8]) throws(FileError) -> FileStatus {
    guard !path.isEmpty else { return status(of: path, try folder(path)) }
    let (parent, last) = Self.split(path)
    if let known = knownFolder(parent) {
      if let file = known.files[last], let file { return status(of: path, file) }
      if known.folders.contains(last) { return status(of: path, try folder(path)) }
      if known.isWhole, known.files[last] == nil { throw absence(of: path) }
    }
    do throws(FileError) {
      return try open(path).status
    } catch {
      guard error.errno == .noSuchFile, isListed else { throw error }
      return status(of: path, try folder(path))
    }
  }

  /// All names below a folder, the first so many of them.
  ///
  /// - Parameters:
  ///   - path: below the prefix or the base; empty for that itself.
  ///   - limit: how many are looked at.
  /// - Returns: paths below the folder, of files, and their sizes where these are told; else 0.
  /// - Throws: why they can't be told.
  package func everything(
    below path: [UInt8], limit: Int
  ) throws(FileError) -> [(path: [UInt8], size: Int64)] {
    let start = path.isEmpty ? [] : path + [ASCII.slash]
    guard case .bucket(let bucket) = address else {
      return try list().filter { $0.starts(with: start) }.prefix(limit).map {
        (Array($0.dropFirst(start.count)), 0)
      }
    }
    var found: [(path: [UInt8], size: Int64)] = []
    try beginListing(path)
    defer { endListing() }
    var next = ListingPage.Start.beginning
    var course = ListingCourse()
    let end = Instant.now + Self.longestDeepListing
    // Pages need not be full, but some names are in most of them.
    while found.count < limit {
      guard course.pages <= limit / ListingPage.longest * 4 + Self.mostPages, .now < end else {
        throw endless(path)
      }
      let page = try page(ListingPage(of: bucket.prefix + start, from: next, isDeep: true), path)
      let length = bucket.prefix.count + start.count
      found += page.objects.map { (Array($0.key.bytes.dropFirst(length)), $0.size) }
      guard let further = try self.next(after: page, &course, path) else { break }
      next = further
    }
    return Array(found.prefix(limit))
  }

  // MARK: Reading

  private func read(_ path: [UInt8]) throws(FileError) -> FarFolder {
    try beginListing(path)
    defer { endListing() }
    switch address {
    case .bucket(let bucket): return try read(path, in: bucket)
    case .web: return try readList(path)
    }
  }

  private func read(_ path: [UInt8], in bucket: BucketAddress) throws(FileError) -> FarFolder {
    let start = bucket.prefix + (path.isEmpty ? [] : path + [ASCII.slash])
    var folder = FarFolder()
    var next = ListingPage.Start.beginning
    var course = ListingCourse()
    let end = Instant.now + Self.longestListing
    while true {
      let page = try page(ListingPage(of: start, from: next), path)
      for one in page.folders where one.bytes.starts(with: start) {
        folder.add(folder: one.bytes.dropFirst(start.count).dropLast())
      }
      // The folder's own name is a mark that some programs leave.
      for one in page.objects where one.key.bytes.starts(with: start) && one.key.bytes != start {
        folder.add(
          file: one.key.bytes.dropFirst(start.count),
          FarFolder.File(size: one.size, tag: one.tag, modified: one.modified))
      }
      guard let further = try self.next(after: page, &course, path) else { return folder }
      guard folder.count < Self.mostNames, course.pages < Self.mostPages, .now < end else {
        guard folder.count > 0 else { throw endless(path) }
        folder.isWhole = false
        return folder
      }
      next = further
    }
  }

  func next(
    after page: ObjectListing, _ course: inout ListingCourse, _ path: [UInt8]
  ) throws(FileError) -> ListingPage.Start? {
    do throws(EngineFailure) {
      return try course.next(after: page)
    } catch {
      throw self.error(error, of: path)
    }
  }

  func endless(_ path: [UInt8]) -> FileError {
    error(.contradiction("its list does not end"), of: path)
  }

  func beginListing(_ path: [UInt8]) throws(FileError) {
    let isFree = state.change { state in
      guard state.listings < Self.mostListings else { return false }
      state.listings += 1
      return true
    }
    guard isFree else { throw error(.busy(retryAfter: nil), of: path) }
  }

  func endListing() { state.change { $0.listings -= 1 } }

  func page(_ page: ListingPage, _ path: [UInt8]) throws(FileError) -> ObjectListing {
    do throws(FetchError) {
      let listing = try engine.names(page)
      note(.whole(.init(start: 0, length: nil, total: nil), .init()))
      return listing
    } catch {
      note(.failed(error.failure))
      // Who may not list it is told so, and not that nothing is there.
      guard case .denied = error.failure else { throw self.error(error.failure, of: path) }
      throw FileError(
        "list", String(decoding: canonicalName(ofFolder: path), as: UTF8.self), .unreachable,
        "it may not be listed", details: "it may not be listed: \(error.failure)")
    }
  }

  /// A folder as far as a host's list tells of it.
  private func readList(_ path: [UInt8]) throws(FileError) -> FarFolder {
    var folder = FarFolder()
    guard isListed else { return folder }
    let start = path.isEmpty ? [] : path + [ASCII.slash]
    for name in try list() where name.starts(with: start) {
      let rest = name.dropFirst(start.count)
      if let slash = rest.firstIndex(of: ASCII.slash) {
        folder.add(folder: rest[..<slash])
      } else {
        folder.add(file: rest, nil)
      }
    }
    return folder
  }

  /// The names of a host's list, a line each.
  private func list() throws(FileError) -> [ArraySlice<UInt8>] {
    guard case .web(let web) = address, let name = web.list.map({ Array($0.utf8) }) else {
      return []
    }
    let sink = MemorySink()
    do throws(EngineFailure) {
      let expectation = Expectation(range: nil, limit: Self.longestList)
      _ = try wait(for: FetchWish(name, expectation, .listing), into: sink)
    } catch {
      // Without the list nothing is told of the rest.
      throw self.error(error == .absent ? .contradiction("its list is not there") : error, of: name)
    }
    return sink.bytes.split(separator: ASCII.lineFeed).map { line in
      line.last == ASCII.carriageReturn ? line.dropLast() : line
    }
  }

  private static func split(_ path: [UInt8]) -> (parent: [UInt8], last: [UInt8]) {
    guard let slash = path.lastIndex(of: ASCII.slash) else { return ([], path) }
    return (Array(path[..<slash]), Array(path[(slash + 1)...]))
  }
}
