/// Where bytes of a scan lie in its file: every so often one, from which on the others are found by
/// reading.
struct ScanPlaces: Sendable {
  struct Place: Equatable {
    /// Bytes of the scan before it, without its stuffing.
    let plain: Int
    /// The same as they lie in the file.
    let stored: Int
  }

  private var places: [Place] = []

  /// Bytes from one to the next at least.
  private static let step = 1 << 15

  /// Takes a place, which lies behind those before.
  mutating func note(plain: Int, stored: Int) {
    if let last = places.last, plain < last.plain + Self.step { return }
    places.append(Place(plain: plain, stored: stored))
  }

  /// The last place that is not behind a byte.
  ///
  /// - Parameter plain: the byte's, without stuffing.
  /// - Returns: nil where there is none.
  func last(upTo plain: Int) -> Place? {
    var (low, high) = (0, places.count)
    while low < high {
      let middle = (low + high) / 2
      if places[middle].plain <= plain { low = middle + 1 } else { high = middle }
    }
    return low > 0 ? places[low - 1] : nil
  }
}
