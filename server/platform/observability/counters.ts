import { Registry } from './registry.ts'

/**
 * The values that this process has counted since its start. Labels contain only templates and names from the source code,
 * never an address, an id or text of a member.
 */
export const counted = new Registry()

const latencyBounds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

export const requests = counted.counter(
  'hurd_http_requests_total',
  'Answered requests by method, route template and status.',
)
export const requestSeconds = counted.histogram(
  'hurd_http_request_duration_seconds',
  'Time from the head of a request to the end of its response, by route template.',
  latencyBounds,
)
export const statements = counted.counter(
  'hurd_statements_total',
  'SQL statements by the file and function that they are written in, and whether they succeeded.',
)
export const statementSeconds = counted.counter(
  'hurd_statement_seconds_total',
  'Time that SQL statements took, without the wait for a connection, by name.',
)
export const connectionWaits = counted.histogram(
  'hurd_pool_wait_seconds',
  'Time that work waited for a connection to the database.',
  [0.001, 0.005, 0.025, 0.1, 0.5, 2.5, 10],
)
export const workerRuns = counted.counter(
  'hurd_worker_runs_total',
  'Runs of background workers by name and result.',
)
export const emails = counted.counter('hurd_emails_total', 'Attempts to deliver email by result.')
export const pushMessages = counted.counter(
  'hurd_push_messages_total',
  'Attempts to send notifications to push services by result.',
)
export const sessionLookups = counted.counter(
  'hurd_session_lookups_total',
  'Lookups of session tokens that the cache of this instance could (hit) or could not (miss) answer.',
)
export const replicaReads = counted.counter(
  'hurd_replica_reads_total',
  'Reads that a replica may answer by result: answered by it (replica), or why the primary answered.',
)
