import HeadlessBrowser
import Testing
import Viewer
import ViewportWasm

enum Scripts {
  static let golden: [GoldenVector] =
    GoldenVector.geometry + GoldenVector.gestures + GoldenVector.tiles + GoldenVector.books
  static let all: [Script] = golden.map(\.script) + RandomScripts.all
}

/// The module natively: its state is the process's own, so one test at a time.
@Suite(.serialized) struct ViewportWasmTests {
  @Test(arguments: Scripts.golden)
  func `golden vectors hold natively`(vector: GoldenVector) throws {
    #expect(vector.complaints(about: try NativeModule.run(vector.script)) == [])
  }

  @Test func `script names are unique`() {
    #expect(Set(Scripts.all.map(\.name)).count == Scripts.all.count)
  }

  @Test func `viewport.wasm is below 64 KiB`() throws {
    #expect(try #require(CompiledModule.bytes).count < 65_536)
  }

  @Test func `page and module are told the same layout`() throws {
    let script = try #require(Viewer.assets["layout.js"]).identity
    #expect(String(decoding: script, as: UTF8.self) == Layout.script)
    #expect(Layout.script.contains("interfaceVersion = \(interfaceVersion());"))
    #expect(Layout.script.contains("field = { zoomScale: 0, minimumZoomScale: 1,"))
    #expect(interfaceVersion() > 0)
  }

  @Test func `the state has as many numbers as fields`() throws {
    _ = try NativeModule.answer(Call("open", [0, 100, 100, 100, 100, 1, 1, 3, 0]))
    #expect(try NativeModule.answer(Call("state", [0])).bits.count == StateField.allCases.count)
    _ = try NativeModule.answer(Call("close", [0]))
  }

  @Test(arguments: [-1, 8, 0.5, .nan, .infinity, -.infinity, 1e300, 0x1p32])
  func `a slot that is none is refused`(slot: Double) throws {
    for name in ["state", "close", "touchesCancelled"] {
      #expect(try NativeModule.answer(Call(name, [slot])).result == -1)
    }
    let open = Call("open", [slot, 100, 100, 100, 100, 1, 1, 3, 0])
    #expect(try NativeModule.answer(open).result == -1)
  }

  @Test(arguments: [Double.nan, .infinity, -.infinity, 0, -1])
  func `sizes that are none are refused`(bad: Double) throws {
    let good: [Double] = [0, 100, 100, 100, 100, 1, 1, 3, 0]
    for place in 1...6 {
      var arguments = good
      arguments[place] = bad
      #expect(try NativeModule.answer(Call("open", arguments)).result == -2)
    }
    _ = try NativeModule.answer(Call("open", good))
    #expect(try NativeModule.answer(Call("resize", [0, bad, 100, 1])).result == -2)
    #expect(try NativeModule.answer(Call("resize", [0, 100, 100, bad])).result == -2)
    #expect(try NativeModule.answer(Call("setPage", [0, 0, bad, 100])).result == -2)
    #expect(try NativeModule.answer(Call("questionBegin", [bad, 100])).result == -2)
    _ = try NativeModule.answer(Call("close", [0]))
  }

  /// The same in a browser, which needs one.
  @Suite(
    .enabled(
      if: Chromium.isExpected,
      "no Chromium: install chromium-headless-shell or name one in PYRAMIDION_CHROMIUM"))
  struct Compiled {
    private static func answers(_ script: Script) throws -> [Answer] {
      try #require(try CompiledModule.run.get().answers[script.name])
    }

    @Test(arguments: Scripts.golden)
    func `golden vectors hold in the browser`(vector: GoldenVector) throws {
      #expect(vector.complaints(about: try Self.answers(vector.script)) == [])
    }

    @Test(arguments: Scripts.all.map(\.name))
    func `both compilations answer the same bits`(name: String) throws {
      let script = try #require(Scripts.all.first { $0.name == name })
      let native = try NativeModule.run(script)
      let compiled = try Self.answers(script)
      #expect(native.count == compiled.count)
      let first = zip(native, compiled).enumerated().first { $1.0 != $1.1 }
      if let (place, answers) = first.map({ ($0.offset, $0.element) }) {
        Issue.record(
          """
          call \(place), \(script.calls[place]): natively \(answers.0.result) \
          \(answers.0.values), compiled \(answers.1.result) \(answers.1.values)
          """)
      }
    }

    @Test func `the native table names every export`() throws {
      let compiled = try CompiledModule.run.get()
      #expect(compiled.exports == Set(NativeModule.functions.keys).union(["output"]))
    }

    @Test func `the module imports nothing`() throws {
      #expect(try CompiledModule.run.get().imports == [])
    }

    @Test func `memory does not grow over a million calls`() throws {
      let compiled = try CompiledModule.run.get()
      #expect(compiled.callsBetween >= 1_000_000)
      #expect(compiled.memoryAfter == compiled.memoryBefore)
    }
  }
}
