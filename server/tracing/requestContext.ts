import { AsyncLocalStorage } from 'node:async_hooks'

/** What code that has no request at hand, such as the pool, knows about the request that it works for. */
type RequestContext = { requestId: string }

const contexts = new AsyncLocalStorage<RequestContext>()

/** Runs the rest of a request. Everything that is called or awaited in `work` has the request's id. */
export function runInRequest(requestId: string, work: () => void): void {
  contexts.run({ requestId }, work)
}

/** Runs work that a request has started but that does not belong to it, such as a background worker. */
export function runOutsideRequest<R>(work: () => R): R {
  return contexts.exit(work)
}

/** Returns the id of the request that the current code works for. Null in background workers and commands. */
export function currentRequestId(): string | null {
  return contexts.getStore()?.requestId ?? null
}
