import type { Span } from '@opentelemetry/api'
import { setTracing, type NewSpan } from './spans.ts'

/** Where spans are sent (docs/operating.md, settings whose names begin with OTEL). */
export type TracingSettings = {
  /** The base URL of an OTLP receiver, without a trailing slash. */
  endpoint: string
  serviceName: string
  /** The share of traces that are recorded, from 0 to 1. */
  ratio: number
  /** Headers for the receiver, such as a key. */
  headers: Record<string, string>
}

type FailureHandler = (reason: string) => void

const ignore = () => {}

/** A failing receiver is logged at most once in this time. */
const silenceMs = 60_000
/** The maximum time in milliseconds that stopping waits for the last spans. */
const flushMs = 2_000

/**
 * Loads OpenTelemetry and turns spans on. They are sent in the background, in batches. If the receiver does not answer,
 * they are dropped, and no request notices.
 */
export async function openTracing(
  { endpoint, serviceName, ratio, headers }: TracingSettings,
  version: string,
  onFailure: FailureHandler,
): Promise<{ stop: () => Promise<void> }> {
  const [api, sdk, { OTLPTraceExporter }, { resourceFromAttributes }] = await Promise.all([
    import('@opentelemetry/api'),
    import('@opentelemetry/sdk-trace'),
    import('@opentelemetry/exporter-trace-otlp-http'),
    import('@opentelemetry/resources'),
  ])
  const { diag, DiagLogLevel, ROOT_CONTEXT, SpanKind, SpanStatusCode, trace } = api
  diag.setLogger(
    { error: warnSometimes(onFailure), warn: ignore, info: ignore, debug: ignore, verbose: ignore },
    { logLevel: DiagLogLevel.ERROR, suppressOverrideMessage: true },
  )
  const exporter = new OTLPTraceExporter({ url: `${endpoint}/v1/traces`, headers, timeoutMillis: 10_000 })
  const provider = new sdk.TracerProvider({
    resource: resourceFromAttributes({ 'service.name': serviceName, 'service.version': version }),
    sampler: new sdk.ParentBasedSampler({ root: new sdk.TraceIdRatioBasedSampler(ratio) }),
    spanProcessors: [new sdk.BatchSpanProcessor({ exporter, scheduledDelayMillis: 2_000 })],
  })
  const tracer = provider.getTracer('hurd', version)
  const kinds = { server: SpanKind.SERVER, client: SpanKind.CLIENT, internal: SpanKind.INTERNAL }

  setTracing({
    begin({ name, kind, attributes }: NewSpan, parent: Span | null) {
      const context = parent ? trace.setSpan(ROOT_CONTEXT, parent) : ROOT_CONTEXT
      return tracer.startSpan(name, { kind: kinds[kind], attributes }, context)
    },
    remoteSpan(traceparent) {
      const [, traceId = '', spanId = '', flags = ''] =
        /^(?!ff)[0-9a-f]{2}-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})/.exec(traceparent) ?? []
      const context = { traceId, spanId, traceFlags: Number.parseInt(flags, 16) & 1, isRemote: true }
      return api.isSpanContextValid(context) ? trace.wrapSpanContext(context) : null
    },
    fail(span, error) {
      // The message is left out, because that of a database error may quote a row.
      span.setStatus({ code: SpanStatusCode.ERROR })
      if (error !== null) span.setAttribute('error.type', typeOf(error))
    },
  })

  return {
    async stop() {
      setTracing(null)
      const { promise: timeUp, resolve } = Promise.withResolvers<void>()
      const timer = setTimeout(resolve, flushMs)
      await Promise.race([provider.shutdown().catch(ignore), timeUp])
      clearTimeout(timer)
      diag.disable()
    },
  }
}

/** Returns the error code of the database or the system, or else the name of the error's class. */
function typeOf(error: unknown): string {
  if (!(error instanceof Error)) return typeof error
  return 'code' in error && typeof error.code === 'string' && error.code !== '' ? error.code : error.name
}

function warnSometimes(onFailure: FailureHandler): FailureHandler {
  let warnedAt = -Infinity
  return (reason) => {
    if (performance.now() - warnedAt < silenceMs) return
    warnedAt = performance.now()
    onFailure(reason)
  }
}
