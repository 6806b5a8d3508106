/// What is asked of the runs in which sources are listed; as in ``Statements``.
enum RunStatements {
  /// Whoever wants what was left for so long begins anew: much may have come before it.
  private static let longestRest = "interval '1 day'"
  private static let kept = "interval '30 days'"

  /// Key, title, holder, lease.
  static let join = """
    with mine as (
      insert into pyramidion.run as old (key, title, holder, lease)
      values ($1, $2, $3, now() + $4::int * interval '1 s')
      on conflict (key) where not is_listed do update set
        claim = old.claim + 1, holder = excluded.holder, lease = excluded.lease,
        last_name = case when old.lease < now() - \(longestRest) then null else old.last_name end,
        found = case when old.lease < now() - \(longestRest) then 0 else old.found end,
        failed = case when old.lease < now() - \(longestRest) then 0 else old.failed end
        where old.lease <= now()
      returning id, claim, encode(last_name, 'hex') as last_name, found, failed)
    select true, id, claim, last_name, found, failed, '' from mine
    union all
    select false, id, claim, encode(last_name, 'hex'), found, failed, holder from pyramidion.run
      where key = $1 and not is_listed and not exists (select from mine)
    """

  /// Run, claim, last name, found, failed, lease.
  static let advance = """
    update pyramidion.run set last_name = decode($3, 'hex'), found = $4::bigint,
      failed = $5::bigint, lease = now() + $6::int * interval '1 s'
      where id = $1::bigint and claim = $2::bigint and not is_listed
    returning id
    """

  /// Run, claim, found, failed; what ended long ago goes.
  static let end = """
    with old as (
      delete from pyramidion.run where id <> $1::bigint and coalesce(ended, lease) < now() - \(kept))
    update pyramidion.run set is_listed = true, ended = now(), found = $3::bigint,
      failed = $4::bigint
      where id = $1::bigint and claim = $2::bigint and not is_listed
    returning id
    """

  /// Run, claim.
  static let leave = """
    update pyramidion.run set lease = now()
      where id = $1::bigint and claim = $2::bigint and not is_listed
    returning id
    """

  /// A run or null, how many.
  static let list = """
    select id, case when is_listed then 'listed' when lease > now() then 'listing' else 'left' end,
      title, holder, encode(last_name, 'hex'), found, failed, queued,
      (select count(*) from pyramidion.job where job.run = run.id and state <> 'failed'),
      extract(epoch from now() - made)::bigint
    from pyramidion.run as run where $1::bigint is null or id = $1::bigint
    order by is_listed, id desc limit $2::int
    """
}
