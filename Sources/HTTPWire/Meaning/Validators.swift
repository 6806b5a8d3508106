import ByteText

/// What identifies the state of what a request asks for.
package struct Validators: Sendable {
  package var tag: EntityTag?
  /// Seconds since 1970.
  package var lastModified: Int64?

  package init(tag: EntityTag? = nil, lastModified: Int64? = nil) {
    self.tag = tag
    self.lastModified = lastModified
  }
}
