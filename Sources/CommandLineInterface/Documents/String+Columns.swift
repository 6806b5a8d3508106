extension String {
  /// The text at the left of a column; a blank follows a text that is too long for it.
  func padded(to width: Int) -> String {
    self + String(repeating: " ", count: max(1, width - count))
  }

  /// The text at the right of a column.
  func led(to width: Int) -> String {
    String(repeating: " ", count: max(0, width - count)) + self
  }
}
