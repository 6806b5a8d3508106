import FetchRules
import Fetching
import Posix
import PyramidFile
import S3Wire

/// Copies that an earlier process has left.
extension FarMount {
  /// What an object is called there: by its engine too, for two may have the same name.
  func keptName(of name: [UInt8]) -> [UInt8] {
    let canonical = canonicalName(of: name)
    guard case .bucket(let bucket) = address, let endpoint = bucket.endpoint else {
      return canonical
    }
    return canonical + Array("\n\(endpoint)".utf8)
  }

  /// Goes on with a copy where the object still is what it was, by its ETag and its size.
  ///
  /// - Returns: nil where there is none, or of another state.
  /// - Throws: why nobody can tell, where that was last known too long ago.
  func resumed(_ name: [UInt8], _ key: [UInt8]) throws(FileError) -> LocalFile? {
    guard let kept = shelf.kept, let found = shelf.takeLeft(of: keptName(of: name)),
      let tag = ObjectTag(kept: found.map.tag)
    else { return nil }
    let facts = FarFolder.File(size: found.map.size, tag: tag, modified: found.map.modified)
    let object = FarObject(name, facts, of: self)
    do throws(EngineFailure) {
      try ask(about: object)
    } catch {
      guard ![.changed, .absent, .noRanges].contains(error) else {
        shelf.drop(found)
        return nil
      }
      let age = max(0, Clock.wallSeconds - found.map.seen)
      guard error.mayPass, age < Int64(rules.stale) else {
        shelf.putBack(found)
        throw self.error(error, of: name)
      }
      object.believe(fromBefore: age)
    }
    var here = BlockSet(capacity: PartialCopy.blocks(ofBeginning: 0, of: object.size).capacity)
    for run in found.map.blocks { here.insert(run) }
    do throws(FileError) {
      let (file, copy) = try opened(
        object, try kept.open(found.place), holding: here, wasWrittenHere: false)
      shelf.keep(file, copy, as: key)
      return file
    } catch {
      shelf.drop(found)
      return nil
    }
  }

  private func ask(about object: FarObject) throws(EngineFailure) {
    guard object.size > 0 else { return }
    _ = try wait(for: FetchWishes.part(0..<1, of: object, .index), into: NoSink())
  }
}
