import Sources

/// Names one who waits for a cut, for them to leave again.
package struct CutTicket: Sendable, Hashable {
  let version: PyramidVersion
  let number: UInt64
}
