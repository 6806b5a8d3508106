/// The tables of a queue, made by whoever comes first.
enum Schema {
  /// What this program knows.
  static let number = 1
  /// Of the lock under which they are made.
  private static let lock: Int64 = 0x7079_7261_6D69_6431

  /// Whether there are any: a number, or null.
  static let look = "select to_regclass('pyramidion.schema_number')::text"
  static let read = "select max(number) from pyramidion.schema_number"

  /// One statement, so that all of it is made or nothing.
  static let make = """
    do $pyramidion$
    begin
      perform pg_advisory_xact_lock(\(lock));
      create schema if not exists pyramidion;
      create table if not exists pyramidion.schema_number (number int not null);
      if exists (select from pyramidion.schema_number) then return; end if;
      create table pyramidion.tally (done bigint not null);
      insert into pyramidion.tally values (0);
      create table pyramidion.job (
        id bigint generated always as identity primary key,
        version text not null unique check (version ~ '^[a-z2-7]{16}$'),
        source bytea not null, bytes bigint not null, page int, recipe text not null,
        replaces boolean not null default false,
        priority smallint not null default 0,
        state text not null default 'todo' check (state in ('todo', 'run', 'failed')),
        claim bigint not null default 0, tries smallint not null default 0,
        worker text, lease timestamptz,
        made timestamptz not null default now(), due timestamptz not null default now(),
        reason text
      ) with (fillfactor = 80, autovacuum_vacuum_scale_factor = 0.02);
      create index job_next on pyramidion.job (priority desc, id) where state = 'todo';
      create index job_lease on pyramidion.job (lease) where state = 'run';
      insert into pyramidion.schema_number values (\(number));
    end
    $pyramidion$
    """
}
