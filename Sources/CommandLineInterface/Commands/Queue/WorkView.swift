import ByteText
import CutJobs
import DecoderChildren
import Posix
import Sources

/// What a person or a program sees of a worker.
struct WorkView {
  /// Its names are a promise.
  private enum Event: String {
    case cut, current, failed
  }

  let console: Console
  let isJSON: Bool
  private(set) var failed = 0
  private var cut = 0
  private var present = 0

  init(console: Console, isJSON: Bool) {
    self.console = console
    self.isJSON = isJSON
  }

  mutating func tell(_ finished: QueueWorker.Finished) {
    let event: Event =
      finished.failure != nil ? .failed : finished.wasCut ? .cut : .current
    switch event {
    case .failed: failed += 1
    case .cut: cut += 1
    case .current: present += 1
    }
    let name = "\(finished.source)" + (finished.page.map { ";\($0)" } ?? "")
    guard isJSON else {
      let shown = TerminalText.harmless(name, inOneLine: true)
      if let failure = finished.failure {
        console.error("\(shown): \(failure.words)\n")
      } else {
        console.output("\(event.rawValue) \(shown)\n")
      }
      return
    }
    var json = JSONWriter()
    json.object { json in
      json.key("event")
      json.string(event.rawValue)
      json.key("image")
      json.string(name)
      json.key("version")
      json.string(finished.version.text)
      json.key("seconds")
      json.number((finished.seconds * 1000).rounded() / 1000)
      if let failure = finished.failure {
        json.key("reason")
        json.string(failure.words)
      }
    }
    console.output(json: json.text + "\n")
  }

  func close() {
    guard !isJSON else { return }
    console.error("\(cut) cut, \(present) there already, \(failed) failed\n")
  }
}
