import Testing

@testable import CodecErrors

@Suite struct DecoderWordsTests {
  struct Said: CustomTestStringConvertible {
    let words: String
    let told: String
    var isLoading = false
    var testDescription: String { words.debugDescription }
  }

  static let said: [Said] = [
    Said(words: "", told: "no reason given"),
    Said(words: "", told: "the header can't be read", isLoading: true),
    Said(words: "vipspng: chunk is odd\nvipspng: chunk is odd\n", told: "chunk is odd"),
    Said(words: "jpegload: source input: it is odd. ;", told: "it is odd"),
    Said(words: "VipsJpeg: Premature end of input file", told: "the file ends too early"),
    Said(words: "webp: unable to parse image", told: "it is damaged or ends too early"),
    Said(words: "glib: Error domain 5 code 12 on line 3", told: "on line 3"),
    Said(words: "heif: bad item (2.110)", told: "bad item"),
    Said(words: "source: unix error: Seek error", told: "unix error: Seek error"),
    Said(words: "/folder/a.png: is odd", told: "it: is odd"),
    Said(words: "a\u{1B}[31m bell\u{7}", told: "a[31m bell"),
  ]

  @Test(arguments: said)
  func `what decoders say is made into something to tell`(_ said: Said) {
    #expect(
      DecoderWords.cleaned(said.words, file: "/folder/a.png", isLoading: said.isLoading)
        == said.told)
  }

  @Test func `nobody is told more than a few hundred letters`() {
    let words = (0..<100).map { "line \($0) of many" }.joined(separator: "\n")
    #expect(
      DecoderWords.cleaned(words, file: "", isLoading: false).split(separator: ";").count == 4)
    let long = String(repeating: "x", count: 5000)
    #expect(DecoderWords.cleaned(long, file: "", isLoading: false).count == 300)
  }
}
