import ByteText
import Caching
package import HTTPWire
package import Posix

/// Serves the files of a folder: regular ones, without a dot in front, and nothing outside it.
package final class FileResponder: Responder {
  private var root: ServedRoot
  /// The files that are open, by the paths they were asked for.
  private var cache: ClockCache<BytesKey, Entry>
  private let openFiles: Int
  private let allowsAnyOrigin: Bool
  private let report: (String) -> Void

  /// After which time an open file is compared with the one that lies at its path.
  private static let freshness = Duration.seconds(5)

  private struct Entry {
    let file: OpenFile
    /// From then on it is looked at anew.
    var freshUntil: Instant
  }

  /// - Parameters:
  ///   - root: the folder's path.
  ///   - openFiles: files kept open at most.
  ///   - allowsAnyOrigin: whether pages of other hosts may read them.
  ///   - report: told when another folder is served, in a sentence.
  /// - Throws: why the folder can't be opened.
  package init(
    root: String, openFiles: Int = 2048, allowsAnyOrigin: Bool = true,
    report: @escaping (String) -> Void = { _ in }
  ) throws(Errno) {
    guard let path = FilePath(root) else { throw .noSuchFile }
    do throws(FileError) {
      self.root = try ServedRoot(path)
    } catch {
      throw error.errno
    }
    cache = ClockCache(capacity: openFiles)
    self.openFiles = openFiles
    self.allowsAnyOrigin = allowsAnyOrigin
    self.report = report
  }

  package func beginTurn() {
    guard root.hasChanged() else { return }
    cache = ClockCache(capacity: openFiles)
    report("another folder lies at \(root.path): it is served now")
  }

  package func respond(to request: borrowing Request, with response: inout Response) -> Reply {
    if allowsAnyOrigin { response.fields.add("Access-Control-Allow-Origin", "*") }
    switch request.method {
    case .get, .head: serve(request, &response)
    case .options:
      response.status = .noContent
      response.fields.add("Allow", "GET, HEAD, OPTIONS")
      if allowsAnyOrigin {
        response.fields.add("Access-Control-Allow-Methods", "GET, HEAD, OPTIONS")
        response.fields.add("Access-Control-Max-Age", "86400")
      }
    case .other:
      response.fail(.notImplemented, "this method is not known here", for: request)
    case .post, .put, .delete, .patch, .trace, .connect:
      response.fields.add("Allow", "GET, HEAD, OPTIONS")
      response.fail(.methodNotAllowed, "files can only be read", for: request)
    }
    return .now
  }

  private func serve(_ request: borrowing Request, _ response: inout Response) {
    let path = request.path
    let now = Instant.now
    if let place = cache.find(BytesKey(path)), cache[place].freshUntil > now {
      send(cache[place].file, request, &response)
      return
    }
    do throws(FileError) {
      switch try lookUp(path, now: now) {
      case .file(let file): send(file, request, &response)
      case .folder: redirect(request, &response)
      case .nothing: response.fail(.notFound, "there is no such file", for: request)
      }
    } catch {
      cache.remove(BytesKey(path))
      fail(error.errno, request, &response)
    }
  }

  private enum Finding {
    case file(OpenFile), folder, nothing
  }

  private func lookUp(_ path: ArraySlice<UInt8>, now: Instant) throws(FileError) -> Finding {
    guard let relative = Self.relative(path) else { return .nothing }
    if let place = cache.find(BytesKey(path)) {
      let file = cache[place].file
      if try root.folder.status(of: relative) == file.status {
        cache[place].freshUntil = now + Self.freshness
        return .file(file)
      }
    }
    var opened = try root.folder.open(relative)
    guard let descriptor = opened.file.take() else {
      cache.remove(BytesKey(path))
      return opened.status.kind == .folder && path.last != 0x2F ? .folder : .nothing
    }
    let file = OpenFile(
      descriptor, opened.status, type: MediaType.of(fileName: relative.bytes))
    cache.insert(
      Entry(file: file, freshUntil: now + Self.freshness), for: BytesKey(copying: path))
    return .file(file)
  }

  /// Makes the kernel's path of a request's: each part decoded once; `index.html` for a folder.
  ///
  /// - Returns: nil for what is never served: hidden names, `..`, empty parts, and parts that hide
  ///   a slash or a zero byte.
  private static func relative(_ path: ArraySlice<UInt8>) -> FilePath? {
    var relativePath: [UInt8] = []
    var segments = PathSegments(path)
    var next = segments.next()
    while let segment = next {
      next = segments.next()
      let start = relativePath.count
      guard relativePath.append(percentDecoding: segment) else { return nil }
      let part = relativePath[start...]
      if part.isEmpty {
        guard next == nil else { return nil }
        relativePath.append(contentsOf: "index.html".utf8)
      } else if part.isHiddenName || part.contains(0) || part.contains(0x2F) {
        return nil
      }
      if next != nil { relativePath.append(0x2F) }
    }
    return FilePath(bytes: relativePath)
  }

  private func send(
    _ file: OpenFile, _ request: borrowing Request, _ response: inout Response
  ) {
    let seconds = request.has(.range) || request.hasCondition ? Clock.wallSeconds : 0
    let size = file.status.size
    switch request.evaluate(file.validators, now: seconds) {
    case .failed:
      response.fail(.preconditionFailed, "the file is not the one the request names", for: request)
      return
    case .notModified:
      response.status = .notModified
      response.fields.add(file.fields)
      return
    case .proceed: break
    }
    response.provenance = .file
    var region = FileRegion(
      owner: file, descriptor: file.descriptor.number, offset: 0, length: size)
    switch request.selectRange(length: size, file.validators, now: seconds) {
    case .whole: break
    case .part(let first, let last):
      response.status = .partialContent
      response.fields.addContentRange(first: first, last: last, of: size)
      region.offset = first
      region.length = last - first + 1
    case .unsatisfiable:
      response.fields.add("Content-Range", "bytes */\(size)")
      response.fail(
        .rangeNotSatisfiable, "the file has \(size) bytes, and the range begins after them",
        for: request)
      return
    }
    response.fields.add(file.fields)
    response.body = .file(region)
  }

  private func redirect(_ request: borrowing Request, _ response: inout Response) {
    // Two slashes at the front would name another host.
    guard !request.path.starts(with: [0x2F, 0x2F]) else {
      response.fail(.notFound, "there is no such file", for: request)
      return
    }
    var location = request.path + [0x2F]
    if let query = request.query { location += [0x3F] + query }
    response.status = .movedPermanently
    response.fields.add("Location", location)
  }

  private func fail(_ error: Errno, _ request: borrowing Request, _ response: inout Response) {
    if error == .notPermitted {
      response.fail(.forbidden, "this file may not be read", for: request)
    } else if error.isOfTheFile {
      response.fail(.notFound, "there is no such file", for: request)
    } else {
      response.fields.add("Retry-After", "10")
      response.fail(.serviceUnavailable, "the file can't be read: \(error)", for: request)
    }
  }
}
