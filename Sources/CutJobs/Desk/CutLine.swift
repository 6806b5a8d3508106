import Posix
import Sources

/// Pyramids that wait for their turn: the urgent ones first, and of those the first who came.
struct CutLine {
  /// What a lane takes.
  enum Lane: Sendable {
    case all
    /// Small sources alone, so that none of them waits for a large one.
    case small
  }

  private struct Place {
    let version: PyramidVersion
    let isSmall: Bool
    var urgency: CutUrgency
    /// Nobody takes it before.
    var due: Instant?

    /// A page takes as long as it does, however large its document is.
    init(of order: CutOrder, _ urgency: CutUrgency, due: Instant? = nil) {
      version = order.version
      isSmall = order.page != nil || order.sourceBytes <= CutLine.smallSource
      self.urgency = urgency
      self.due = due
    }

    init(ofLarge version: PyramidVersion, _ urgency: CutUrgency) {
      self.version = version
      self.urgency = urgency
      isSmall = false
    }
  }

  /// Sources up to so many bytes are small, until their headers say that their pictures are not.
  private static let smallSource: Int64 = 8 << 20
  /// What is cut in a few seconds, in whichever format.
  private static let smallPicture = 1 << 26

  static func isSmall(pixels: Int) -> Bool { pixels <= smallPicture }

  /// In the order in which they are taken.
  private var places: [Place] = []

  var count: Int { places.count }

  /// Puts an order in line.
  mutating func append(_ order: CutOrder, _ urgency: CutUrgency) {
    insert(Place(of: order, urgency))
  }

  /// Puts back, in front of all others, what has turned out not to be small in its turn.
  mutating func putBack(_ version: PyramidVersion) {
    let urgency = places.first?.urgency ?? .background
    places.insert(Place(ofLarge: version, urgency), at: 0)
  }

  /// Puts back, behind all others, what is to be looked at again.
  mutating func postpone(_ order: CutOrder, until due: Instant) {
    places.append(Place(of: order, .background, due: due))
  }

  /// There is news of what is to be looked at again: at once, then.
  mutating func comeBack(_ version: PyramidVersion) {
    guard let index = position(of: version) else { return }
    places[index].due = nil
  }

  /// When something may be taken for a lane that may not be now.
  func nextReturn(for lane: Lane) -> Instant? {
    places.lazy.filter { lane == .all || $0.isSmall }.compactMap(\.due).min()
  }

  /// Takes out what nobody wants any more; what another host is at stays.
  ///
  /// - Returns: whether it was in line.
  mutating func withdraw(_ version: PyramidVersion) -> Bool {
    guard let index = position(of: version), places[index].due == nil else { return false }
    places.remove(at: index)
    return true
  }

  /// Somebody else wants it too: it may overtake others, and never falls back.
  mutating func hasten(_ version: PyramidVersion, to urgency: CutUrgency) {
    guard let index = places.firstIndex(where: { $0.version == version }),
      places[index].urgency < urgency
    else { return }
    var place = places.remove(at: index)
    place.urgency = urgency
    insert(place)
  }

  /// Takes the next one for a lane out of the line.
  mutating func next(for lane: Lane, now: Instant = .now) -> PyramidVersion? {
    let index = places.firstIndex { (lane == .all || $0.isSmall) && $0.due ?? now <= now }
    return index.map { places.remove(at: $0).version }
  }

  /// How many are before it; nil where it does not wait.
  func position(of version: PyramidVersion) -> Int? {
    places.firstIndex { $0.version == version }
  }

  private mutating func insert(_ place: Place) {
    places.insert(place, at: places.firstIndex { $0.urgency < place.urgency } ?? places.count)
  }
}
