// Reads a JPEG file's scan as a cut does, without the rest of it; prints the seconds of processors and
// of the clock, for scan.sh.
//   ScanBenchmark planes|means|means2 FILE.jpg
import Glibc
import JPEGScan
import Posix

/// A file's scan, all of it in memory before the clock runs.
struct Scan: ScanInput {
  let bytes: [UInt8]
  var place: Int

  mutating func read(into buffer: inout MutableRawSpan) throws -> Int {
    let count = min(buffer.byteCount, bytes.count - place)
    unsafe bytes.withUnsafeBytes { from in
      unsafe buffer.withUnsafeMutableBytes { to in
        unsafe to.copyMemory(from: UnsafeRawBufferPointer(rebasing: from[place..<place + count]))
      }
    }
    place += count
    return count
  }
}

func seconds(_ clock: clockid_t) -> Double {
  var time = timespec()
  unsafe clock_gettime(clock, &time)
  return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
}

let side = 256
guard CommandLine.arguments.count == 3, let path = FilePath(CommandLine.arguments[2]) else {
  exit(2)
}
let bytes = try FileDescriptor.open(path, .reading).beginning(limit: 1 << 30)
guard case .header(let header) = try ScanHeader.read(bytes) else { exit(3) }
let input = Scan(bytes: bytes, place: header.scanOffset)
let began = (seconds(CLOCK_PROCESS_CPUTIME_ID), seconds(CLOCK_MONOTONIC))
switch CommandLine.arguments[1] {
case "planes":
  var reader = try ScanReader(header, input, tileSide: side, quartersChroma: true)
  let rows = (0..<2).map { _ in ScanRow(header, tileSide: side, quartersChroma: true) }
  for row in 0..<reader.rows { try reader.read(row: row, into: rows[row % 2]) }
case "means", "means2":
  let parts = CommandLine.arguments[1] == "means" ? 1 : 2
  var reader = try MeanReader(header, input, quartersChroma: true, parts: parts) { stretches in
    let threads = ThreadGroup()
    defer { threads.join() }
    try threads.start("means", count: stretches.count - 1) { stretches[$0 + 1].read() }
    stretches[0].read()
  }
  while try reader.readStrip() {}
default: exit(2)
}
let used = seconds(CLOCK_PROCESS_CPUTIME_ID) - began.0
print(used, seconds(CLOCK_MONOTONIC) - began.1)
