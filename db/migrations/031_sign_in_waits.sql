-- After some failures an account is guessed at more and more slowly: until then every further try is refused, and does
-- not count. Null where the rule knows no such waits.
alter table rate_limits add column blocked_until timestamptz;
