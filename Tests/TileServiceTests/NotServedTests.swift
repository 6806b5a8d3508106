import DecoderChildren
import Glibc
import HTTPWire
import ImageRequest
import Posix
import Testing

@testable import TileService

@Suite struct NotServedTests {
  @Test(
    arguments: [
      (.malformed("why"), .badRequest), (.absent("why"), .notFound),
      (.unsupported("why"), .notImplemented),
    ] as [(RequestProblem, Status)])
  func `what is wrong with a request has its status`(problem: RequestProblem, status: Status) {
    let refusal = NotServed(problem)
    #expect(refusal.status == status && refusal.detail == "why" && refusal.retryAfter == nil)
  }

  @Test(arguments: [ENOENT, ENOTDIR, ELOOP, ENAMETOOLONG, EXDEV, EINVAL])
  func `what is not there, or leads out of the folder, is not found`(number: CInt) {
    let error = FileError("open", "/images/a.jpg", Errno(rawValue: number))
    #expect(NotServed(error).status == .notFound)
  }

  @Test(arguments: [EIO, EMFILE, ENFILE, ENOMEM, ESTALE, ENOSPC, EDQUOT, EACCES])
  func `the machine's trouble is never absence, and passes`(number: CInt) throws {
    let error = FileError("open", "/images/a.jpg", Errno(rawValue: number))
    let isFull = number == ENOSPC || number == EDQUOT
    let cut = CutFailure(.environment(error.errno, at: .store), "it can't be stored")
    for refusal in [
      NotServed(error), NotServed(sourceError: error), NotServed(storeError: error),
      NotServed(cut),
    ] {
      #expect(refusal.status == (isFull ? .insufficientStorage : .serviceUnavailable))
      #expect(try #require(refusal.retryAfter) > 0 && !refusal.detail.contains("/images"))
    }
  }

  @Test func `a store that may not be read says nothing of its images`() {
    let error = FileError("open", "/store/aa", Errno(rawValue: EACCES))
    #expect(NotServed(storeError: error).status == .serviceUnavailable)
  }

  @Test func `who may come again is told when`() throws {
    var response = Response()
    response.refuse(.overloaded, for: try .reading("/"))
    let fields = String(decoding: response.fields.bytes, as: UTF8.self)
    #expect(response.status == .serviceUnavailable && fields.contains("Retry-After: 2\r\n"))
  }
}
