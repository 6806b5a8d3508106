package import PyramidFile

/// What a cut reads and writes, open in the process that asks for it; a child is given copies.
package struct CutFiles: Sendable {
  package let source: LocalFile
  /// The number of an empty file that is open for reading and writing, and stays so meanwhile.
  package let output: Int32
  /// The number of a file that is as long as a preview may become; nil where nobody would look at one.
  package let preview: Int32?

  package init(source: LocalFile, output: Int32, preview: Int32? = nil) {
    self.source = source
    self.output = output
    self.preview = preview
  }
}
