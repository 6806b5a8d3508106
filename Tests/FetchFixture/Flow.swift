import ByteText
import FetchRules
import Fetching
import Foundation
import Posix
import S3Wire

/// Ranges from all over an object, one for each that has come.
final class Flow: Sendable {
  private struct State {
    var left: Int
    var good: Int64 = 0
    var underWay = 0
    var place: Int64 = 0
  }

  private let engine: Engine
  private let name: [UInt8]
  private let size: Int64
  private let length: Int64
  private let most: Int
  private let state: Monitor<State>

  init(_ engine: Engine, _ words: [String]) throws {
    let numbers = words[2...].compactMap { Int64($0) }
    guard numbers.count == 4, numbers.allSatisfy({ $0 > 0 }), numbers[0] > numbers[2] else {
      throw Fixture.Misused(description: "no size, count, length and number")
    }
    self.engine = engine
    name = Array(words[1].utf8)
    size = numbers[0]
    length = numbers[2]
    most = Int(numbers[3])
    state = Monitor(State(left: Int(numbers[1])))
  }

  func run(_ json: inout JSONWriter) throws {
    let begun = (Instant.now.nanoseconds, clock())
    for _ in 0..<most { goOn() }
    let good: Int64 = state.wait { $0.left == 0 && $0.underWay == 0 ? $0.good : nil }
    json.key("good")
    json.integer(good)
    json.key("milliseconds")
    json.integer((Instant.now.nanoseconds - begun.0) / 1_000_000)
    json.key("processorMilliseconds")
    json.integer(Int64(clock() - begun.1) * 1000 / Int64(CLOCKS_PER_SEC))
  }

  private func goOn() {
    let from: Int64? = state.change(waking: .nobody) { state in
      guard state.left > 0 else { return nil }
      state.left -= 1
      state.underWay += 1
      // A step that leads everywhere.
      state.place = (state.place + 7_368_787 + length) % (size - length)
      return state.place
    }
    guard let from else { return }
    let wish = FetchWish(
      name, Expectation(range: from..<from + length, limit: length), .tile)
    engine.fetch(wish, into: Nowhere()) { [self] end in
      let isGood = if case .whole = end { true } else { false }
      goOn()
      // Who waits for the end is woken at the end: nobody else works on this processor meanwhile.
      let isLast = state.change(waking: .nobody) { state in
        state.underWay -= 1
        if isGood { state.good += 1 }
        return state.underWay == 0
      }
      if isLast { state.change { _ in } }
    }
  }
}

/// Keeps nothing, as what it is measured beside.
private final class Nowhere: FetchSink {
  func begin(_ body: Expectation.Body) -> Bool { true }
  func take(_ bytes: RawSpan, at offset: Int64) -> Bool { true }
}
