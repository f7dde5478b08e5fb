import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import { text } from 'node:stream/consumers'
import * as z from 'zod/mini'

const Value = z.looseObject({ stringValue: z.optional(z.string()), intValue: z.optional(z.unknown()) })
const ReceivedSpan = z.object({
  traceId: z.string(),
  spanId: z.string(),
  parentSpanId: z.optional(z.string()),
  name: z.string(),
  kind: z.number(),
  attributes: z.array(z.object({ key: z.string(), value: Value })),
  status: z.looseObject({ code: z.optional(z.number()) }),
})
const Attributes = z.array(z.object({ key: z.string(), value: Value }))
const ExportRequest = z.object({
  resourceSpans: z.array(
    z.object({
      resource: z.object({ attributes: Attributes }),
      scopeSpans: z.array(z.object({ spans: z.array(ReceivedSpan) })),
    }),
  ),
})

type ReceivedSpan = z.infer<typeof ReceivedSpan>

/** Starts an HTTP server that receives spans by OTLP in JSON, as a collector does. */
export async function startOtlpReceiver() {
  const bodies: string[] = []
  const headers: (string | undefined)[] = []
  const receive = async (request: IncomingMessage) => {
    if (request.url === '/v1/traces') bodies.push(await text(request))
  }
  const server = createServer((request, response) => {
    headers.push(request.headers['x-collector-key']?.toString())
    void receive(request).finally(() => response.setHeader('content-type', 'application/json').end('{}'))
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  const exports = () => bodies.flatMap((body) => ExportRequest.parse(JSON.parse(body)).resourceSpans)
  return {
    endpoint: `http://127.0.0.1:${port}`,
    /** The received bodies as they were sent, in which tests search for personal data. */
    bodies,
    /** The value of the header `x-collector-key` of each request. */
    headers,
    spans: () => exports().flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans)),
    serviceNames: () =>
      exports().map(
        ({ resource }) => resource.attributes.find(({ key }) => key === 'service.name')?.value.stringValue,
      ),
    async close() {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
}

export function attributesOf({ attributes }: ReceivedSpan): Record<string, unknown> {
  return Object.fromEntries(
    attributes.map(({ key, value }) => [key, value.stringValue ?? Number(value.intValue)]),
  )
}
