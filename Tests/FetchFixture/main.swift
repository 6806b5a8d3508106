import ByteText
import Digests
import FetchRules
import Fetching
import Foundation
import Posix
import S3Wire

/// A program that asks one engine as it is told, and tells what came of it.
///
///     FetchFixture ADDRESS [AT A TIME]
///
/// Each line that it reads is a request of words with tabs between them, and is answered by a line of
/// JSON:
///
///     get NAME                        all of an object, at most 64 MiB
///     range NAME FROM TO [TAG]        a part of it; TAG is an ETag with its quotes
///     list FOLDER [LIMIT]             a page of a bucket's names, and all pages behind it
///     many NAME COUNT                 the same range of 100 bytes so many times, all at once
///     flow NAME SIZE COUNT LENGTH AT  so many ranges of a length, from all over an object of a size, so
///                                     many at a time; and how long that took
enum Fixture {
  static func run(_ words: [String]) throws {
    let address = try EngineAddress(parsing: words[0])
    let engine = try Engine(
      address, CredentialChain(ProcessInfo.processInfo.environment),
      atATime: words.count > 1 ? Int(words[1]) ?? 64 : 64)
    while let line = readLine() {
      let words = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
      var answer: [UInt8] = []
      answer.append(json: .compact) { json in
        json.object { json in
          do {
            try ask(engine, words, &json)
          } catch {
            json.key("failed")
            json.string("\(error)")
            json.key("silent")
            json.boolean(engine.isSilent)
          }
        }
      }
      FileHandle.standardOutput.write(Data(answer + [ASCII.lineFeed]))
    }
    engine.stop()
  }

  private static func ask(
    _ engine: Engine, _ words: [String], _ json: inout JSONWriter
  ) throws {
    switch words.first {
    case "get" where words.count == 2:
      let wish = FetchWish(
        Array(words[1].utf8), Expectation(range: nil, limit: 64 << 20), .index)
      try tell(try engine.fetched(wish), &json)
    case "range" where words.count >= 4:
      try tell(try engine.fetched(range(words)), &json)
    case "list" where words.count >= 2: try list(engine, words, &json)
    case "many" where words.count == 3: many(engine, words, &json)
    case "flow" where words.count == 6: try Flow(engine, words).run(&json)
    default: throw Misused(description: "see the head of the fixture's file")
    }
  }

  struct Misused: Error, CustomStringConvertible {
    let description: String
  }

  private static func range(_ words: [String]) throws -> FetchWish {
    guard let from = Int64(words[2]), let to = Int64(words[3]), from < to else {
      throw Misused(description: "no range")
    }
    var head = AnswerHead()
    if words.count > 4 { head.take(line: Array("ETag: \(words[4])".utf8).span, now: 0) }
    let expectation = Expectation(range: from..<to, tag: head.tag, limit: to - from)
    return FetchWish(Array(words[1].utf8), expectation, .tile)
  }

  private static func tell(
    _ answer: (bytes: [UInt8], head: AnswerHead), _ json: inout JSONWriter
  ) throws {
    json.key("bytes")
    json.integer(Int64(answer.bytes.count))
    json.key("digest")
    json.string { text in
      for byte in SHA256.digest(of: answer.bytes) {
        text.append(hexadecimal: UInt64(byte), digits: 2)
      }
    }
    json.key("tag")
    json.string(String(decoding: answer.head.tag.canonicalText, as: UTF8.self))
    json.key("total")
    json.optional(answer.head.contentRange?.total)
  }

  private static func list(
    _ engine: Engine, _ words: [String], _ json: inout JSONWriter
  ) throws {
    var start = ListingPage.Start.beginning
    var names: [String] = []
    var folders: [String] = []
    var pages: Int64 = 0
    while pages < 1000 {
      let listing = try engine.names(
        ListingPage(
          of: Array(words[1].utf8), from: start, limit: words.count > 2 ? Int(words[2]) ?? 1 : 1000)
      )
      names += listing.objects.map { "\($0.key) \($0.size)" }
      folders += listing.folders.map(\.description)
      pages += 1
      guard let next = listing.next else { break }
      start = next
    }
    json.key("names")
    json.strings(names)
    json.key("folders")
    json.strings(folders)
    json.key("pages")
    json.integer(pages)
  }

  private static func many(_ engine: Engine, _ words: [String], _ json: inout JSONWriter) {
    let count = Int(words[2]) ?? 1
    let ends = Monitor<(good: Int64, bad: Int64)>((0, 0))
    for number in 0..<count {
      let from = Int64(number) * 100
      let wish = FetchWish(
        Array(words[1].utf8), Expectation(range: from..<from + 100, limit: 100), .tile)
      engine.fetch(wish, into: MemorySink()) { end in
        ends.change { ends in
          switch end {
          case .whole: ends.good += 1
          case .failed: ends.bad += 1
          }
        }
      }
    }
    let outcome = ends.wait { $0.good + $0.bad == Int64(count) ? $0 : nil }
    json.key("good")
    json.integer(outcome.good)
    json.key("bad")
    json.integer(outcome.bad)
  }
}

do {
  guard CommandLine.arguments.count > 1 else {
    throw Fixture.Misused(description: "an address is missing")
  }
  try Fixture.run(Array(CommandLine.arguments.dropFirst()))
} catch {
  FileHandle.standardError.write(Data("\(error)\n".utf8))
  exit(2)
}
