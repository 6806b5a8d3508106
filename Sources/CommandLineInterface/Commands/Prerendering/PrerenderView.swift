import ByteText
import CutJobs
import DecoderChildren
import Posix
import Sources

/// What a person, a log or a program sees of a prerender.
final class PrerenderView {
  enum Progress: String, Choice { case auto, always, never }

  struct Style {
    let json: Bool
    let isLive: Bool
    /// Seconds between lines where nothing can be redrawn; nil for silence.
    let interval: Double?

    init(json: Bool, progress: Progress) {
      self.json = json
      isLive = !json && progress != .never && (progress == .always || Terminal.isThere(2))
      interval = json ? 1 : progress == .never ? nil : 10
    }
  }

  /// What can become of an image that does not fail; keys of the last event of `--json`.
  private static let words = ["cut", "queued", "would-cut", "current", "adopted", "passed-over"]

  private(set) var failures = 0
  private let console: Console
  private let style: Style
  private let started = Instant.now
  private let totalBytes: Int64
  private let count: Int
  private var doneBytes: Int64 = 0
  private var done = 0
  private var pixels = 0
  private var written: Int64 = 0
  private var tally: [String: Int] = [:]
  /// Images of those that were cut whose finest level is their own data.
  private var tookOver = 0
  private var drawnLines = 0
  private var lastLine = Instant.now

  init(console: Console, sources: SourceList, style: Style) {
    self.console = console
    self.style = style
    count = sources.items.count
    totalBytes = sources.items.reduce(0) { $0 + $1.bytes }
  }

  func unreadable(_ path: String, _ reason: String) {
    failures += 1
    if style.json {
      event(["event": .text("failed"), "image": .text(path), "reason": .text(reason)])
    } else {
      console.error("\(path): \(reason)\n")
    }
  }

  func leftOut(leadingOut links: [FilePath]) {
    guard let first = links.first else { return }
    let many = links.count > 1 ? "\(links.count) links, the first of them this one, lead" : "leads"
    console.error("\(first): \(many) out of the folder: left out, as where it is served\n")
  }

  /// That a host lists here, or another one for it.
  func tell(_ news: ListingNews) {
    if style.json {
      var fields: [String: Field] = ["event": .text(news.word), "run": .whole(news.run)]
      fields["host"] = news.host.map { .text($0) }
      fields["after"] = news.after.map { .text($0) }
      event(fields)
    } else {
      console.error("pyramidion: \(line(news.words))\n")
    }
    failures += news.failed
  }

  func show(_ standing: Prerender.Standing) {
    if !standing.finished.isEmpty { erase() }
    for finished in standing.finished { tell(finished) }
    if style.isLive {
      erase()
      draw(standing.inWork)
    } else if let interval = style.interval, (Instant.now - lastLine).seconds >= interval,
      !standing.inWork.isEmpty
    {
      lastLine = Instant.now
      if style.json {
        for work in standing.inWork {
          event([
            "event": .text("progress"), "image": .text(work.name), "share": .number(work.share),
          ])
        }
      } else {
        console.error(overall(standing.inWork) + "\n")
      }
    }
  }

  func close(interrupted: Bool) {
    erase()
    let seconds = (Instant.now - started).seconds
    if style.json {
      var fields: [String: Field] = [
        "event": .text("total"), "seconds": .number(seconds),
        "megapixels": .number(Double(pixels) / 1e6), "bytes": .whole(written),
        "interrupted": .flag(interrupted), "failed": .whole(Int64(failures)),
      ]
      for word in Self.words { fields[word] = .whole(Int64(tally[word] ?? 0)) }
      event(fields)
      return
    }
    var words = Self.words.compactMap { word in tally[word].map { "\($0) \(word)" } }
    if tookOver > 0 { words[0] += " (\(tookOver) with their own data)" }
    if failures > 0 { words.append("\(failures) failed") }
    if words.isEmpty { words = [interrupted ? "nothing done" : "nothing to do"] }
    let rate = seconds > 0 ? Double(pixels) / 1e6 / seconds : 0
    let end = interrupted ? "; interrupted, the same command takes it up again" : ""
    console.error(
      "\(words.joined(separator: ", ")); \(size(written)) written in \(time(seconds)), "
        + "\(Int(rate)) MP/s\(end)\n")
  }

  // MARK: One image's end

  private func tell(_ finished: Prerender.Finished) {
    let isOver = if case .interrupted = finished.result { false } else { true }
    if isOver, finished.page == nil || finished.page == 1 {
      done += 1
      doneBytes += finished.sourceBytes
    }
    switch finished.result {
    case .cut(let outcome, let seconds):
      count("cut")
      pixels += outcome.width * outcome.height
      written += outcome.bytes
      if finished.road == .codeWords || finished.road == .coefficients { tookOver += 1 }
      let megapixels = Double(outcome.width * outcome.height) / 1e6
      if style.json {
        var fields: [String: Field] = [
          "event": .text("cut"), "image": .text(finished.name),
          "version": .text(finished.version?.text ?? ""),
          "width": .whole(Int64(outcome.width)), "height": .whole(Int64(outcome.height)),
          "levels": .whole(Int64(outcome.levels)), "tiles": .whole(Int64(outcome.tiles)),
          "bytes": .whole(outcome.bytes), "seconds": .number(seconds),
        ]
        fields["road"] = finished.road.map { .text($0.words) }
        fields["roadReason"] = finished.roadReason.map { .text($0) }
        event(fields)
      } else if style.isLive {
        console.error(
          "\(line(finished.name))  \(outcome.width)x\(outcome.height)  \(size(outcome.bytes))  "
            + "\(Int(megapixels / max(seconds, 1e-6))) MP/s  \(finished.road?.words ?? "")\n")
      }
    case .failed(let reason), .refused(let reason):
      failures += 1
      if style.json {
        event(["event": .text("failed"), "image": .text(finished.name), "reason": .text(reason)])
      } else {
        console.error("\(line(finished.name)): \(reason)\n")
      }
    case .current: quiet("current", finished)
    case .queued: quiet("queued", finished)
    case .adopted: quiet("adopted", finished)
    case .wouldCut:
      quiet("would-cut", finished)
      if !style.json { console.output("\(line(finished.name))\n") }
    case .switchedOff(let reason):
      count("passed-over")
      if style.json {
        event([
          "event": .text("passed-over"), "image": .text(finished.name), "reason": .text(reason),
        ])
      } else {
        console.error("\(line(finished.name)): passed over: \(reason)\n")
      }
    case .interrupted:
      if style.json { event(["event": .text("interrupted"), "image": .text(finished.name)]) }
    case .passedOver: break
    }
  }

  private func line(_ name: String) -> String { TerminalText.harmless(name, inOneLine: true) }

  private func quiet(_ word: String, _ finished: Prerender.Finished) {
    count(word)
    if style.json {
      event([
        "event": .text(word), "image": .text(finished.name),
        "version": .text(finished.version?.text ?? ""),
      ])
    }
  }

  private func count(_ word: String) { tally[word, default: 0] += 1 }

  // MARK: The live part

  private func erase() {
    guard drawnLines > 0 else { return }
    console.draw("\u{1B}[\(drawnLines)A\u{1B}[J")
    drawnLines = 0
  }

  private func draw(_ works: [Prerender.Work]) {
    var lines = works.map { work in
      let seconds = max((Instant.now - work.started).seconds, 1e-3)
      let rate = Double(work.pixels) * work.share / 1e6 / seconds
      let left = work.share > 0.02 ? time(seconds / work.share - seconds) : "-"
      return "\(ProgressBar.text(work.share))  "
        + "\("\(Int(rate))".led(to: 4)) MP/s  \(left.led(to: 6))  \(shortened(work.name))"
    }
    lines.append(overall(works))
    // A line that wraps would be more than one to take back.
    if let columns = Terminal.columns(2) {
      lines = lines.map { TerminalText.fitted($0, columns: columns - 1) }
    }
    console.error(lines.joined(separator: "\n") + "\n")
    drawnLines = lines.count
  }

  private func overall(_ works: [Prerender.Work]) -> String {
    let seconds = (Instant.now - started).seconds
    let current = works.reduce(0) { $0 + Double($1.pixels) * $1.share }
    let rate = (Double(pixels) + current) / 1e6 / max(seconds, 1e-3)
    let share = totalBytes > 0 ? Double(doneBytes) / Double(totalBytes) : 1
    let left = share > 0.01 ? time(seconds / share - seconds) : "-"
    return "\(done) of \(count) images, \(Int(rate)) MP/s, \(size(written)) written, "
      + "\(failures) failed, \(left) left"
  }

  private func shortened(_ name: String) -> String {
    TerminalText.fittedEnd(line(name), columns: 40)
  }

  private func time(_ seconds: Double) -> String {
    let whole = Int(max(0, min(seconds, 1e7)))
    if whole < 10 { return "\(Double(Int(seconds * 10)) / 10) s" }
    if whole < 120 { return "\(whole) s" }
    return whole < 7200 ? "\(whole / 60) min" : "\(whole / 3600) h"
  }

  private func size(_ bytes: Int64) -> String {
    if bytes < 1_000_000 { return "\(bytes / 1000) kB" }
    return bytes < 10_000_000_000 ? "\(bytes / 1_000_000) MB" : "\(bytes / 1_000_000_000) GB"
  }

  // MARK: Events of `--json`

  private enum Field {
    case text(String)
    case whole(Int64)
    /// Written with three decimal places at most.
    case number(Double)
    case flag(Bool)

    func write(to json: inout JSONWriter) {
      switch self {
      case .text(let text): json.string(text)
      case .whole(let number): json.integer(number)
      case .number(let number): json.number((number * 1000).rounded() / 1000)
      case .flag(let flag): json.boolean(flag)
      }
    }
  }

  /// One line, its keys in order.
  private func event(_ fields: [String: Field]) {
    var json = JSONWriter()
    json.object { json in
      for (key, field) in fields.sorted(by: { $0.key < $1.key }) {
        json.key(key)
        field.write(to: &json)
      }
    }
    console.output(json: json.text + "\n")
  }
}
