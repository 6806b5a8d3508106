import ByteText
import CutQueue
import PostgresQueue

/// What `jobs` tells; its keys are a promise.
struct JobsReport {
  let counts: QueueCounts
  let entries: [JobQueue.Entry]
  let runs: [ListingRun]
  let changed: Int?

  static let mostRuns = 10

  /// For people.
  ///
  /// - Parameter columns: of a terminal, which long names would flood; nil for all of every name.
  /// - Returns: lines.
  func text(columns: Int?) -> String {
    var lines = [
      "\(counts.waiting) waiting, \(counts.running) running, \(counts.failed) failed, "
        + "\(counts.done) done"
    ]
    if counts.waiting > 0 { lines[0] += "; the oldest waits for \(counts.oldest) s" }
    if let changed { lines.append("\(changed) changed") }
    let room = Room(columns: columns)
    lines += runs.map { Self.words(of: $0, room) }
    lines += entries.map { Self.words(of: $0, room) }
    return lines.joined(separator: "\n") + "\n"
  }

  /// What rows of the queue say in a line, as far as there is room.
  private struct Room {
    let columns: Int?
    /// What a line says besides a name: a version and a state.
    private static let besides = 28
    private static let fewest = 20

    func path(_ text: String) -> String {
      shown(text, by: TerminalText.fittedEnd(_:columns:)) { $0 - Self.besides }
    }

    func host(_ text: String) -> String {
      shown(text, by: TerminalText.fitted(_:columns:)) { $0 / 2 }
    }

    /// Two lines of them.
    func words(_ text: String) -> String {
      shown(text, by: TerminalText.fitted(_:columns:)) { 2 * $0 }
    }

    private func shown(
      _ text: String, by fitted: (String, Int) -> String, in share: (Int) -> Int
    ) -> String {
      let text = TerminalText.harmless(text, inOneLine: true)
      return columns.map { fitted(text, max(Self.fewest, share($0))) } ?? text
    }
  }

  private static func words(of entry: JobQueue.Entry, _ room: Room) -> String {
    let name = room.path(name(of: entry))
    var line = "\(entry.version)  \(JobState.words(entry.state))  \(name)"
    if let worker = entry.worker, entry.state == "run" { line += "  by \(room.host(worker))" }
    if entry.tries > 0 { line += "  tried \(entry.tries) times" }
    if let reason = entry.reason { line += ": \(room.words(reason))" }
    return line
  }

  var json: String {
    var json = JSONWriter()
    json.object { json in
      for (key, number) in [
        ("waiting", counts.waiting), ("running", counts.running), ("failed", counts.failed),
        ("done", counts.done), ("oldestSeconds", counts.oldest),
      ] {
        json.key(key)
        json.integer(Int64(number))
      }
      if let changed {
        json.key("changed")
        json.integer(Int64(changed))
      }
      json.key("runs")
      json.array { json in
        for run in runs { Self.write(run, to: &json) }
      }
      json.key("jobs")
      json.array { json in
        for entry in entries { Self.write(entry, to: &json) }
      }
    }
    return json.text
  }

  private static func write(_ entry: JobQueue.Entry, to json: inout JSONWriter) {
    json.object { json in
      json.key("version")
      json.string(entry.version)
      json.key("state")
      json.string(JobState.words(entry.state))
      json.key("image")
      json.string(name(of: entry))
      json.key("priority")
      json.integer(Int64(entry.priority))
      json.key("tries")
      json.integer(Int64(entry.tries))
      json.key("worker")
      json.string(entry.worker)
      json.key("reason")
      json.string(entry.reason)
      json.key("ageSeconds")
      json.integer(Int64(entry.age))
    }
  }

  private static func words(of run: ListingRun, _ room: Room) -> String {
    let progress = run.progress
    var words =
      "run \(run.id)  \(run.state.rawValue)  \(room.path(run.title))  by \(room.host(run.holder)): "
      + "\(progress.found) found, \(run.queued) put in line, \(run.waiting) of them to be cut, \(progress.failed) failed"
    if run.state != .listed, let name = progress.lastName {
      words += "; up to \(room.path(String(decoding: name, as: UTF8.self)))"
    }
    return words
  }

  private static func write(_ run: ListingRun, to json: inout JSONWriter) {
    json.object { json in
      json.key("run")
      json.integer(run.id)
      json.key("state")
      json.string(run.state.rawValue)
      json.key("sources")
      json.string(run.title)
      json.key("host")
      json.string(run.holder)
      for (key, number) in [
        ("found", run.progress.found), ("queued", run.queued), ("waiting", run.waiting),
        ("failed", run.progress.failed), ("ageSeconds", run.age),
      ] {
        json.key(key)
        json.integer(Int64(number))
      }
      json.key("lastName")
      json.string(run.progress.lastName.map { String(decoding: $0, as: UTF8.self) })
    }
  }

  private static func name(of entry: JobQueue.Entry) -> String {
    String(decoding: entry.source, as: UTF8.self) + (entry.page.map { ";\($0)" } ?? "")
  }
}
