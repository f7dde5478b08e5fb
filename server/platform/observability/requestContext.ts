import { AsyncLocalStorage } from 'node:async_hooks'
import type { Span } from '@opentelemetry/api'

/** What code without access to the request, such as the pool, can find out about the work that it is part of. */
type WorkContext = {
  /** Null in background work. */
  requestId: string | null
  /** The span of the request, or of the part of it that runs now, or null if there is no tracing. */
  span: Span | null
}

const contexts = new AsyncLocalStorage<WorkContext>()

/** Runs the rest of a request. Everything that is called or awaited in `work` has the request's id and span. */
export function runInRequest(requestId: string, span: Span | null, work: () => void): void {
  contexts.run({ requestId, span }, work)
}

/** Runs work whose spans become children of `span`. */
export function runWithSpan<R>(span: Span, work: () => R): R {
  return contexts.run({ requestId: currentRequestId(), span }, work)
}

/** Runs work that a request has started but that does not belong to it, such as a background worker. */
export function runOutsideRequest<R>(work: () => R): R {
  return contexts.exit(work)
}

/** Returns the id of the request that the current code works for. Null in background workers and commands. */
export function currentRequestId(): string | null {
  return contexts.getStore()?.requestId ?? null
}

export function currentSpan(): Span | null {
  return contexts.getStore()?.span ?? null
}
