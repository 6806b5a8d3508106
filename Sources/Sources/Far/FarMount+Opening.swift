import ByteText
import Caching
import FetchRules
import Fetching
package import Posix
package import PyramidFile
import S3Wire

extension FarMount {
  /// Somebody opens an object, for all who want it.
  final class Opening: Sendable {
    let outcome = Monitor<Result<LocalFile, FileError>?>(nil)
  }

  /// How much of an object its opening brings: what tells sizes, kinds, and of TIFFs where tiles lie.
  private static let beginning: Int64 = 16 << 10
  private static let beginningOfTIFF: Int64 = 512 << 10
  private static let endingsOfTIFF: [StaticString] = [
    ".tif", ".tiff", ".svs", ".ndpi", ".scn", ".bif", ".btf", ".tf8",
  ]
  /// Whoever serves larger ones has other troubles.
  private static let largest: Int64 = 1 << 42

  /// Opens an object: what tells what it is has come by then.
  ///
  /// - Parameter name: below the prefix or the base.
  /// - Returns: the object, whose bytes come as they are read.
  /// - Throws: `ENOENT` where there is none; else why it can't be had.
  package func open(_ name: [UInt8]) throws(FileError) -> LocalFile {
    let key = key(of: name)
    if let known = shelf.file(of: key) { return known }
    if isKnownToBeAbsent(name) { throw absence(of: name) }
    let (opening, isMine) = state.change { state -> (Opening, Bool) in
      if let other = state.openings[name] { return (other, false) }
      let opening = Opening()
      state.openings[name] = opening
      return (opening, true)
    }
    guard isMine else { return try opening.outcome.wait { $0 }.get() }
    let outcome = Result { () throws(FileError) in try begin(name, key) }
    state.change { state in
      state.openings[name] = nil
      if role == .images, case .failure(let error) = outcome, error.errno == .noSuchFile {
        state.absent.insert(.now, for: BytesKey(copying: name[...]))
      }
    }
    opening.outcome.change { $0 = outcome }
    return try outcome.get()
  }

  /// What its copy is called on the shelf.
  func key(of name: [UInt8]) -> [UInt8] { Array("\(number)/".utf8) + name }

  func absence(of name: [UInt8]) -> FileError {
    FileError("open", String(decoding: canonicalName(of: name), as: UTF8.self), .noSuchFile)
  }

  private func isKnownToBeAbsent(_ name: [UInt8]) -> Bool {
    let moment: Instant? = state.change { $0.absent.value(of: BytesKey(name[...])) }
    return moment.map { Instant.now - $0 < .seconds(rules.check) } ?? false
  }

  /// Lets go of the copy of an object that is not served, and remembers why for as long as facts are
  /// believed.
  func letGo(of name: [UInt8], because refusal: SourceRefusal) {
    state.change { state in
      state.refused.insert((refusal: refusal, moment: .now), for: BytesKey(copying: name[...]))
    }
    shelf.forget(key(of: name))
  }

  func refusal(of name: [UInt8]) -> SourceRefusal? {
    let known = state.change { $0.refused.value(of: BytesKey(name[...])) }
    guard let known, Instant.now - known.moment < .seconds(rules.check) else { return nil }
    return known.refusal
  }

  /// Asks for the first bytes: with them come size, state and kind, in one request.
  private func begin(_ name: [UInt8], _ key: [UInt8]) throws(FileError) -> LocalFile {
    if let file = try resumed(name, key) { return file }
    let isTIFF = Self.endingsOfTIFF.contains {
      Array(name.suffix($0.utf8CodeUnitCount)).span.equalsIgnoringCase($0)
    }
    let length = isTIFF ? Self.beginningOfTIFF : Self.beginning
    let sink = MemorySink()
    let head: AnswerHead
    do throws(EngineFailure) {
      let expectation = Expectation(range: 0..<length, limit: length)
      head = try wait(for: FetchWish(name, expectation, .index), into: sink)
    } catch {
      switch error {
      // An object without bytes has no range either.
      case .noRanges, .changed: return try beginWhole(name, key)
      case .absent, .denied, .refused, .busy, .troubled, .moved, .contradiction, .silence,
        .forbidden, .keyless:
        throw self.error(error, of: name)
      }
    }
    guard let size = head.contentRange?.total, size <= Self.largest else {
      throw self.error(.contradiction("it has more bytes than any object"), of: name)
    }
    let bytes = sink.bytes
    // Parts that might be of several states become no picture.
    if !head.tag.joinsParts, size > Int64(bytes.count) { return try beginWhole(name, key) }
    return try keep(
      name, key, size: size, head, try copy(bytes, of: name), beginning: Int64(bytes.count))
  }

  /// A copy that begins with some bytes: in memory where the disk fails that moment.
  private func copy(_ bytes: [UInt8], of name: [UInt8]) throws(FileError) -> CopyFile {
    while true {
      let copy = try shelf.copyFile()
      do throws(Errno) {
        try unsafe copy.descriptor.write(bytes.span.bytes, at: 0)
        return copy
      } catch {
        guard !copy.isRefuge else { throw copyError(error, of: name) }
        shelf.noteTrouble(error)
      }
    }
  }

  /// The same of a host that serves no parts, or does not tell of which state they are: all of it
  /// is copied at once.
  private func beginWhole(_ name: [UInt8], _ key: [UInt8]) throws(FileError) -> LocalFile {
    let copy = try shelf.copyFile()
    let limit = min(
      rules.sourceBytes, rules.copyBytes, copy.isRefuge ? CopyShelf.refuge : Self.largest)
    let room = CopyRoom(on: shelf)
    defer { room.giveBack() }
    let sink: FileSink
    do throws(Errno) {
      sink = FileSink(try copy.descriptor.duplicated(), limit: limit) { room.take(upTo: $0) }
    } catch {
      throw copyError(error, of: name)
    }
    let head: AnswerHead
    do throws(EngineFailure) {
      let expectation = Expectation(range: nil, limit: limit)
      head = try wait(for: FetchWish(name, expectation, .download), into: sink)
    } catch {
      if let failure = sink.failure {
        if !copy.isRefuge { shelf.noteTrouble(failure) }
        throw copyError(failure, of: name)
      }
      if sink.hasNoRoom { throw shelf.noRoom(for: canonicalName(of: name)) }
      if sink.isEndless {
        throw self.error(
          .contradiction("it does not say how long it is, and goes on and on"), of: name)
      }
      throw self.error(error, of: name)
    }
    let size: Int64
    do throws(Errno) {
      size = try copy.descriptor.status().size
    } catch {
      throw copyError(error, of: name)
    }
    // From here on the copy itself takes it.
    room.giveBack()
    return try keep(name, key, size: size, head, copy, beginning: size)
  }

  func keep(
    _ name: [UInt8], _ key: [UInt8], size: Int64, _ head: AnswerHead,
    _ file: consuming CopyFile, beginning: Int64, wasWrittenHere: Bool = false
  ) throws(FileError) -> LocalFile {
    let facts = FarFolder.File(
      size: size, tag: head.tag, modified: head.lastModified(now: Clock.wallSeconds))
    let object = FarObject(name, facts, of: self)
    let (file, copy) = try opened(
      object, file, holding: PartialCopy.blocks(ofBeginning: beginning, of: size),
      wasWrittenHere: wasWrittenHere)
    do throws(FileError) {
      try shelf.makeRoom(for: copy.heldBytes, besides: copy)
    } catch {
      copy.leave(countedBytes: 0)
      throw error
    }
    shelf.keep(file, copy, as: key)
    return file
  }

  /// What others read of a copy.
  func opened(
    _ object: FarObject, _ file: consuming CopyFile, holding blocks: BlockSet, wasWrittenHere: Bool
  ) throws(FileError) -> (LocalFile, PartialCopy) {
    guard let path = FilePath(bytes: canonicalName(of: object.name)) else {
      throw absence(of: object.name)
    }
    let reading: FileDescriptor
    do throws(Errno) {
      reading = try file.descriptor.duplicated()
    } catch {
      throw copyError(error, of: object.name)
    }
    let copy = PartialCopy(
      of: object, in: file, holding: blocks, wasWrittenHere: wasWrittenHere, on: shelf)
    let facts = FarFolder.File(
      size: object.size, tag: object.objectTag, modified: object.modified)
    let status = status(of: object.name, facts)
    return (LocalFile(reading, path: path, status: status, from: copy), copy)
  }

  func copyError(_ error: Errno, of name: [UInt8]) -> FileError {
    let place = String(decoding: canonicalName(of: name), as: UTF8.self)
    return FileError("write", "the copy of \(place)", error)
  }
}
