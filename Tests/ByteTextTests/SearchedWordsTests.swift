import ByteText
import Testing

@Suite struct SearchedWordsTests {
  @Test(
    arguments: [
      ("Sammlung MÜLLER", "müller", true), ("muller.jpg", "MÜLLER", true), ("Muller", "ü", true),
      ("Mu\u{308}ller.jpg", "Mü", true), ("Müller", "n", false), ("abc", "", true), ("é", "", true),
      ("Müller, Öl", "  ol   müller ", true), ("Müller, Öl", "müller tempera", false),
      ("a b", "ab", false),
    ])
  func `names are found by all words, however they are written`(
    name: String, text: String, isFound: Bool
  ) {
    #expect(SearchedWords(Array(text.utf8)).areIn(Array(name.utf8)) == isFound)
  }
}
