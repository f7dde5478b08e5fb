import * as z from 'zod/mini'
import type { Endpoint } from '#contract/kit/endpoint.ts'
import { type RefusalCode, refusals } from '#contract/kit/refusals.ts'
import { type EndpointNames, nameOf } from './endpointNames.ts'
import { problemType } from './problemDetails.ts'

/** The facts that distinguish one API of Hurd from another. */
export type ApiFacts = {
  info: { title: string; version: string; description: string }
  securitySchemes: Record<string, object>
  /** The ways to call an open endpoint. None of them needs a session. */
  openSecurity: Record<string, string[]>[]
  /** The headers of every success, and the responses of every endpoint besides its refusals. */
  headers?: Record<string, object>
  responses?: Record<string, object>
  /** Returns the refusals that an endpoint need not list, because every endpoint of its kind has them. */
  generalRefusals?: (endpoint: Endpoint) => RefusalCode[]
  /** True if a program can request failures as problem details (RFC 9457). */
  hasProblemDetails?: boolean
}

const ownApi: ApiFacts = {
  info: { title: 'Hurd', version: '1', description: 'Bills, stances and discussion. Same origin, JSON.' },
  securitySchemes: { session: { type: 'http', scheme: 'bearer', description: 'Token of a login' } },
  openSecurity: [],
  generalRefusals,
}

function generalRefusals({ access, method, idempotent }: Endpoint): RefusalCode[] {
  return [
    'invalid_request',
    ...(access === 'user' || access === 'active' ? ['authentication_required' as const] : []),
    ...(access === 'open' ? [] : ['session_expired' as const]),
    ...(access === 'active' ? ['account_deactivated' as const] : []),
    ...(method === 'GET' ? [] : ['cross_site_request' as const]),
    ...(idempotent ? ['idempotency_key_reused' as const] : []),
    'too_many_attempts',
    'overloaded',
    'database_unavailable',
  ]
}

/** Describes the contract as an OpenAPI 3.1 document, from the same objects that the routes are bound to. */
export function describeApi(endpoints: Endpoint[], names: EndpointNames, facts: ApiFacts = ownApi): object {
  const paths: Record<string, Record<string, object>> = {}
  const schemas: Record<string, unknown> = {
    Failure: failure,
    ...(facts.hasProblemDetails ? { Problem: problem } : {}),
  }
  for (const endpoint of endpoints) {
    const path = endpoint.path.replace(/:(\w+)/g, '{$1}')
    const operation = describe(endpoint, nameOf(names, endpoint), schemas, facts)
    paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: operation }
  }
  return {
    openapi: '3.1.0',
    info: facts.info,
    servers: [{ url: '/' }],
    tags: [...new Set(endpoints.map(tagOf))].toSorted().map((name) => ({ name })),
    paths,
    components: { securitySchemes: facts.securitySchemes, schemas },
  }
}

const failure = {
  type: 'object',
  required: ['success', 'error', 'code'],
  properties: {
    success: { const: false },
    error: { type: 'string' },
    code: { type: 'string' },
    fields: { type: 'object', additionalProperties: { type: 'string' } },
  },
}

const problem = {
  type: 'object',
  required: ['type', 'title', 'status', 'detail', 'code'],
  properties: {
    type: { const: 'about:blank' },
    title: { type: 'string', description: 'The name of the HTTP status' },
    status: { type: 'integer' },
    detail: { type: 'string' },
    code: { type: 'string' },
    fields: failure.properties.fields,
  },
}

/** What a failure can look like, by media type. */
export function failureContent({ hasProblemDetails = false }: Pick<ApiFacts, 'hasProblemDetails'>): object {
  return {
    'application/json': { schema: { $ref: '#/components/schemas/Failure' } },
    ...(hasProblemDetails ? { [problemType]: { schema: { $ref: '#/components/schemas/Problem' } } } : {}),
  }
}

/** Returns "Take stance" for "takeStance". */
function inWords(name: string): string {
  const words = name.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** Returns the noun of a path: "bills" of `/api/bills/:id` and of `/api/public/v1/bills`. */
function tagOf({ path }: Endpoint): string {
  const [, noun = 'api'] = /^\/api\/(?:public\/v\d+\/)?([^/]+)/.exec(path) ?? []
  return noun
}

function describe(
  endpoint: Endpoint,
  name: string,
  schemas: Record<string, unknown>,
  facts: ApiFacts,
): object {
  const input = schemaOf(endpoint, name, 'input', schemas)
  const inPath = new Set([...endpoint.path.matchAll(/:(\w+)/g)].map((match) => match[1]))
  const fields = Object.entries(input.properties ?? {})
  const rest = fields.filter(([name]) => !inPath.has(name))
  const required = (input.required ?? []).filter((name) => !inPath.has(name))
  const isRead = endpoint.method === 'GET'
  return {
    operationId: name,
    summary: inWords(name),
    tags: [tagOf(endpoint)],
    security:
      endpoint.access === 'open'
        ? facts.openSecurity
        : [{ session: [] }, ...(endpoint.access === 'optional' ? [{}] : [])],
    parameters: [
      ...fields
        .filter(([name]) => inPath.has(name))
        .map(([name, schema]) => ({ name, in: 'path', required: true, schema })),
      ...(isRead
        ? rest.map(([name, schema]) => ({ name, in: 'query', required: required.includes(name), schema }))
        : []),
      ...(endpoint.idempotent ? [{ name: 'Idempotency-Key', in: 'header', schema: { type: 'string' } }] : []),
      ...(startsSession(endpoint) ? [sessionHeader] : []),
    ],
    ...(isRead ? {} : bodyOf(endpoint, rest, required)),
    responses: {
      [endpoint.status]: {
        description: 'Success',
        ...(facts.headers ? { headers: facts.headers } : {}),
        content: { [endpoint.produces]: { schema: responseOf(endpoint, name, schemas) } },
      },
      ...facts.responses,
      ...failuresOf(endpoint, facts),
    },
  }
}

/** Returns the body of a write. It may be missing if it has no required field. */
function bodyOf({ file }: Endpoint, fields: [string, unknown][], required: string[]): object {
  if (file !== null) {
    const schema = {
      type: 'object',
      required: [file],
      properties: { [file]: { type: 'string', format: 'binary' } },
    }
    return { requestBody: { required: true, content: { 'multipart/form-data': { schema } } } }
  }
  if (fields.length === 0) return {}
  const schema = { type: 'object', required, properties: Object.fromEntries(fields) }
  return { requestBody: { required: required.length > 0, content: { 'application/json': { schema } } } }
}

/** True if a success contains the token of a new session. */
function startsSession({ access, output }: Endpoint): boolean {
  return access === 'open' && 'token' in output.shape
}

const sessionHeader = {
  name: 'X-Session',
  in: 'header',
  schema: { const: 'cookie' },
  description: 'Binds the session to this browser: the token is refused without the cookie of this response.',
}

type ObjectSchema = { properties?: Record<string, unknown>; required?: string[] }

const Described = z.object({
  properties: z.optional(z.record(z.string(), z.unknown())),
  required: z.optional(z.array(z.string())),
  $defs: z.optional(z.record(z.string(), z.unknown())),
})

/** Moves recursive shapes (a comment with its replies) to the shared schemas, under the name of their endpoint. */
function schemaOf(
  endpoint: Endpoint,
  name: string,
  io: 'input' | 'output',
  schemas: Record<string, unknown>,
): ObjectSchema {
  const schema = z.toJSONSchema(endpoint[io], { io, unrepresentable: 'any', cycles: 'ref' })
  const text = JSON.stringify(schema).replaceAll('#/$defs/', `#/components/schemas/${name}_${io}_`)
  const { properties, required, $defs = {} } = z.parse(Described, JSON.parse(text))
  for (const [key, definition] of Object.entries($defs)) schemas[`${name}_${io}_${key}`] = definition
  return { ...(properties ? { properties } : {}), ...(required ? { required } : {}) }
}

function responseOf(endpoint: Endpoint, name: string, schemas: Record<string, unknown>): object {
  return endpoint.produces === 'application/json'
    ? withSuccess(schemaOf(endpoint, name, 'output', schemas))
    : { type: 'string', format: 'binary' }
}

function withSuccess(schema: ObjectSchema): object {
  return {
    type: 'object',
    required: ['success', ...(schema.required ?? [])],
    properties: { success: { type: 'boolean' }, ...schema.properties },
  }
}

function failuresOf(endpoint: Endpoint, facts: ApiFacts): Record<string, object> {
  const byStatus = new Map<number, string[]>()
  for (const code of new Set([...(facts.generalRefusals?.(endpoint) ?? []), ...endpoint.refuses])) {
    const [status, message] = refusals[code]
    byStatus.set(status, [...(byStatus.get(status) ?? []), message])
  }
  const content = failureContent(facts)
  return Object.fromEntries(
    [...byStatus].map(([status, messages]) => [
      String(status),
      { description: messages.join(' · '), content },
    ]),
  )
}
