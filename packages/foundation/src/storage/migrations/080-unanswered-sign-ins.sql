-- expand-only
-- The requests that slow further ones down: those that notified a citizen and were not approved. An approval removes
-- a request from these indexes, so that the many sign-ins of a shared network address cost nothing.
create index sign_in_requests_unanswered_by_citizen on sign_in_requests (citizen, created_at)
  where quiet = false and status not in ('approved', 'issued');
create index sign_in_requests_unanswered_by_source on sign_in_requests (source, created_at)
  where citizen is not null and quiet = false and status not in ('approved', 'issued');

-- Requests of one citizen are written one after the other, so that many at once do not all count as the first. Each
-- statement in the function reads what was committed while it waited for the lock.
create function unanswered_sign_ins(
  asked bytea, of_network bytea, out of_citizen integer, out last_ms_ago double precision, out of_source integer
)
language plpgsql
as $$
begin
  perform pg_advisory_xact_lock(('x' || encode(substring(asked from 9 for 8), 'hex'))::bit(64)::bigint);
  select count(*), extract(epoch from now() - max(r.identified_at)) * 1000 into of_citizen, last_ms_ago
  from sign_in_requests r
  where r.citizen = asked and r.quiet = false and r.status not in ('approved', 'issued')
    and r.created_at > now() - interval '1 hour';
  select count(*) into of_source
  from sign_in_requests r
  where r.source = of_network and r.citizen is not null and r.quiet = false
    and r.status not in ('approved', 'issued') and r.created_at > now() - interval '1 hour';
end
$$;
