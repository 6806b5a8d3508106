/// What a file is by, whatever its names are.
package struct FileIdentity: Hashable, Sendable {
  let device: UInt64
  let inode: UInt64
}
