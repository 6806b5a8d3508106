import CutQueue
import Posix
import PostgresQueue

enum JobsFlags {
  static let list = TypedFlag<JobState?>.choice("list", "List the images of a state.")
  static let limit = TypedFlag.number(
    "limit", 1...1_000_000, default: "100", "How many are listed at most.")
  static let retry = TypedFlag.text(
    "retry", .text("VERSION"), default: "none",
    "Have one that failed tried again, or all of them: --retry all.")
  static let drop = TypedFlag.text(
    "drop", .text("VERSION"), default: "none",
    "Take one from the queue that nobody is at; or all that failed, or all that wait: --drop failed, "
      + "--drop waiting.")
  static let json = TypedFlag.present("json", "Print one JSON object.")
}

/// Which images are listed.
enum JobState: String, Choice, CaseIterable {
  case all, waiting, running, failed

  /// As the queue calls it.
  var name: String? {
    switch self {
    case .all: nil
    case .waiting: "todo"
    case .running: "run"
    case .failed: "failed"
    }
  }

  static func words(_ name: String) -> String {
    allCases.first { $0.name == name }?.rawValue ?? name
  }
}

extension Command {
  package static let jobs = Command(
    name: "jobs", summary: "Show the queue that hosts share, and what failed there.",
    flags: [SettingTable.cluster.flag, CuttingFlags.config.flag]
      + [
        JobsFlags.list.flag, JobsFlags.limit.flag, JobsFlags.retry.flag, JobsFlags.drop.flag,
        JobsFlags.json.flag,
      ],
    discussion: [
      "Shows how many images wait, are being cut, have failed and were cut, and the failed ones with "
        + "their reasons; with --list those of a state. Of each listing that hosts share, the last ten: "
        + "whether it is done, by whom, how many images it found and put in line, and how many of them "
        + "are still to be cut. On a terminal long names are cut short; --json has all of them.",
      "An image that failed by its own fault is not tried again by itself; what failed for other "
        + "reasons is, after pauses that grow, five times in all. Putting it in line again an hour "
        + "later, or --retry, begins anew.",
      "Exit codes: 0 done, 1 --retry or --drop found nothing, 2 usage, 3 the queue cannot be used.",
    ],
    examples: [
      "pyramidion jobs --cluster postgresql://pyramidion@db/pyramidion",
      "pyramidion jobs --config /etc/pyramidion.json5 --retry all",
    ])
}

extension CommandLineInterface {
  static func runJobs(_ arguments: ParsedArguments, _ console: Console) throws -> ExitCode {
    let settings = try settings(of: arguments, console)
    let queue = try settings.queueThatAnswers(for: arguments.command)
    do throws(QueueTrouble) {
      var changed: Int?
      if let which = arguments[JobsFlags.retry] {
        changed = try queue.retry(which == "all" ? nil : which)
      }
      if let which = arguments[JobsFlags.drop] {
        let state = JobState(rawValue: which)
        changed = (changed ?? 0) + (try queue.forget(state == nil ? which : nil, in: state?.name))
      }
      let listed = arguments[JobsFlags.list] ?? (changed == nil ? .failed : nil)
      let report = JobsReport(
        counts: try queue.counts(),
        entries: try listed.map { (state) throws(QueueTrouble) in
          try queue.entries(in: state.name, atMost: arguments[JobsFlags.limit] ?? 100)
        } ?? [], runs: try queue.runs(nil, atMost: JobsReport.mostRuns), changed: changed)
      if arguments[JobsFlags.json] {
        console.output(json: report.json + "\n")
      } else {
        console.output(report.text(columns: Terminal.columns(1)))
      }
      return changed == 0 ? .someFailed : .done
    } catch {
      throw EnvironmentError("the queue at \(queue.address) can't be used: \(error)")
    }
  }
}
