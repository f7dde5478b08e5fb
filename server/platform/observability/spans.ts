// Only types are imported, because OpenTelemetry is loaded only if the operator has set an endpoint.
import type { Attributes, Span } from '@opentelemetry/api'
import { currentSpan, runWithSpan } from './requestContext.ts'

export type NewSpan = {
  /** A template or a name from the source code. It never contains an id, an address or text of a member. */
  name: string
  kind: 'server' | 'client' | 'internal'
  attributes: Attributes
}

/** The part of OpenTelemetry that opens spans (openTelemetry.ts). */
export type Tracing = {
  begin: (span: NewSpan, parent: Span | null) => Span
  /** Returns a span of another program, by its `traceparent` header, or null if the header is not valid. */
  remoteSpan: (traceparent: string) => Span | null
  fail: (span: Span, error: unknown) => void
}

let tracing: Tracing | null = null

/** Turns spans on, or off with null. */
export function setTracing(next: Tracing | null): void {
  tracing = next
}

/** Begins the span of a request, or null if there is no tracing. `endRequestSpan` ends it. */
export function beginRequestSpan(traceparent: string | null, requestId: string): Span | null {
  if (!tracing) return null
  const parent = traceparent === null ? null : tracing.remoteSpan(traceparent)
  return tracing.begin(
    { name: 'request', kind: 'server', attributes: { 'hurd.request_id': requestId } },
    parent,
  )
}

/** Ends the span of a request, whose route is known only now. */
export function endRequestSpan(
  span: Span,
  response: { method: string; route: string; status: number },
): void {
  const { method, route, status } = response
  span.updateName(`${method} ${route}`)
  span.setAttributes({
    'http.request.method': method,
    'http.route': route,
    'http.response.status_code': status,
  })
  if (status >= 500) tracing?.fail(span, null)
  span.end()
}

/**
 * Runs work in a span, which is a child of the current one or begins a trace. Without tracing, only runs the work, and
 * passes null.
 */
export function inSpan<R>(span: NewSpan, work: (span: Span | null) => Promise<R>): Promise<R> {
  return tracing ? traced(tracing, span, work) : work(null)
}

/** Runs a statement in a span if it belongs to a traced request or job. A statement never begins a trace. */
export function inStatementSpan<R>(name: string, send: () => Promise<R>): Promise<R> {
  if (!tracing || !currentSpan()) return send()
  return traced(tracing, { name, kind: 'client', attributes: { 'db.system.name': 'postgresql' } }, send)
}

async function traced<R>(on: Tracing, span: NewSpan, work: (span: Span) => Promise<R>): Promise<R> {
  const open = on.begin(span, currentSpan())
  try {
    return await runWithSpan(open, async () => work(open))
  } catch (error) {
    on.fail(open, error)
    throw error
  } finally {
    open.end()
  }
}
