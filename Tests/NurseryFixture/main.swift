import Glibc
import Posix
import Sandbox
import Synchronization

// A nursery whose children do as the message says that they are sent: end with a code, by a signal,
// tell what they have, or wait for what never comes.
Capabilities.dropBounds()
var loop = try NurseryLoop { _ in
  { descriptors in
    guard let line = descriptors.first else { return nil }
    return { obey(line) }
  }
}
loop.run()

@Sendable func obey(_ line: CInt) {
  var bytes = [UInt8](repeating: 0, count: 64)
  let count = unsafe read(line, &bytes, bytes.count)
  let words = String(decoding: bytes.prefix(max(0, count)), as: UTF8.self).split(separator: " ")
  let number = words.last.flatMap { Int32($0) } ?? 0
  switch words.first {
  case "exit": exit(number)
  case "signal": raise(number)
  case "echo": say(Array(bytes.prefix(count)))
  case "descriptors":
    let open = (3..<64).filter { fcntl($0, F_GETFD) >= 0 }
    say(Array(open.map { String($0) }.joined(separator: " ").utf8))
  case "environment": say(environment())
  case "bounds": say(lines(of: "/proc/self/status", beginning: "CapBnd:").first ?? [])
  case "heap": say(Array(isInHugePages() ? "huge".utf8 : "small".utf8))
  case "again": say(Array((keepsLargeBlocks() ? "kept" : "given back").utf8))
  case "count": say(Array("\(countedTogether(to: number))".utf8))
  default: while true { pause() }
  }

  func say(_ text: [UInt8]) { _ = unsafe write(line, text, text.count) }
}

/// Counts on several threads, which must agree about each number.
func countedTogether(to limit: Int32) -> Int32 {
  let counted = Box()
  let threads = ThreadGroup()
  try? threads.start("count", count: 3) { _ in counted.count(to: limit) }
  counted.count(to: limit)
  threads.join()
  return counted.number.withLock { $0 }
}

final class Box: Sendable {
  let number = Mutex<Int32>(0)

  func count(to limit: Int32) {
    var goesOn = true
    while goesOn {
      goesOn = number.withLock { number in
        if number < limit { number += 1 }
        return number < limit
      }
    }
  }
}

func environment() -> [UInt8] {
  var text: [UInt8] = []
  var place = unsafe environ
  while let word = unsafe place.pointee {
    text += unsafe Array(String(cString: word).utf8) + [10]
    unsafe place += 1
  }
  return text
}

/// The lines of one of the system's own files that begin so.
func lines(of path: String, beginning words: String) -> [[UInt8]] {
  guard let path = FilePath(path), let file = try? FileDescriptor.open(path, .reading) else {
    return []
  }
  var text: [UInt8] = []
  var piece = [UInt8](repeating: 0, count: 1 << 16)
  while true {
    let count = unsafe read(file.number, &piece, piece.count)
    guard count > 0 else { break }
    text += piece.prefix(count)
  }
  return text.split(separator: 10).map(Array.init).filter { $0.starts(with: words.utf8) }
}

/// Whether a block of several megabytes is there again, its memory with it, once it was let go of.
func keepsLargeBlocks() -> Bool {
  HeapMemory.lieInHugePages()
  let length = 12 << 20
  var faults: [Int] = []
  for _ in 0..<3 {
    guard let block = unsafe malloc(length) else { return false }
    unsafe memset(block, 1, length)
    unsafe free(block)
    var usage = rusage()
    unsafe getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
    faults.append(usage.ru_minflt)
  }
  // A fault is a page of four kilobytes, or a huge one.
  return faults[2] - faults[1] < 3
}

/// Whether a block that is asked for now lies where the system was asked for huge pages.
func isInHugePages() -> Bool {
  HeapMemory.lieInHugePages()
  guard let block = unsafe malloc(300_000) else { return false }
  unsafe memset(block, 1, 300_000)
  defer { unsafe free(block) }
  // Its beginning may lie before them.
  let place = UInt(bitPattern: block) + 150_000
  var holds = false
  for line in lines(of: "/proc/self/smaps", beginning: "") {
    let words = String(decoding: line, as: UTF8.self).split(separator: " ")
    let ends = words.first?.split(separator: "-").compactMap { UInt($0, radix: 16) } ?? []
    if ends.count == 2 { holds = ends[0] <= place && place < ends[1] }
    if holds, words.first == "VmFlags:" { return words.contains("hg") }
  }
  return false
}
