/// What `djvused` has written, question by question: behind each answer, which ends with its line, it
/// was made to write a mark twice.
package enum DjVuAnswer {
  /// Takes an answer apart.
  ///
  /// - Parameters:
  ///   - bytes: all of it, or what came before the program ended.
  ///   - mark: a number.
  /// - Returns: what was said to each question; fewer where it has ended before.
  package static func parts(of bytes: [UInt8], mark: Int) -> [ArraySlice<UInt8>] {
    let mark = Array("\(mark)".utf8)
    var parts: [ArraySlice<UInt8>] = []
    var start = bytes.startIndex
    var place = start
    var marks = 0
    while let end = bytes[place...].firstIndex(of: 0x0A) {
      // A title that ends with the same number is none.
      marks = bytes[place..<end].elementsEqual(mark) ? marks + 1 : 0
      place = end + 1
      guard marks == 2 else { continue }
      parts.append(bytes[start..<place - 2 * (mark.count + 1)])
      start = place
      marks = 0
    }
    return parts
  }
}
