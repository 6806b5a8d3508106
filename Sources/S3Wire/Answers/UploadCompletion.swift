/// What an engine says once it was told of all parts (the answer of CompleteMultipartUpload).
package enum UploadCompletion {
  /// Reads whether it was done: the status alone does not tell.
  ///
  /// - Parameter answer: all of the body, whose head promised that it was.
  /// - Throws: that it was not.
  package static func check(_ answer: [UInt8]) throws(EngineFailure) {
    var reader = XMLReader(answer)
    do throws(XMLProblem) {
      if case .open("CompleteMultipartUploadResult") = try reader.next() {
        while try reader.next() != .end {}
        return
      }
    } catch {
      throw .contradiction("\(error)")
    }
    throw EngineFailure(late: EngineComplaint(answer))
  }
}
