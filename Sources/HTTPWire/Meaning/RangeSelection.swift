/// Which part of a representation to send.
package enum RangeSelection: Sendable, Equatable {
  case whole
  /// Answer 206 with these bytes; both ends are included.
  case part(first: Int64, last: Int64)
  /// Answer 416.
  case unsatisfiable
}
