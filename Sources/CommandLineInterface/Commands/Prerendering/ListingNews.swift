import CutQueue

/// What there is to say of a listing that one host does for all.
enum ListingNews {
  /// Done here, behind an image where another one has begun it.
  case mine(run: Int64, after: String?)
  case held(run: Int64, by: String)
  /// Another one goes on with it.
  case lost(run: Int64)
  /// By another one.
  case listed(ListingRun)

  /// Its name among the events of `--json`.
  var word: String {
    switch self {
    case .mine: "lists"
    case .held: "follows"
    case .lost: "lost"
    case .listed: "listed"
    }
  }

  var run: Int64 {
    switch self {
    case .mine(let run, _), .held(let run, _), .lost(let run): run
    case .listed(let run): run.id
    }
  }

  var host: String? {
    switch self {
    case .mine, .lost: nil
    case .held(_, let host): host
    case .listed(let run): run.holder
    }
  }

  var after: String? { if case .mine(_, let after) = self { after } else { nil } }

  var failed: Int { if case .listed(let run) = self { run.progress.failed } else { 0 } }

  var words: String {
    switch self {
    case .mine(let run, let after):
      "lists for all, as run \(run)" + (after.map { ", and goes on after \($0)" } ?? "")
    case .held(let run, let host): "\(host) lists the same, as run \(run): waiting for its end"
    case .lost(let run): "another host goes on with run \(run)"
    case .listed(let run):
      "\(run.holder) has listed it, as run \(run.id): \(run.progress.found) images, \(run.queued) put"
        + " in line, \(run.progress.failed) failed"
    }
  }
}
