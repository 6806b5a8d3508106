package import PyramidFile

/// What a cut reads and writes, open in the process that asks for it; a child is given copies.
package struct CutFiles: Sendable {
  package let source: LocalFile
  /// The number of an empty file that is open for reading and writing, and stays so meanwhile.
  package let output: Int32

  package init(source: LocalFile, output: Int32) {
    self.source = source
    self.output = output
  }
}
