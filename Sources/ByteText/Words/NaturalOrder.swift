/// The order in which people put names: numbers by their value, letters whatever their case.
package enum NaturalOrder {
  /// Whether one name comes before another; equal names are told apart by their bytes.
  package static func precedes(_ left: [UInt8], _ right: [UInt8]) -> Bool {
    var i = 0
    var j = 0
    while i < left.count, j < right.count {
      if ASCII.isDigit(left[i]), ASCII.isDigit(right[j]) {
        let (first, firstEnd) = number(left, from: i)
        let (second, secondEnd) = number(right, from: j)
        // Without leading zeros, the longer number is the larger.
        if first.count != second.count { return first.count < second.count }
        if !first.elementsEqual(second) { return first.lexicographicallyPrecedes(second) }
        i = firstEnd
        j = secondEnd
        continue
      }
      let (one, other) = (ASCII.lowercased(left[i]), ASCII.lowercased(right[j]))
      if one != other { return one < other }
      i += 1
      j += 1
    }
    if (i < left.count) != (j < right.count) { return j < right.count }
    return left.lexicographicallyPrecedes(right)
  }

  private static func number(
    _ text: [UInt8], from start: Int
  ) -> (digits: ArraySlice<UInt8>, end: Int) {
    var first = start
    while first < text.count, text[first] == ASCII.zero { first += 1 }
    var end = first
    while end < text.count, ASCII.isDigit(text[end]) { end += 1 }
    return (text[first..<end], end)
  }
}
