import CPostgres

/// libpq, loaded the first time a database is spoken to.
@safe
struct Postgres: @unchecked Sendable {
  // `@unchecked`: pointers to functions, written once, before they are shared.
  let table: UnsafeMutablePointer<pyramidion_pg>

  private static let shared: Result<Postgres, QueueTrouble> = open()

  /// - Returns: libpq, loaded by now.
  /// - Throws: that it can't be.
  static func loaded() throws(QueueTrouble) -> Postgres { try shared.get() }

  private static func open() -> Result<Postgres, QueueTrouble> {
    let table = UnsafeMutablePointer<pyramidion_pg>.allocate(capacity: 1)
    if let missing = unsafe pyramidion_pg_open(table, "libpq.so.5") {
      let reason = unsafe String(cString: missing)
      return .failure(
        QueueTrouble(.unavailable, "libpq can't be loaded: \(reason); install the package libpq5"))
    }
    return .success(unsafe Postgres(table: table))
  }
}
