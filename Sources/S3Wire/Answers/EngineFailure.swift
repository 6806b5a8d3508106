import ByteText

/// Why bytes that were asked for did not come, by what is to be done about it.
package enum EngineFailure: Error, Equatable, Sendable {
  /// There is nothing of that name.
  case absent
  /// This object, or this folder, is not ours to read.
  case denied(EngineComplaint)
  /// Nothing is ours to read: keys are wrong or over, a clock is off, the bucket is gone.
  case refused(EngineComplaint)
  /// Another state is there than the one that is known.
  case changed
  /// Too much at a time.
  case busy(retryAfter: Int64?)
  /// The engine has trouble of its own.
  case troubled(status: Int, EngineComplaint, retryAfter: Int64?)
  /// The engine serves no parts of objects.
  case noRanges
  /// Somebody else is to be asked.
  case moved(status: Int)
  /// The answer contradicts the question or itself.
  case contradiction(String)
  /// No answer, or not all of it.
  case silence(String)
  /// Nobody is asked that may not be.
  case forbidden(String)
  /// Nobody is asked without the keys that it takes.
  case keyless(String)
}

extension EngineFailure {
  /// Whether the engine is there and answers: what it said is about the request.
  package var isAnswer: Bool {
    switch self {
    case .absent, .denied, .changed, .noRanges, .moved, .forbidden, .keyless: true
    case .refused, .busy, .troubled, .contradiction, .silence: false
    }
  }

  /// Whether the same question may bring an answer a moment later.
  package var mayPass: Bool {
    switch self {
    case .busy, .troubled, .contradiction, .silence: true
    case .absent, .denied, .refused, .changed, .noRanges, .moved, .forbidden, .keyless: false
    }
  }

  /// When the engine wants to be asked again, in seconds.
  package var retryAfter: Int64? {
    switch self {
    case .busy(let seconds), .troubled(_, _, let seconds): seconds
    case .absent, .denied, .refused, .changed, .noRanges, .moved, .contradiction, .silence,
      .forbidden, .keyless:
      nil
    }
  }

  /// What an answer says that is not the one asked for.
  ///
  /// - Parameters:
  ///   - head: with a status that is neither 200 nor 206.
  ///   - complaint: what its body says.
  package init(_ head: AnswerHead, _ complaint: EngineComplaint) {
    switch (head.status, complaint.code) {
    case (_, "SlowDown"), (429, _): self = .busy(retryAfter: head.retryAfter)
    case (_, "NoSuchBucket"), (_, "InvalidAccessKeyId"), (_, "SignatureDoesNotMatch"),
      (_, "ExpiredToken"), (_, "InvalidToken"), (_, "TokenRefreshRequired"),
      (_, "RequestTimeTooSkewed"), (_, "AuthorizationHeaderMalformed"), (401, _):
      self = .refused(complaint)
    case (404, _), (410, _): self = .absent
    case (403, _): self = .denied(complaint)
    // Two who put the same at the same time: one of them was first.
    case (412, _), (416, _), (409, "ConditionalRequestConflict"): self = .changed
    case (301...303, _), (307...308, _): self = .moved(status: head.status)
    case (400..<500, _): self = .denied(complaint)
    case (500..., _):
      self = .troubled(status: head.status, complaint, retryAfter: head.retryAfter)
    case _: self = .contradiction("it answered \(head.status)")
    }
  }
}

extension EngineFailure {
  /// What the body of an answer says that began as if all were well: an engine that takes long begins
  /// before it knows how that ends.
  ///
  /// - Parameter complaint: what its body says.
  package init(late complaint: EngineComplaint) {
    self =
      switch complaint.code {
      case "SlowDown": .busy(retryAfter: nil)
      case "NoSuchUpload": .absent
      case "PreconditionFailed", "ConditionalRequestConflict": .changed
      case "InternalError", "ServiceUnavailable", "RequestTimeout":
        .troubled(status: 200, complaint, retryAfter: nil)
      case "": .contradiction("it neither says that it was done nor why not")
      case _: .denied(complaint)
      }
  }
}

extension EngineFailure {
  /// For whoever asked us: nothing that the engine has worded but the name of the trouble, for it
  /// knows who we are.
  package var plainWords: String {
    switch self {
    case .denied(let complaint): "it may not be read" + complaint.codeInBrackets
    case .refused(let complaint): "where it lies we are refused" + complaint.codeInBrackets
    case .keyless: "there are no keys for where it lies"
    case .troubled: "where it lies there is trouble"
    case .contradiction: "where it lies answers make no sense"
    case .silence, .forbidden: "where it lies nobody answers"
    case .moved: "it lies elsewhere"
    case .busy: "where it lies too much is asked for"
    case .absent, .changed, .noRanges: description
    }
  }
}

extension EngineFailure: CustomStringConvertible {
  /// Follows the names of the engine and of what was asked for.
  package var description: String {
    switch self {
    case .absent: "nothing has that name"
    case .denied(let complaint): "it may not be read" + complaint.inBrackets
    case .refused(let complaint): "the engine refuses us" + complaint.inBrackets
    case .changed: "it has changed meanwhile"
    case .busy: "the engine asks for fewer requests"
    case .troubled(let status, let complaint, _):
      "the engine has trouble of its own (status \(status))" + complaint.inBrackets
    case .noRanges: "the engine does not serve ranges"
    case .moved(let status): "the engine sends us elsewhere (status \(status))"
    case .contradiction(let reason): "the engine's answer makes no sense: \(reason)"
    case .silence(let reason): "the engine did not answer: \(reason)"
    case .forbidden(let reason), .keyless(let reason): "nobody is asked there: \(reason)"
    }
  }
}

extension EngineComplaint {
  /// Codes are words of a book that everybody knows; what looks otherwise is none.
  fileprivate var codeInBrackets: String {
    let isOne = !code.isEmpty && code.utf8.allSatisfy { ASCII.isLetter($0) || ASCII.isDigit($0) }
    return isOne ? " (\(code))" : ""
  }

  fileprivate var inBrackets: String {
    guard !code.isEmpty else { return "" }
    let name = requestName.isEmpty ? "" : ", request \(requestName)"
    return message.isEmpty ? " (\(code)\(name))" : " (\(code): \(message)\(name))"
  }
}
