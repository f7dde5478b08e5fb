-- Operations: when a source was checked, and what readers see of it.

-- Returns the time since which every one of these areas has been read at least once, by one run or by several, or null if an
-- area was never read. Without areas, returns when one run last read the whole source.
create function last_sync(of_source text, of_what text, of_areas text[]) returns timestamptz language sql stable as $$
  select case when count(*) = count(read_at) then min(read_at) end
    from (select max(s.synced_at) as read_at
            from unnest(case of_areas when '{}' then array[null] else of_areas end) area
            left join source_syncs s
              on s.source = of_source and s.what = of_what and (s.areas = '{}' or area = any(s.areas))
           group by area) each
$$;

-- The day on which the source of a bill was last checked. Lists join source_checks instead, which is faster.
create function bill_checked_on(b bills) returns date language plpgsql stable as $$
begin
  return last_checked_on(b.source_checked_at, k.covered_from, k.checked_at)
    from (select 1) one
    left join source_checks k on k.source_family = b.source_family and k.jurisdiction = b.jurisdiction;
end $$;

-- The progress of a bill as readers see it, in one line.
create function bill_line(b bills) returns text language sql stable
  return shown_line(b.progress_reached, b.progress_next, b.ended_by,
                    hides_next(b.ended_by, b.session_ended, b.latest_action_at, bill_checked_on(b)));

-- The progress of a bill as readers see it, with all stages.
create function bill_progress(b bills, progress jsonb) returns jsonb language sql stable
  return shown_progress(progress, b.ended_by,
                        hides_next(b.ended_by, b.session_ended, b.latest_action_at, bill_checked_on(b)));

-- Waits until a replica has replayed the log up to `target`, and returns whether it did so in time. Called before a statement
-- that must not read older data (server/platform/postgres/replica/replaySync.ts). A primary replays nothing, so it returns false.
create function has_replayed(target pg_lsn, max_wait_seconds double precision) returns boolean language plpgsql as $$
declare
  ends_at constant timestamptz := clock_timestamp() + make_interval(secs => max_wait_seconds);
begin
  loop
    if pg_last_wal_replay_lsn() >= target then
      return true;
    end if;
    if not pg_is_in_recovery() or clock_timestamp() >= ends_at then
      return false;
    end if;
    perform pg_sleep(0.002);
  end loop;
end
$$;
