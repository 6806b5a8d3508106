/// How many pictures a TIFF file has, smaller copies of them not counted.
package enum TIFFPageCount {
  package static func of(_ source: any ByteSource) throws(TIFFError) -> Int {
    try TIFFPage.all(TIFFReader(source)).count
  }
}
