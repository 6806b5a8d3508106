import HTTPWire

extension Response {
  /// Answers 204 in place of an error, for a page that asked with `missing=empty`.
  ///
  /// Browsers write each refused picture of a page into its console; a gallery only wants to know
  /// that there is none to show.
  mutating func silenceRefusal(of request: borrowing Request) {
    guard status.rawValue >= 400, request.method == .get || request.method == .head,
      request.takesEmpty
    else { return }
    reset()
    status = .noContent
    fields.add("Access-Control-Allow-Origin", "*")
    fields.add("Cache-Control", "no-store")
  }
}
