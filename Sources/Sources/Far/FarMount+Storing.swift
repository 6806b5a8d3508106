import FetchRules
import Fetching
package import Posix
import S3Wire

/// What is put into a bucket.
extension FarMount {
  /// Of what was put there is read back, in bytes: a pyramid's index, or most of one.
  private static let readBack: Int64 = 512 << 10

  /// What is read at once without a word about it, in bytes.
  private static let shortest: Int64 = 64 << 10

  /// Whether an object is there: known, or asked for.
  ///
  /// - Parameter name: below the prefix.
  /// - Returns: false only where the engine says so.
  /// - Throws: why nobody can tell.
  package func holds(_ name: [UInt8]) throws(FileError) -> Bool {
    if shelf.file(of: key(of: name)) != nil { return true }
    do throws(EngineFailure) {
      return try isThere(name)
    } catch {
      throw self.error(error, of: name)
    }
  }

  /// Puts a pyramid there.
  ///
  /// - Parameters:
  ///   - file: all of it, open for reading.
  ///   - name: below the prefix.
  ///   - isReplacing: whether one that is there already goes.
  /// - Returns: false where one is there and stays.
  /// - Throws: why it can't be put there; it may be there all the same then.
  package func put(
    _ file: consuming FileDescriptor, as name: [UInt8], replacing isReplacing: Bool
  ) throws(FileError) -> Bool {
    let body: FileBody
    do throws(Errno) {
      body = try FileBody(file)
    } catch {
      throw copyError(error, of: name)
    }
    guard let plan = UploadPlan(of: body.length, inPartsOf: part) else {
      throw FileError(
        "write", String(decoding: canonicalName(of: name), as: UTF8.self), .fileTooLarge,
        "it has \(body.length) bytes, and engines take \(UploadPlan.mostParts) parts of"
          + " \(UploadPlan.longestPart)")
    }
    guard plan.parts > 1 else {
      return try put(
        FetchWish(storing: body, as: name, .tiff, isFirst: !isReplacing, .storing), as: name,
        replacing: isReplacing)
    }
    do throws(EngineFailure) {
      return try upload(body, as: name, by: plan, replacing: isReplacing)
    } catch {
      throw self.error(error, of: name)
    }
  }

  /// What is larger goes in parts of so many bytes, as its address says.
  private var part: Int64? {
    if case .bucket(let bucket) = address { bucket.part } else { nil }
  }

  private func put(
    _ wish: FetchWish, as name: [UInt8], replacing isReplacing: Bool
  ) throws(FileError) -> Bool {
    do throws(EngineFailure) {
      _ = try wait(for: wish, into: NoSink())
      return true
    } catch {
      if error == .changed, !isReplacing { return false }
      throw self.error(error, of: name)
    }
  }

  /// Removes an object, whether or not it is there.
  ///
  /// - Parameter name: below the prefix.
  /// - Throws: why it can't be removed.
  package func remove(_ name: [UInt8]) throws(FileError) {
    do throws(EngineFailure) {
      _ = try wait(for: FetchWish(removing: name), into: NoSink())
    } catch {
      guard error != .absent else { return }
      throw self.error(error, of: name)
    }
    shelf.forget(key(of: name))
  }

  /// Reads back what was put there, and serves it on from the file that it was: nobody here fetches
  /// it again.
  ///
  /// - Parameters:
  ///   - file: open for reading and writing.
  ///   - name: below the prefix.
  /// - Throws: where something else came back, or nothing.
  package func adopt(
    _ file: consuming FileDescriptor, as name: [UInt8]
  ) throws(FileError) {
    let size: Int64
    let mine: [UInt8]
    do throws(Errno) {
      size = try file.status().size
      mine = try file.beginning(limit: Int(min(size, Self.readBack)))
    } catch {
      throw copyError(error, of: name)
    }
    let sink = MemorySink()
    let head: AnswerHead
    do throws(EngineFailure) {
      let expectation = Expectation(
        range: 0..<Int64(mine.count), total: size, limit: Int64(mine.count))
      head = try wait(for: FetchWish(name, expectation, .index), into: sink)
    } catch {
      throw self.error(error, of: name)
    }
    guard sink.bytes == mine else {
      throw FileError(
        "read", String(decoding: canonicalName(of: name), as: UTF8.self), .inputOutput,
        "what comes back is not what was put there")
    }
    do throws(FileError) {
      _ = try keep(
        name, key(of: name), size: size, head, CopyFile(file), beginning: size,
        wasWrittenHere: true)
    } catch {
      // Where copies have no room for all of it, it comes back by its parts.
      guard error.errno == .noSpace else { throw error }
    }
  }

  // MARK: A few bytes

  /// Puts a few bytes there.
  ///
  /// - Parameters:
  ///   - bytes: JSON.
  ///   - name: below the prefix.
  ///   - isReplacing: whether what is there already goes.
  /// - Returns: false where something is there and stays.
  /// - Throws: why it can't be put there; it may be there all the same then.
  package func put(
    _ bytes: [UInt8], as name: [UInt8], replacing isReplacing: Bool
  ) throws(FileError) -> Bool {
    try put(
      FetchWish(storing: MemoryBody(bytes), as: name, .json, isFirst: !isReplacing, .index),
      as: name, replacing: isReplacing)
  }

  /// The same over what is there; nobody waits for it.
  package func putLater(_ bytes: [UInt8], as name: [UInt8]) {
    let wish = FetchWish(storing: MemoryBody(bytes), as: name, .json, isFirst: false, .index)
    fetch(wish, into: NoSink()) { _ in }
  }

  /// Removes an object; nobody waits for it.
  package func removeLater(_ name: [UInt8]) {
    fetch(FetchWish(removing: name), into: NoSink()) { _ in }
  }

  /// Reads a few bytes.
  ///
  /// - Parameter name: below the prefix.
  /// - Returns: when it was put there, and the moment, both in seconds by the engine's clock; nil where
  ///   there is nothing.
  /// - Throws: why it can't be read.
  package func read(
    _ name: [UInt8]
  ) throws(FileError) -> (bytes: [UInt8], modified: Int64?, now: Int64?)? {
    let sink = MemorySink()
    do throws(EngineFailure) {
      let expectation = Expectation(range: nil, limit: Self.shortest)
      let head = try wait(for: FetchWish(name, expectation, .index), into: sink)
      return (sink.bytes, head.lastModified(now: Clock.wallSeconds), head.date)
    } catch {
      guard error != .absent else { return nil }
      throw self.error(error, of: name)
    }
  }
}
