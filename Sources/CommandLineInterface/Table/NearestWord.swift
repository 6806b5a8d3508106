/// The known word that a mistyped one most likely meant, or nil when none is near.
package func nearest(to word: String, among known: [String]) -> String? {
  let distances = known.map { (word: $0, distance: editDistance(word, $0)) }
  guard let best = distances.min(by: { $0.distance < $1.distance }) else { return nil }
  // A third of the letters may differ; short words allow one slip.
  return best.distance <= max(1, min(word.count, best.word.count) / 3) ? best.word : nil
}

/// Letters to insert, remove or replace to turn one word into the other.
private func editDistance(_ left: String, _ right: String) -> Int {
  let left = Array(left.utf8.prefix(64))
  let right = Array(right.utf8.prefix(64))
  var row = Array(0...right.count)
  for (i, a) in left.enumerated() {
    var diagonal = row[0]
    row[0] = i + 1
    for (j, b) in right.enumerated() {
      let above = row[j + 1]
      row[j + 1] = a == b ? diagonal : 1 + min(diagonal, above, row[j])
      diagonal = above
    }
  }
  return row[right.count]
}
