import Posix
import Synchronization

/// What a person sees of a picture being drawn: a line that is drawn anew, or one now and then.
final class DemoProgress: Sendable {
  private struct Told {
    var percent = -1
    var last = Instant.now
  }

  private let console: Console
  private let style: PrerenderView.Style
  private let told = Mutex(Told())

  init(_ console: Console, _ style: PrerenderView.Style) {
    self.console = console
    self.style = style
  }

  /// - Parameter share: how much of the picture is written, from 0 to 1.
  func tell(_ share: Double) {
    told.withLock { told in
      let percent = Int(share * 100)
      guard percent > told.percent else { return }
      if style.isLive {
        console.draw("\r\(ProgressBar.text(share))  drawing")
      } else if let interval = style.interval, (Instant.now - told.last).seconds >= interval {
        told.last = .now
        console.error("\(percent) % drawn\n")
      } else {
        return
      }
      told.percent = percent
    }
  }

  /// Takes the line back.
  func end() {
    if style.isLive { console.draw("\r\u{1B}[K") }
  }
}
