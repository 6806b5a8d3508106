package import CutJobs
import CutQueue
import Posix
import PostgresQueue
import Sources
import TileService

/// The queue that hosts share.
extension ServeSettings {
  /// The addresses that are none.
  private static let withoutQueue = ["none", "store"]

  /// Where it is.
  ///
  /// - Returns: nil where there is none.
  /// - Throws: what is wrong with its address; a password is in none of these words.
  func queueAddress() throws(EnvironmentError) -> QueueAddress? {
    guard let cluster, !Self.withoutQueue.contains(cluster) else { return nil }
    let address: QueueAddress
    do throws(QueueAddress.Problem) {
      address = try QueueAddress(parsing: cluster)
    } catch {
      throw EnvironmentError("--cluster takes none, store, or the address of a database: \(error)")
    }
    let flag = "--\(SettingTable.cluster.name)"
    guard !address.hasPassword || origins[SettingTable.cluster.name] != flag else {
      throw EnvironmentError(
        "a password in \(flag) stands in the list of processes: say it in"
          + " \(SettingTable.cluster.variable), the configuration file, PGPASSWORD or ~/.pgpass")
    }
    return address
  }

  /// The queue of who serves, which nobody is asked for yet.
  ///
  /// - Parameter report: told in a sentence that its database is gone, and that it is back.
  /// - Returns: nil where there is none.
  /// - Throws: what is wrong with its address, or that images would be left to nobody.
  package func servedQueue(
    report: @escaping @Sendable (String) -> Void
  ) throws(EnvironmentError) -> SharedQueue? {
    if let address = try queueAddress() {
      return shared(
        JobQueue(address, worker: ThisProcess.title), isAsked: true, report: report)
    }
    guard service.simultaneousCuts > 0 || service.missingPyramids != .cut else {
      throw EnvironmentError(
        "--cuts 0 leaves images to `pyramidion work`: say by which queue (--cluster"
          + " postgresql://user@host/name), or that none is cut (--pyramids require)")
    }
    return nil
  }

  /// A queue as this process takes from it.
  func shared(
    _ queue: JobQueue, isAsked: Bool, report: @escaping @Sendable (String) -> Void
  ) -> SharedQueue {
    SharedQueue(
      queue, lease: far.lease, cutting: service.cutRules, isAsked: isAsked, report: report)
  }

  /// The queue of a command that is nothing without one.
  ///
  /// - Parameter command: for whom.
  /// - Returns: its address, and the queue itself, which answers.
  /// - Throws: that there is none, or why it can't be used.
  func queueThatAnswers(for command: Command) throws -> JobQueue {
    guard let address = try queueAddress() else {
      throw UsageError("say where the queue is: --cluster postgresql://host/name", command: command)
    }
    let queue = JobQueue(address, worker: ThisProcess.title)
    do throws(QueueTrouble) {
      try queue.check()
    } catch {
      throw EnvironmentError("the queue at \(address) can't be used: \(error)")
    }
    return queue
  }
}
