import Foundation
import HeadlessBrowser
import Viewer

/// `viewport.wasm` as a browser runs it.
///
/// One launch answers everything that is asked of the module: the scripts, its exports and
/// imports, and whether its memory grew. Calls and answers travel as raw doubles in base64, so
/// that no bit is printed and read again.
struct CompiledModule: Sendable {
  let answers: [String: [Answer]]
  let exports: Set<String>
  let imports: [String]
  let memoryBefore: Int
  let memoryAfter: Int
  let callsBetween: Int

  struct Report: Decodable {
    let answers: String
    let exports: [String]
    let imports: [String]
    let memoryBefore: Int
    let memoryAfter: Int
    let callsBetween: Int
  }

  enum Failure: Error {
    case noBrowser
    case noModule
    case page(String)
  }

  /// As the viewer serves it.
  static let bytes = Viewer.assets["viewport.wasm"].map { Data($0.identity) }

  /// The one run that all tests look at.
  static let run = Result { try CompiledModule(scripts: Scripts.all) }

  init(scripts: [Script]) throws {
    guard let browser = Chromium.installed else { throw Failure.noBrowser }
    guard let module = Self.bytes else { throw Failure.noModule }
    let page = Self.page(module: module, scripts: scripts)
    let document = try browser.document(after: page)
    guard let start = document.range(of: "<pre>"),
      let end = document.range(of: "</pre>", range: start.upperBound..<document.endIndex)
    else { throw Failure.page(String(document.suffix(2000))) }
    let text = document[start.upperBound..<end.lowerBound]
    guard let report = try? JSONDecoder().decode(Report.self, from: Data(text.utf8)) else {
      throw Failure.page(String(text.prefix(2000)))
    }
    self.exports = Set(report.exports)
    self.imports = report.imports
    self.memoryBefore = report.memoryBefore
    self.memoryAfter = report.memoryAfter
    self.callsBetween = report.callsBetween
    var words = Self.words(report.answers)[...]
    var answers: [String: [Answer]] = [:]
    for script in scripts {
      answers[script.name] = try script.calls.map { _ in
        guard let result = words.popFirst(), let count = words.popFirst(), count <= words.count
        else { throw Failure.page("the answers end early, in \(script.name)") }
        defer { words.removeFirst(Int(count)) }
        return Answer(result: Double(bitPattern: result), bits: Array(words.prefix(Int(count))))
      }
    }
    self.answers = answers
  }

  private static func words(_ base64: String) -> [UInt64] {
    let bytes = [UInt8](Data(base64Encoded: base64) ?? Data())
    return stride(from: 0, to: bytes.count - 7, by: 8).map { start in
      (0..<8).reduce(0) { $0 | UInt64(bytes[start + $1]) << UInt64(8 * $1) }
    }
  }

  private static func base64(_ values: [Double]) -> String {
    var data = Data(capacity: 8 * values.count)
    for value in values {
      let bits = value.bitPattern
      for byte in 0..<8 { data.append(UInt8(truncatingIfNeeded: bits >> UInt64(8 * byte))) }
    }
    return data.base64EncodedString()
  }

  /// Calls as numbers: the name's place in the list, how many arguments, and those.
  private static func page(module: Data, scripts: [Script]) -> String {
    let names = Set(scripts.flatMap { $0.calls.map(\.name) }).sorted()
    let places = Dictionary(uniqueKeysWithValues: names.enumerated().map { ($1, Double($0)) })
    var numbers: [Double] = []
    for call in scripts.flatMap(\.calls) {
      numbers.append(places[call.name] ?? -1)
      numbers.append(Double(call.arguments.count))
      numbers += call.arguments
    }
    let list = names.map { "\"\($0)\"" }.joined(separator: ",")
    return """
      <!DOCTYPE html><meta charset="utf-8"><title>viewport.wasm</title><body><pre></pre><script>
      const moduleText = "\(module.base64EncodedString())";
      const callText = "\(base64(numbers))";
      const names = [\(list)];
      \(program)
      </script></body>
      """
  }

  private static let program = """
    const bytes = (text) => Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
    const base64 = (array) => {
      let text = "";
      for (let at = 0; at < array.length; at += 8192) {
        text += String.fromCharCode.apply(null, array.subarray(at, at + 8192));
      }
      return btoa(text);
    };
    const print = (text) => { document.querySelector("pre").textContent = text; };
    const runCalls = (exports, numbers) => {
      const output = exports.output() >>> 0;
      let words = new Float64Array(1 << 20);
      let used = 0;
      const room = (count) => {
        if (used + count <= words.length) return;
        const larger = new Float64Array(2 * words.length + count);
        // Copied as bits: a NaN's would not be safe as a number.
        new BigUint64Array(larger.buffer).set(new BigUint64Array(words.buffer, 0, used));
        words = larger;
      };
      const silent = new Set(["interfaceVersion", "slotCount"]);
      for (let at = 0; at < numbers.length;) {
        const name = names[numbers[at]];
        const count = numbers[at + 1];
        const result = exports[name](...numbers.subarray(at + 2, at + 2 + count));
        at += 2 + count;
        const written = silent.has(name) ? 0 : Math.max(0, result);
        room(written + 2);
        words[used] = result;
        const bits = new BigUint64Array(words.buffer);
        bits[used + 1] = BigInt(written);
        bits.set(new BigUint64Array(exports.memory.buffer, output, written), used + 2);
        used += written + 2;
      }
      return base64(new Uint8Array(words.buffer, 0, 8 * used));
    };
    // A viewer at work: a finger draws circles over a large image, frames pass, tiles are listed.
    const work = (exports, rounds) => {
      let calls = 1;
      let time = 0;
      exports.open(0, 60000, 40000, 1024, 768, 2, 1, 3, 0);
      for (let round = 0; round < rounds; round += 1) {
        const x = 400 + 90 * Math.cos(round / 7), y = 300 + 90 * Math.sin(round / 5);
        if (round % 10 === 0) {
          exports.touchDown(0, 1, x, y, time);
          calls += 1;
        }
        exports.touchMoved(0, 1, x, y, time += 0.008);
        exports.tick(0, 0.008);
        exports.tiles(0, 0, round % 3, 1, 256);
        calls += 3;
        if (round % 10 === 9) {
          exports.touchUp(0, 1, x, y, time += 0.008);
          exports.setZoomScale(0, 0.02 + (round % 97) / 97, NaN, NaN, round % 2);
          calls += 2;
        }
      }
      return calls;
    };
    try {
      const module = new WebAssembly.Module(bytes(moduleText));
      const exports = new WebAssembly.Instance(module, {}).exports;
      const memoryBefore = exports.memory.buffer.byteLength;
      const answers = runCalls(exports, new Float64Array(bytes(callText).buffer));
      const callsBetween = work(exports, 310000);
      print(JSON.stringify({
        answers,
        exports: WebAssembly.Module.exports(module)
          .filter((entry) => entry.kind === "function").map((entry) => entry.name),
        imports: WebAssembly.Module.imports(module)
          .map((entry) => entry.module + "." + entry.name),
        memoryBefore, memoryAfter: exports.memory.buffer.byteLength, callsBetween,
      }));
    } catch (error) {
      print(String(error.stack || error));
    }
    """
}
