/// The tables of a queue, made by whoever comes first.
///
/// Their number changes where older programs could not use them any more. What newer programs add, and
/// older ones never look at, is counted beside it: hosts of both kinds share one queue.
enum Schema {
  /// What this program knows.
  static let number = 1
  /// The additions that it makes where they are missing: 1, the runs of listings.
  static let addition = 1
  /// What making them may take: hosts that begin at once wait for each other.
  static let patience = Duration.seconds(30)
  /// Of the lock under which they are made.
  private static let lock: Int64 = 0x7079_7261_6D69_6431

  /// Whether there are any: a name, or null.
  static let look = "select to_regclass('pyramidion.schema_number')::text"
  /// Number and addition; the latter is 0 where nobody has counted any yet.
  static let read = """
    select max(number), max(coalesce((to_jsonb(kept) ->> 'addition')::int, 0))
      from pyramidion.schema_number as kept
    """

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

  /// The same for what was added: rows of programs that know nothing of it are of no run.
  static let add = """
    do $pyramidion$
    begin
      perform pg_advisory_xact_lock(\(lock));
      alter table pyramidion.schema_number add column if not exists addition int not null default 0;
      if exists (select from pyramidion.schema_number where addition >= \(addition)) then return; end if;
      create table pyramidion.run (
        id bigint generated always as identity primary key,
        key text not null, title text not null, holder text not null,
        claim bigint not null default 1, lease timestamptz not null,
        last_name bytea, is_listed boolean not null default false,
        found bigint not null default 0, queued bigint not null default 0,
        failed bigint not null default 0,
        made timestamptz not null default now(), ended timestamptz
      );
      create unique index run_open on pyramidion.run (key) where not is_listed;
      alter table pyramidion.job add column run bigint;
      update pyramidion.schema_number set addition = \(addition);
    end
    $pyramidion$
    """
}
