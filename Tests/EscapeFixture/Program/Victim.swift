import Attempts
import Foundation
import Sandbox

/// What a server has, and its children are not to get.
@safe
struct Victim {
  private let folder: String
  private let file: String
  private let listener: CInt
  private let port: UInt16
  /// A pipe that no child is given.
  private let leftover: CInt
  private let secret: UnsafeMutablePointer<Int64>

  /// - Returns: nil where the system gives none of it.
  init?() {
    folder = "/tmp/escape-\(getpid())"
    file = folder + "/file"
    listener = socket(AF_INET, CInt(SOCK_STREAM.rawValue), 0)
    var place = sockaddr_in()
    place.sin_family = sa_family_t(AF_INET)
    place.sin_addr.s_addr = INADDR_LOOPBACK.bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let listener = listener
    let isListening = unsafe withUnsafeMutablePointer(to: &place) { place in
      unsafe place.withMemoryRebound(to: sockaddr.self, capacity: 1) { place in
        unsafe bind(listener, place, length) == 0 && getsockname(listener, place, &length) == 0
          && listen(listener, 64) == 0
      }
    }
    var ends: [CInt] = [-1, -1]
    guard isListening, unsafe pipe(&ends) == 0 else { return nil }
    port = UInt16(bigEndian: place.sin_port)
    leftover = ends[1]
    unsafe secret = .allocate(capacity: 1)
    unsafe secret.initialize(to: 0)
  }

  func remove() { try? FileManager.default.removeItem(atPath: folder) }

  /// What a child in a box, or in none, makes of an attempt.
  func outcome(of attempt: attempts_attempt, in box: Box?) -> String {
    try? FileManager.default.removeItem(atPath: folder)
    var report: [CInt] = [-1, -1]
    guard unsafe mkdir(folder, 0o700) == 0,
      FileManager.default.createFile(atPath: file, contents: Data("text".utf8)),
      unsafe pipe(&report) == 0
    else { end("no file") }
    let reading = unsafe open(file, O_RDONLY)
    let parent = getpid()
    let child = attempts_fork()
    if child == 0 {
      do {
        try box?.enter(keeping: [2, report[1], reading], childOf: parent)
      } catch {
        end("\(error)")
      }
      var code = unsafe `try`(attempt, reading: reading, parent: parent)
      _ = unsafe write(report[1], &code, MemoryLayout<CInt>.size)
      _exit(0)
    }
    close(report[1])
    close(reading)
    var code: CInt = -1
    let count = unsafe read(report[0], &code, MemoryLayout<CInt>.size)
    close(report[0])
    var status: CInt = 0
    _ = unsafe waitpid(child, &status, 0)
    guard count == MemoryLayout<CInt>.size else {
      guard status != 0 else {
        // A program that took the child's place has ended well.
        return "through"
      }
      return status & 0x7F != 0 ? "killed \(status & 0x7F)" : "failed \(status >> 8)"
    }
    return code == 0 ? "through" : unsafe String(cString: strerror(code))
  }

  private func `try`(_ attempt: attempts_attempt, reading: CInt, parent: pid_t) -> CInt {
    unsafe folder.withCString { folder in
      unsafe file.withCString { file in
        var target = unsafe attempts_target(
          parent: parent, secret: secret, listener: listener, port: port, folder: folder,
          file: file, reading: reading, leftover: leftover)
        return unsafe attempt.try(&target)
      }
    }
  }
}
