/// What a connection is given time for.
enum DeadlineKind: UInt8, CaseIterable {
  case head, body, idle, write, linger, none

  /// A value for each of them: as many as there are cases, which a test counts.
  typealias Table<Value> = InlineArray<6, Value>
}
