/// Why a request was refused before anybody was asked to answer it.
///
/// After each of these the stream can't be trusted to be in step: the answer closes the connection.
package enum Refusal: Error, Hashable, Sendable, CaseIterable {
  case malformedRequestLine
  case malformedTarget
  case malformedVersion
  case unsupportedVersion
  case bareCarriageReturn
  case bareLineFeed
  case emptyLines
  case foldedField
  case malformedFieldName
  case malformedFieldValue
  case missingHost
  case repeatedHost
  case malformedHost
  case repeatedContentLength
  case malformedContentLength
  case lengthWithTransferEncoding
  case malformedTransferEncoding
  case repeatedTransferEncoding
  case unknownTransferEncoding
  case transferEncodingBefore11
  case malformedChunk
  case malformedTrailer
  case unknownExpectation
  case bodyTooLarge
  case targetTooLong
  case headTooLarge
  case tooManyFields
  case tooSlow

  package var status: Status {
    switch self {
    case .unsupportedVersion: .versionNotSupported
    case .unknownTransferEncoding: .notImplemented
    case .unknownExpectation: .expectationFailed
    case .bodyTooLarge: .contentTooLarge
    case .targetTooLong: .targetTooLong
    case .headTooLarge, .tooManyFields: .headTooLarge
    case .tooSlow: .requestTimeout
    case .malformedRequestLine, .malformedTarget, .malformedVersion, .bareCarriageReturn,
      .bareLineFeed, .emptyLines, .foldedField,
      .malformedFieldName, .malformedFieldValue, .missingHost, .repeatedHost, .malformedHost,
      .repeatedContentLength, .malformedContentLength, .lengthWithTransferEncoding,
      .malformedTransferEncoding, .repeatedTransferEncoding, .transferEncodingBefore11,
      .malformedChunk, .malformedTrailer:
      .badRequest
    }
  }

  /// The cause in words for the one who sent the request.
  package var detail: StaticString {
    switch self {
    case .malformedRequestLine:
      "the request line is not a method, a target and a version with single spaces between"
    case .malformedTarget: "the request target has bytes or a form that no target may have"
    case .malformedVersion: "the request line does not end with an HTTP version"
    case .unsupportedVersion: "only HTTP/1.0 and HTTP/1.1 are spoken here"
    case .bareCarriageReturn: "a carriage return stands without a line feed"
    case .bareLineFeed: "a line feed stands without a carriage return"
    case .emptyLines: "too many empty lines before a request"
    case .foldedField: "a field is continued on a second line"
    case .malformedFieldName: "a field name is empty, has a space before its colon or a bad byte"
    case .malformedFieldValue: "a field value has a control byte"
    case .missingHost: "an HTTP/1.1 request needs a Host field"
    case .repeatedHost: "Host is given more than once"
    case .malformedHost: "Host is not a host with an optional port"
    case .repeatedContentLength: "Content-Length is given more than once"
    case .malformedContentLength: "Content-Length is not a plain number"
    case .lengthWithTransferEncoding: "Content-Length and Transfer-Encoding exclude each other"
    case .malformedTransferEncoding: "Transfer-Encoding is empty or malformed"
    case .repeatedTransferEncoding: "Transfer-Encoding is given more than once"
    case .unknownTransferEncoding: "the only transfer coding understood is chunked"
    case .transferEncodingBefore11: "HTTP/1.0 has no Transfer-Encoding"
    case .malformedChunk: "a chunk of the body is malformed"
    case .malformedTrailer: "a trailer field of the body is malformed"
    case .unknownExpectation: "the only expectation understood is 100-continue"
    case .bodyTooLarge: "the request body is larger than allowed"
    case .targetTooLong: "the request target is longer than allowed"
    case .headTooLarge: "the request's fields are larger than allowed"
    case .tooManyFields: "the request has more fields than allowed"
    case .tooSlow: "the request did not arrive in time"
    }
  }
}
