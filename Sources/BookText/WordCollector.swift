/// Makes words of a page's characters, as they come one by one.
///
/// Words end at white space; each character of a script that is written without blanks is a word.
package struct WordCollector {
  package private(set) var page = PageText()
  private var text: [UInt8] = []
  private var box: TextBox?
  private var startsLine = true
  private var softHyphen: (place: TextBox?, isPending: Bool) = (nil, false)
  /// Whether a blank or the line's beginning comes before what is being collected.
  private var isParted = true

  private let marksHyphens: Bool

  /// - Parameter marksHyphens: whether a hyphen at the end of a line comes as U+0002 or U+FFFE, as
  ///   PDFium has it; in all other texts these are no characters.
  package init(marksHyphens: Bool = false) { self.marksHyphens = marksHyphens }

  /// Takes a character.
  ///
  /// - Parameters:
  ///   - character: the next in the order of reading.
  ///   - place: where it lies; nil for one that lies nowhere.
  package mutating func append(_ character: Unicode.Scalar, at place: TextBox?) {
    switch character.value {
    case 0x0A, 0x0B, 0x0C, 0x0D, 0x85, 0x2028, 0x2029: return endLine()
    // A hyphen that is seen at the end of a line alone.
    case 0xAD:
      softHyphen = (place, true)
      return
    // That of a word which goes on in the next line; the line's end is not marked.
    case 0x02 where marksHyphens, 0xFFFE where marksHyphens:
      put("-", place)
      return endLine()
    case 0x200B...0x200F, 0xFEFF, 0xFFFE, 0xFFFF: return
    default: break
    }
    if character.properties.isWhitespace { return endWord() }
    guard character.properties.generalCategory != .control else { return }
    let stands = character.standsAlone
    if stands { endWord(isParted: false) }
    put(character, place)
    if stands { endWord(isParted: false) }
  }

  /// The page, once all of it was taken.
  package consuming func finished() -> PageText {
    endWord()
    return page
  }

  private mutating func put(_ character: Unicode.Scalar, _ place: TextBox?) {
    softHyphen.isPending = false
    text.append(contentsOf: UTF8.encode(character) ?? UTF8.encodedReplacementCharacter)
    guard let place, place.isSomewhere else { return }
    box = box?.union(place) ?? place
  }

  private mutating func endWord(isParted: Bool = true, atLineEnd: Bool = false) {
    softHyphen.isPending = false
    if !text.isEmpty {
      // A dash by itself parts no word.
      let goesOn = atLineEnd && text.count > 1 && text.last == UInt8(ascii: "-")
      page.append(
        text, in: box ?? .nowhere, startsLine: startsLine, isJoined: !self.isParted,
        isParted: goesOn)
      text.removeAll(keepingCapacity: true)
      box = nil
      startsLine = false
      self.isParted = isParted
    } else {
      self.isParted = self.isParted || isParted
    }
  }

  private mutating func endLine() {
    if softHyphen.isPending, !text.isEmpty { put("-", softHyphen.place) }
    endWord(atLineEnd: true)
    startsLine = true
    isParted = true
  }
}

extension Unicode.Scalar {
  /// Whether its script is written without blanks, so that it is a word to who searches: Thai, Lao,
  /// Khmer, Kana, Han and Hangul.
  fileprivate var standsAlone: Bool {
    switch value {
    case 0x0E00...0x0EFF, 0x1780...0x17FF, 0x1100...0x11FF, 0x2E80...0x2FDF, 0x3005...0x3007,
      0x3021...0x30FF, 0x3130...0x318F, 0x31F0...0x31FF, 0x3400...0x4DBF, 0x4E00...0x9FFF,
      0xAC00...0xD7FF, 0xF900...0xFAFF, 0xFF66...0xFFDC, 0x20000...0x3FFFF:
      true
    default: false
    }
  }
}
