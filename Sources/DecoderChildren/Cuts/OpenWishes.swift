/// The wishes that a child was told of and has not answered yet: few at a time, however many wait.
struct OpenWishes {
  private var open: Set<TileWish> = []
  /// Whether the child takes any.
  private(set) var areTaken = false
  /// How many it has answered.
  private(set) var answered = 0

  /// As many as a line holds of them without anybody waiting.
  private static let most = 16

  /// The child takes wishes from now on.
  ///
  /// - Returns: false where it has said so before.
  mutating func begin() -> Bool {
    defer { areTaken = true }
    return !areTaken
  }

  /// Which wishes the child is to be told of now.
  ///
  /// - Parameter wished: what people wait for, who came first first.
  /// - Returns: those that it was not told of, as many as it may be.
  mutating func news(of wished: @autoclosure () -> [TileWish]) -> [TileWish] {
    guard areTaken, open.count < Self.most else { return [] }
    var news: [TileWish] = []
    for wish in wished() where open.count < Self.most && open.insert(wish).inserted {
      news.append(wish)
    }
    return news
  }

  /// Takes an answer.
  ///
  /// - Returns: false for one to what was not asked.
  mutating func settle(_ wish: TileWish) -> Bool {
    guard open.remove(wish) != nil else { return false }
    answered += 1
    return true
  }
}
