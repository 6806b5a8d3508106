import CutQueue

/// What a queue is asked; the clock is the database's alone, and each is a transaction of its own.
///
/// Who hears is told what waits by an empty text, and what is done or given up by its version.
/// Whoever locks several rows does so in the order of their versions: nobody waits for each other.
/// No prepared statements, session locks or temporary tables: a pool of connections may stand between.
enum Statements {
  static let listen = "listen pyramidion"

  /// versions, sources, bytes, pages, replaces, recipes; priority; the run that found them, or null.
  static let put = """
    with put as (
      insert into pyramidion.job as old
        (version, source, bytes, page, replaces, recipe, priority, run)
      select distinct on (v) v, decode(s, 'hex'), b, p, r, c, $7::smallint, $8::bigint
        from unnest($1::text[], $2::text[], $3::bigint[], $4::int[], $5::boolean[], $6::text[])
          as new (v, s, b, p, r, c)
        order by v, r desc
      on conflict (version) do update set
        priority = greatest(old.priority, excluded.priority),
        replaces = old.replaces or excluded.replaces,
        run = coalesce(old.run, excluded.run),
        tries = case when old.state = 'failed' and old.due < now() then 0 else old.tries end,
        state = case when old.state = 'failed' and old.due < now() then 'todo' else old.state end
      returning xmax = 0 as is_new),
    counted as (
      update pyramidion.run set queued = queued + (select count(*) from put where is_new)
        where id = $8::bigint)
    select is_new, pg_notify('pyramidion', '') from put
    """

  /// version, source, bytes, page, replaces, recipe, priority, worker, lease.
  static let take = """
    insert into pyramidion.job as old
      (version, source, bytes, page, replaces, recipe, priority, state, claim, tries, worker, lease)
    values ($1, decode($2, 'hex'), $3::bigint, $4::int, $5::boolean, $6, $7::smallint, 'run', 1, 1,
      $8, now() + $9::int * interval '1 s')
    on conflict (version) do update set
      state = 'run', claim = old.claim + 1, worker = excluded.worker, lease = excluded.lease,
      tries = case when old.state = 'failed' then 1 else old.tries + 1 end,
      replaces = old.replaces or excluded.replaces,
      priority = greatest(old.priority, excluded.priority)
      where old.state <> 'run' and old.due <= now()
        or old.state = 'run' and old.lease < now() and old.tries < \(QueueRules.mostTries)
    returning id, claim, tries
    """

  /// Of what is not to be tried again yet.
  static let standing = """
    select state, reason from pyramidion.job
      where version = $1 and (state <> 'failed' or due > now())
    """

  static let waiting = """
    select count(*) from (select from pyramidion.job where state = 'todo' and due <= now()
      limit \(QueueRules.mostCounted)) as counted
    """

  /// How many, bytes together, recipes, places, worker, lease.
  static let claim = """
    with next as (
      select id, bytes, priority from pyramidion.job
        where state = 'todo' and due <= now() and recipe = any($3::text[])
          and exists (select from unnest($4::text[]) as place
            where substring(source for octet_length(decode(place, 'hex'))) = decode(place, 'hex'))
        order by priority desc, id limit $1::int for update skip locked),
    few as (
      select id from (
        select id, row_number() over line as place, sum(bytes) over line as together
          from next window line as (order by priority desc, id)) as counted
        where place = 1 or together <= $2::bigint)
    update pyramidion.job as job set
      state = 'run', claim = claim + 1, tries = tries + 1, worker = $5,
      lease = now() + $6::int * interval '1 s'
      from few where job.id = few.id
    returning job.id, job.claim, job.tries, job.version, encode(job.source, 'hex'), job.bytes,
      job.page, job.replaces, job.priority, job.recipe
    """

  /// jobs, claims, lease.
  static let renew = """
    with \(mine)
    update pyramidion.job as job set lease = now() + $3::int * interval '1 s'
      from mine where job.id = mine.id
    returning job.id
    """

  /// jobs, claims.
  static let finish = """
    with \(mine),
    gone as (
      delete from pyramidion.job as job using mine where job.id = mine.id returning job.version),
    counted as (
      update pyramidion.tally set done = done + (select count(*) from gone)
        where exists (select from gone))
    select pg_notify('pyramidion', version) from gone
    """

  /// Those of some jobs, $1, that are still in the hand of who had the claims, $2.
  private static let mine = """
    mine as (
      select job.id from pyramidion.job as job
        join unnest($1::bigint[], $2::bigint[]) as asked (id, claim)
          on job.id = asked.id and job.claim = asked.claim
        where job.state = 'run' order by job.version for update of job)
    """

  static let drop = """
    delete from pyramidion.job where id = $1::bigint and claim = $2::bigint and state = 'run'
      returning id
    """

  /// job, claim, state, pause, reason, tries that do not count.
  static let putBack = """
    update pyramidion.job set state = $3, due = now() + $4::int * interval '1 s',
      reason = coalesce($5, reason), tries = tries - $6::int, lease = null, worker = null
      where id = $1::bigint and claim = $2::bigint and state = 'run'
    returning id, pg_notify('pyramidion', case state when 'failed' then version else '' end)
    """

  static let overdue = """
    select id, claim, tries from pyramidion.job where state = 'run' and lease < now()
      order by lease limit 100
    """

  static let counts = """
    select count(*) filter (where state = 'todo'), count(*) filter (where state = 'run'),
      count(*) filter (where state = 'failed'), (select done from pyramidion.tally),
      coalesce(extract(epoch from now() - min(made) filter (where state = 'todo')), 0)::bigint
    from pyramidion.job
    """

  /// State or null, how many.
  static let list = """
    select version, encode(source, 'hex'), page, state, priority, tries, worker, reason,
      extract(epoch from now() - made)::bigint
    from pyramidion.job where $1::text is null or state = $1
    order by state = 'todo', state = 'failed', priority desc, id limit $2::int
    """

  /// Version or null.
  static let retry = """
    update pyramidion.job set state = 'todo', tries = 0, due = now(), reason = null
      where ($1::text is null or version = $1)
        and (state = 'failed' or state = 'todo' and due > now())
    returning id, pg_notify('pyramidion', '')
    """

  /// Version or null, state or null.
  static let forget = """
    delete from pyramidion.job where state <> 'run' and ($1::text is null or version = $1)
      and ($2::text is null or state = $2)
    returning id
    """
}
