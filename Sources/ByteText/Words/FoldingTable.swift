/// What letters with marks, and capital ones, are folded to (Unicode 15, UnicodeData and CaseFolding):
/// in rows of sixty-four; a dot stands for a character that is folded to itself.
enum FoldingTable {
  /// Folds the characters of some blocks.
  ///
  /// - Parameter code: a character's number.
  /// - Returns: nil for one that stays as it is.
  static func folded(_ code: UInt32) -> UInt32? {
    for block in blocks where block.codes.contains(code) {
      let letter = block.letters[Int(code - block.codes.lowerBound)]
      return letter == UInt8(ascii: ".") ? nil : UInt32(letter)
    }
    return nil
  }

  private struct Block {
    let codes: ClosedRange<UInt32>
    let letters: [UInt16]

    init(_ first: UInt32, _ rows: String) {
      letters = rows.unicodeScalars.lazy.filter { $0 != "\n" }.map { UInt16($0.value) }
      codes = first...(first + UInt32(letters.count) - 1)
    }
  }

  private static let blocks = [
    // Latin.
    Block(
      0x00C0,
      """
      aaaaaaæceeeeiiiiðnooooo.øuuuuyþ.aaaaaa.ceeeeiiii.nooooo..uuuuy.y
      aaaaaaccccccccddđ.eeeeeeeeeegggggggghhħ.iiiiiiiiiiĳ.jjkk.llllllŀ
      .ł.nnnnnn.ŋ.ooooooœ.rrrrrrssssssssttttŧ.uuuuuuuuuuuuwwyyyzzzzzzs
      .ɓƃ.ƅ.ɔƈ.ɖɗƌ..ǝəɛƒ.ɠɣ.ɩɨƙ...ɯɲ.ɵooƣ.ƥ.ʀƨ.ʃ..ƭ.ʈuuʊʋƴ.ƶ.ʒƹ...ƽ...
      ....ǆǆ.ǉǉ.ǌǌ.aaiioouuuuuuuuuu.aaaaææǥ.ggkkooooʒʒjǳǳ.ggƕƿnnaaææøø
      aaaaeeeeiiiioooorrrruuuussttȝ.hhƞ.ȣ.ȥ.aaeeooooooooyy......ⱥȼ.ƚⱦ.
      .ɂ.ƀʉʌɇ.ɉ.ɋ.ɍ.ɏ.
      """),
    // Greek.
    Block(
      0x0370,
      """
      ͱ.ͳ.ʹ.ͷ.......;ϳ.....¨α·εηι.ο.υωιαβγδεζηθικλμνξοπρ.στυφχψωιυαεηι
      υ.................σ.......ιυουωϗβθ.ϒϒφπ.ϙ.ϛ.ϝ.ϟ.ϡ.ϣ.ϥ.ϧ.ϩ.ϫ.ϭ.ϯ.
      κρ..θε.ϸ.ϲϻ..ͻͼͽ
      """),
    // Cyrillic.
    Block(
      0x0400,
      """
      ееђгєѕііјљњћкиуџабвгдежзииклмнопрстуфхцчшщъыьэюя.........и......
      ................ее.г...і....киу.ѡ.ѣ.ѥ.ѧ.ѩ.ѫ.ѭ.ѯ.ѱ.ѳ.ѵ.ѵѵѹ.ѻ.ѽ.ѿ.
      ҁ.........ҋ.ҍ.ҏ.ґ.ғ.ҕ.җ.ҙ.қ.ҝ.ҟ.ҡ.ң.ҥ.ҧ.ҩ.ҫ.ҭ.ү.ұ.ҳ.ҵ.ҷ.ҹ.һ.ҽ.ҿ.
      ӏжжӄ.ӆ.ӈ.ӊ.ӌ.ӎ..ааааӕ.ееә.әәжжззӡ.ииииооө.өөээууууууччӷ.ыыӻ.ӽ.ӿ.
      ԁ.ԃ.ԅ.ԇ.ԉ.ԋ.ԍ.ԏ.ԑ.ԓ.ԕ.ԗ.ԙ.ԛ.ԝ.ԟ.ԡ.ԣ.ԥ.ԧ.ԩ.ԫ.ԭ.ԯ.
      """),
    // More of Latin and Greek.
    Block(
      0x1E00,
      """
      aabbbbbbccddddddddddeeeeeeeeeeffgghhhhhhhhhhiiiikkkkkkllllllllmm
      mmmmnnnnnnnnoooooooopppprrrrrrrrssssssssssttttttttuuuuuuuuuuvvvv
      wwwwwwwwwwxxxxyyzzzzzzhtwy.s..ß.aaaaaaaaaaaaaaaaaaaaaaaaeeeeeeee
      eeeeeeeeiiiioooooooooooooooooooooooouuuuuuuuuuuuuuyyyyyyyyỻ.ỽ.ỿ.
      ααααααααααααααααεεεεεε..εεεεεε..ηηηηηηηηηηηηηηηηιιιιιιιιιιιιιιιι
      οοοοοο..οοοοοο..υυυυυυυυ.υ.υ.υ.υωωωωωωωωωωωωωωωωααεεηηιιοουυωω..
      ααααααααααααααααηηηηηηηηηηηηηηηηωωωωωωωωωωωωωωωωααααα.ααααααα.ι.
      .¨ηηη.ηηεεηηη᾿᾿᾿ιιιι..ιιιιιι.῾῾῾υυυυρρυυυυυυρ¨¨`..ωωω.ωωοοωωω´..
      """),
  ]
}
