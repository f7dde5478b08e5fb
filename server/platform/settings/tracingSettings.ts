import type { TracingSettings } from '#server/platform/observability/openTelemetry.ts'
import * as formats from './settingFormats.ts'

/** The variables of tracing, with the names and meanings of the OpenTelemetry specification. */
export const tracingVariables = {
  OTEL_EXPORTER_OTLP_ENDPOINT: formats.optionalBaseUrl(
    'OTEL_EXPORTER_OTLP_ENDPOINT',
    'http://127.0.0.1:4318',
  ),
  OTEL_EXPORTER_OTLP_HEADERS: formats.optionalSetting(
    parseHeaders,
    'OTEL_EXPORTER_OTLP_HEADERS must look like name=value,name=value.',
  ),
  OTEL_SERVICE_NAME: formats.setting('hurd', (text) => text, 'OTEL_SERVICE_NAME must be a name.'),
  OTEL_TRACES_SAMPLER_ARG: formats.setting(
    '1',
    parseRatio,
    (text) => `OTEL_TRACES_SAMPLER_ARG must be a number from 0 to 1, not "${text}".`,
  ),
}

type TracingValues = {
  OTEL_EXPORTER_OTLP_ENDPOINT: string | null
  OTEL_EXPORTER_OTLP_HEADERS: Record<string, string> | null
  OTEL_SERVICE_NAME: string
  OTEL_TRACES_SAMPLER_ARG: number
}

/** Returns null if no endpoint is set, which turns tracing off. */
export function readTracing(values: TracingValues): TracingSettings | null {
  if (values.OTEL_EXPORTER_OTLP_ENDPOINT === null) return null
  return {
    endpoint: values.OTEL_EXPORTER_OTLP_ENDPOINT,
    headers: values.OTEL_EXPORTER_OTLP_HEADERS ?? {},
    serviceName: values.OTEL_SERVICE_NAME,
    ratio: values.OTEL_TRACES_SAMPLER_ARG,
  }
}

export function describeTracing(tracing: TracingSettings | null): Record<string, string> {
  return {
    OTEL_EXPORTER_OTLP_ENDPOINT: tracing?.endpoint ?? '(unset: no tracing)',
    OTEL_EXPORTER_OTLP_HEADERS: tracing && Object.keys(tracing.headers).length > 0 ? '***' : '(unset)',
    OTEL_SERVICE_NAME: tracing?.serviceName ?? '(unset)',
    OTEL_TRACES_SAMPLER_ARG: tracing ? String(tracing.ratio) : '(unset)',
  }
}

/** Values are percent-encoded, as in the `baggage` header. */
function parseHeaders(text: string): Record<string, string> | null {
  const pairs = text.split(',').map((pair) => /^\s*([\w!#$%&'*+.^`|~-]+)=([\x21-\x7e]+)\s*$/.exec(pair))
  const headers: Record<string, string> = {}
  for (const pair of pairs) {
    const [, name, value] = pair ?? []
    if (name === undefined || value === undefined) return null
    try {
      headers[name] = decodeURIComponent(value)
    } catch {
      return null
    }
  }
  return headers
}

function parseRatio(text: string): number | null {
  return /^(0|1|0?\.\d{1,9}|1\.0+)$/.test(text) ? Number(text) : null
}
