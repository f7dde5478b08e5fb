import type { FastifyInstance } from 'fastify'
import { publicApiVersion, publicLimits, publicPrefix } from '#contract/openData/public.ts'
import type { EndpointNames } from '#server/platform/http/endpointNames.ts'
import { describeApi, failureContent } from '#server/platform/http/openapi.ts'
import type { Route } from '#server/platform/http/route/route.ts'

const whole = { schema: { type: 'integer' } }
const headers = {
  ETag: {
    schema: { type: 'string' },
    description: 'Send it as If-None-Match to be answered 304 without a body.',
  },
  'RateLimit-Limit': { ...whole, description: 'Requests in an hour' },
  'RateLimit-Remaining': { ...whole, description: 'Requests left in this hour' },
  'RateLimit-Reset': { ...whole, description: 'Seconds until the hour ends' },
  Deprecation: { schema: { type: 'string' }, description: 'Only if the path will end (RFC 9745)' },
  Sunset: { schema: { type: 'string' }, description: 'When the path will end (RFC 8594)' },
}

const failure = (description: string) => ({
  description,
  content: failureContent({ hasProblemDetails: true }),
})

const description = `Bills, versions of their texts, votes, representatives, sessions and stances by place. Read-only.
${publicLimits.withoutKey} requests an hour without a key, ${publicLimits.withKey} with one. Every record names its source, the
terms of the source, and the credit to show. Fields may be added; none is renamed or removed without a year's notice in the
headers Deprecation and Sunset.`

/** Serves the OpenAPI document of the public API. Reading it is not counted. */
export function servePublicDescription(
  app: FastifyInstance,
  routes: readonly Route[],
  names: EndpointNames,
): void {
  const describe = () =>
    describeApi(
      routes.map(({ endpoint }) => endpoint),
      names,
      {
        info: { title: 'Hurd public API', version: publicApiVersion, description },
        securitySchemes: {
          bearer: { type: 'http', scheme: 'bearer', description: 'An API key from Settings' },
          header: { type: 'apiKey', in: 'header', name: 'X-API-Key' },
        },
        openSecurity: [{}, { bearer: [] }, { header: [] }],
        hasProblemDetails: true,
        headers,
        responses: {
          206: { description: 'The bytes that Range asked for' },
          304: { description: 'Unchanged since the ETag that was sent' },
          400: failure('The request has an invalid parameter'),
          401: failure('The API key is unknown or was revoked'),
          412: { description: 'Changed since the ETag that was sent as If-Match' },
          416: { description: 'Range starts after the end; Content-Range gives the length' },
          429: failure('More requests than an hour allows; Retry-After says how many seconds to wait'),
          503: failure('The server is busy; Retry-After says how many seconds to wait'),
        },
      },
    )
  // It is serialized once, for the first program that reads it.
  let document: Buffer | null = null
  app.get(`${publicPrefix}/openapi.json`, (_request, reply) => {
    document ??= Buffer.from(JSON.stringify(describe()))
    return reply
      .headers({ 'content-type': 'application/json; charset=utf-8', 'cache-control': 'public, max-age=3600' })
      .send(document)
  })
}
