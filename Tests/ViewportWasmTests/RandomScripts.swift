import SeededNumbers
import ViewportWasm

/// What a script's next step is drawn with.
struct Dice {
  private var numbers: SplitMix

  init(seed: UInt64) { numbers = SplitMix(seed: seed) }

  mutating func bits() -> UInt64 { numbers.next() }

  mutating func number(_ range: ClosedRange<Double>) -> Double {
    let part = Double(bits() >> 11) * 0x1p-53
    return range.lowerBound + part * (range.upperBound - range.lowerBound)
  }

  mutating func whole(_ range: ClosedRange<Int>) -> Double {
    Double(range.lowerBound + Int(bits() % UInt64(range.count)))
  }

  mutating func chance(_ part: Double) -> Bool { number(0...1) < part }

  mutating func pick<Element>(_ elements: [Element]) -> Element {
    elements[Int(bits() % UInt64(elements.count))]
  }
}

/// Scripts without expectations of their own: both compilations must answer alike.
enum RandomScripts {
  static let all =
    (1...40).map { gestures(seed: $0) } + [elementary(), questions(), formulas(), junk()]

  /// Some viewers at once, and fingers, frames and commands on all of them.
  static func gestures(seed: UInt64) -> Script {
    var dice = Dice(seed: seed)
    var time = 0.0
    var calls: [Call] = []
    let slots = [0.0, 3, 7]
    for slot in slots {
      calls.append(
        Call(
          "open",
          [
            slot, dice.whole(1...20_000), dice.whole(1...20_000), dice.whole(50...1500),
            dice.whole(50...1000), dice.pick([1, 1.5, 2, 3]), dice.whole(1...9),
            dice.whole(1...11), dice.pick([0, 0, 20]),
          ]))
      for page in 0..<3 {
        calls.append(
          Call("setPage", [slot, Double(page), dice.whole(1...9000), dice.whole(1...9000)]))
      }
      for _ in 0..<3 { calls.append(option(slot, &dice)) }
    }
    for _ in 0..<40 {
      let slot = dice.pick(slots)
      calls += gesture(slot, &time, &dice)
      calls.append(command(slot, &dice))
      for _ in 0..<Int(dice.whole(0...6)) {
        calls.append(Call("tick", [slot, dice.pick([1.0 / 60, 1.0 / 120, 0.25, 1.7])]))
      }
      calls += looks(slot, &dice)
    }
    return Script("gestures \(seed)", calls)
  }

  private static func option(_ slot: Double, _ dice: inout Dice) -> Call {
    Call(
      "setOption", [slot, Double(dice.pick(WasmOption.allCases).rawValue), dice.whole(0...3)])
  }

  /// One or two fingers that go down, wander, and lift.
  private static func gesture(_ slot: Double, _ time: inout Double, _ dice: inout Dice) -> [Call] {
    var calls: [Call] = []
    var places = (0..<Int(dice.whole(1...2))).map { _ in
      (x: dice.number(0...800), y: dice.number(0...600))
    }
    let reach: Double = dice.pick([0, 3, 15, 60])
    for (finger, place) in places.enumerated() {
      time += dice.number(0...0.05)
      calls.append(Call("touchDown", [slot, Double(finger), place.x, place.y, time]))
    }
    for _ in 0..<Int(dice.whole(0...8)) {
      time += dice.pick([0.008, 0.016, 0.016, 0.4])
      let finger = Int(dice.whole(0...(places.count - 1)))
      places[finger].x += dice.number(-reach...reach)
      places[finger].y += dice.number(-reach...reach)
      calls.append(
        Call("touchMoved", [slot, Double(finger), places[finger].x, places[finger].y, time]))
    }
    if dice.chance(0.05) {
      calls.append(Call("touchesCancelled", [slot]))
      return calls
    }
    for (finger, place) in places.enumerated() {
      time += dice.number(0...0.06)
      calls.append(Call("touchUp", [slot, Double(finger), place.x, place.y, time]))
    }
    if dice.chance(0.5) {
      time += dice.number(0...0.6)
      calls.append(Call("advance", [slot, time]))
    }
    return calls
  }

  private static func command(_ slot: Double, _ dice: inout Dice) -> Call {
    let animated = dice.whole(0...1)
    let x = dice.number(-500...9000)
    let y = dice.number(-500...9000)
    let scale = dice.number(-6...3)
    switch Int(dice.whole(0...12)) {
    case 0:
      return Call("setZoomScale", [slot, 2.0.scaled(by: scale), .nan, .nan, animated])
    case 1: return Call("zoomBy", [slot, 2.0.scaled(by: scale), x / 10, y / 10, animated])
    case 2:
      return Call(
        "zoomTo", [slot, x, y, dice.number(0...3000), dice.number(0...3000), animated])
    case 3: return Call("setContentOffset", [slot, x, y, animated])
    case 4: return Call("scrollBy", [slot, x / 20, y / 20])
    case 5:
      return Call(
        "scrollRectToVisible",
        [slot, x, y, dice.number(0...600), dice.number(0...600), animated])
    case 6: return Call("scrollToTop", [slot, animated])
    case 7: return Call("goToPage", [slot, dice.whole(-1...9), animated])
    case 8:
      return Call(
        "resize", [slot, dice.number(30...1600), dice.number(30...1200), dice.pick([1, 2])])
    case 9:
      return Call(
        "setInset",
        [
          slot, dice.number(-40...90), dice.number(-40...90), dice.number(-40...90),
          dice.number(-40...90), dice.whole(0...1), dice.whole(0...1),
        ])
    case 10:
      return Call(
        "setLimits",
        [
          slot, dice.whole(0...5), dice.pick([.nan, .nan, 0.125, 0.3]), dice.pick([.nan, 2, 7.5]),
        ])
    case 11:
      return Call(
        "setPage", [slot, dice.whole(0...8), dice.whole(1...30_000), dice.whole(1...30_000)])
    default: return option(slot, &dice)
    }
  }

  private static func looks(_ slot: Double, _ dice: inout Dice) -> [Call] {
    [
      Call("state", [slot]),
      Call(
        "tiles",
        [slot, dice.whole(0...3), dice.whole(0...2), dice.whole(0...2), dice.pick([256, 512])]),
      Call("pageView", [slot, dice.whole(0...4)]),
      Call("indicators", [slot, dice.number(0...60), 0, dice.number(0...60), 3]),
      Call("loupe", [slot, dice.number(0...500), dice.number(0...500), 240, 200, 3]),
    ]
  }

  private static func elementary() -> Script {
    var dice = Dice(seed: 101)
    var values = [0, -0.0, 1, -1, .infinity, -.infinity, .nan, 709.77, 709.79, -745.1, -745.3]
    values += [.leastNonzeroMagnitude, .leastNormalMagnitude, .greatestFiniteMagnitude, 0.5, 2]
    for _ in 0..<4000 { values.append(dice.number(-750...712)) }
    for _ in 0..<4000 { values.append(Double(bitPattern: dice.bits())) }
    for _ in 0..<4000 { values.append(dice.number(0.5...2)) }
    return Script("exponentials and logarithms", values.map { Call("elementary", [$0]) })
  }

  private static func formulas() -> Script {
    var dice = Dice(seed: 102)
    var calls: [Call] = []
    for _ in 0..<800 {
      let a = dice.number(-3000...3000)
      let b = dice.number(0...2000)
      let c = dice.number(0...4)
      calls.append(Call("rubberBand", [a, b]))
      calls.append(Call("deceleration", [a, dice.whole(0...1), 0.5, c]))
      calls.append(Call("spring", [a, dice.number(-5000...5000), 0.25, c]))
      calls.append(Call("zoomRect", [b, dice.number(1...900), dice.number(-1...9), a, a / 3]))
      calls.append(Call("paging", [a, dice.number(-900...900), dice.whole(0...3), b]))
      calls.append(Call("loupeOffset", [a, b, b, 700, 240, c]))
      calls.append(Call("popover", [a, b, 200, 120, 1024, 768, c]))
      calls.append(Call("caption", [b, dice.number(0...300)]))
    }
    return Script("formulas", calls)
  }

  private static func set(_ parameter: QuestionParameter, _ values: Double...) -> Call {
    let padded = values + Array(repeating: 0, count: 4 - values.count)
    return Call("questionSet", [Double(parameter.rawValue)] + padded)
  }

  private static func questions() -> Script {
    var dice = Dice(seed: 103)
    var calls: [Call] = []
    for _ in 0..<500 {
      calls.append(Call("questionBegin", [dice.whole(1...60_000), dice.whole(1...60_000)]))
      calls.append(set(.bounds, dice.whole(1...1800), dice.whole(1...1400)))
      for _ in 0..<Int(dice.whole(0...5)) {
        let a = dice.number(-100...4000)
        calls.append(
          dice.pick([
            set(.zoom, 2.0.scaled(by: dice.number(-6...2))),
            set(.offset, a, dice.number(-100...9000)),
            set(.center, a, dice.number(-100...9000)),
            set(.inset, a / 50, 10, 0, 44),
            set(.devicePixelRatio, dice.pick([1, 2, 3])),
            set(.levelsOfDetail, dice.whole(1...12)),
            set(.levelsOfDetailBias, dice.whole(0...4)),
            set(.tileSize, dice.pick([128, 254, 256, 512, 17.5])),
            set(.minimumZoom, 0.01), set(.maximumZoom, 6),
            set(.prefetch, dice.whole(0...3)),
            set(.centering, 1), set(.biasRule, 1), set(.fitting, dice.whole(0...2)),
          ]))
      }
      calls.append(Call("questionAnswer", []))
    }
    return Script("questions", calls)
  }

  /// What no honest page sends, to every export: nothing may trap.
  private static func junk() -> Script {
    var dice = Dice(seed: 104)
    let numbers = [
      Double.nan, .infinity, -.infinity, 1e300, -1e300, 1e19, -1e19, 0x1p31, 0x1p63, 4e9, -1, 0.5,
      1.5, 0, -0.0, 1, 2, 7, 8, 255, 256, 1e-300, -1e-300, 1e-12, 1e12,
      .leastNonzeroMagnitude, .greatestFiniteMagnitude,
    ]
    let names = NativeModule.functions.keys.sorted()
    let page = Call("open", [0, 4000, 3000, 640, 480, 2, 4, 3, 0])
    var calls = [page]
    for round in 0..<12_000 {
      if round % 40 == 0 {
        calls.append(page)
        calls.append(Call("questionBegin", [4000, 3000]))
        calls.append(set(.bounds, 640, 480))
      }
      let name = dice.pick(names)
      var arguments = (0..<(NativeModule.functions[name]?.arity ?? 0)).map { _ in
        dice.pick(numbers)
      }
      // Half of them reach past the slot.
      if !arguments.isEmpty, dice.chance(0.5) { arguments[0] = 0 }
      calls.append(Call(name, arguments))
      if dice.chance(0.2) { calls.append(Call("state", [0])) }
    }
    return Script("junk", calls)
  }
}

extension Double {
  /// This number times two to some power, by way of a power that every machine computes alike.
  fileprivate func scaled(by power: Double) -> Double {
    let whole = power.rounded(.down)
    return self * (1 + (power - whole)) * Double(sign: .plus, exponent: Int(whole), significand: 1)
  }
}
