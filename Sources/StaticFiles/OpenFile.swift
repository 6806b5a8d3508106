import ByteText
import HTTPWire
import Posix

/// An open file and what its answers say of it.
final class OpenFile: Sendable {
  let descriptor: FileDescriptor
  let status: FileStatus
  let validators: Validators
  /// Type, validators and the like: the same lines in every answer.
  let fields: FieldBlock

  init(_ descriptor: consuming FileDescriptor, _ status: FileStatus, type: StaticString) {
    self.descriptor = descriptor
    self.status = status
    var tag = EntityTag()
    tag.append(hexadecimal: UInt64(bitPattern: status.modifiedSeconds))
    tag.append("-")
    tag.append(hexadecimal: UInt64(bitPattern: status.modifiedNanoseconds))
    tag.append("-")
    tag.append(hexadecimal: UInt64(bitPattern: status.size))
    validators = Validators(tag: tag, lastModified: status.modifiedSeconds)
    var fields = FieldBlock()
    fields.add("Content-Type", type)
    fields.add("X-Content-Type-Options", "nosniff")
    fields.add("Accept-Ranges", "bytes")
    fields.add("ETag", tag)
    fields.add("Last-Modified", date: status.modifiedSeconds)
    self.fields = fields
  }
}
