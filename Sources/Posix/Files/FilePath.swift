import ByteText

/// A path as Linux knows it: bytes without a zero, not necessarily UTF-8.
package struct FilePath: Hashable, Sendable {
  /// Ends in the zero that system calls want.
  private let terminated: [UInt8]

  /// - Returns: nil for an empty path and for one with a zero inside.
  package init?(bytes: some Sequence<UInt8>) {
    var terminated = Array(bytes)
    guard !terminated.isEmpty, !terminated.contains(0) else { return nil }
    terminated.append(0)
    self.terminated = terminated
  }

  /// - Returns: nil for an empty path and for one with a zero inside.
  package init?(_ text: String) { self.init(bytes: text.utf8) }

  private init(whole bytes: [UInt8]) { self.terminated = bytes + [0] }

  package var bytes: ArraySlice<UInt8> { terminated.dropLast() }

  /// The current folder.
  package static let here = FilePath(whole: [UInt8(ascii: ".")])

  package var isAbsolute: Bool { terminated.first == UInt8(ascii: "/") }

  /// This path with one more component.
  package func appending(_ name: FileName) -> FilePath {
    let slash = bytes.last == UInt8(ascii: "/") ? [] : [UInt8(ascii: "/")]
    return FilePath(whole: bytes + slash + name.bytes)
  }

  /// What follows the last slash; trailing slashes do not count.
  package var lastComponent: ArraySlice<UInt8> {
    let slash = UInt8(ascii: "/")
    guard let end = bytes.lastIndex(where: { $0 != slash }) else { return bytes.prefix(1) }
    let start = bytes[...end].lastIndex(of: slash).map { $0 + 1 } ?? bytes.startIndex
    return bytes[start...end]
  }

  /// The folder this path lies in.
  package var parent: FilePath {
    let slash = UInt8(ascii: "/")
    let name = lastComponent
    guard name.first != slash else { return self }
    let before = bytes[..<name.startIndex]
    guard let end = before.lastIndex(where: { $0 != slash }) else {
      return before.isEmpty ? .here : FilePath(whole: [slash])
    }
    return FilePath(whole: Array(before[...end]))
  }

  package func withCString<Result, Failure: Error>(
    _ body: (UnsafePointer<CChar>) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    var outcome: Swift.Result<Result, Failure>?
    unsafe terminated.withUnsafeBufferPointer { buffer in
      guard let start = buffer.baseAddress else { return }
      outcome = unsafe start.withMemoryRebound(to: CChar.self, capacity: buffer.count) { text in
        do throws(Failure) {
          return .success(try unsafe body(text))
        } catch {
          return .failure(error)
        }
      }
    }
    guard let outcome else { preconditionFailure("a path is never empty") }
    return try outcome.get()
  }
}

extension FilePath: CustomStringConvertible {
  /// For messages: what is not UTF-8 shows as the replacement character.
  package var description: String { String(decoding: bytes, as: UTF8.self) }
}
