import type { FastifyRequest } from 'fastify'
import type * as z from 'zod/mini'
import type { Endpoint } from '#contract/kit/endpoint.ts'
import { Refusal } from '#contract/kit/refusals.ts'
import { isStorable, unstorableText } from '#contract/kit/text.ts'

const generic = 'Invalid request'

/**
 * Validates the query (of GET and DELETE), the body and the path parameters together. Path parameters take precedence.
 * An empty query value counts as missing. The refusal has the message of the first issue, and lists every field whose
 * rule has its own message.
 */
export function readInput<I extends z.ZodMiniObject>(
  endpoint: Pick<Endpoint, 'method'> & { input: I },
  request: FastifyRequest,
): z.output<I> {
  const parsed = endpoint.input.safeParse({
    ...(endpoint.method === 'GET' || endpoint.method === 'DELETE' ? nonEmptyValues(request.query) : {}),
    ...(endpoint.method === 'GET' ? {} : bodyFields(request.body)),
    ...nonEmptyValues(request.params),
  })
  if (parsed.success) {
    const field = Object.entries(parsed.data).find(([, value]) => !isStorable(value))?.[0]
    if (field === undefined) return parsed.data
    throw new Refusal('invalid_request', { words: unstorableText, fields: { [field]: unstorableText } })
  }

  const fields: Record<string, string> = {}
  for (const issue of parsed.error.issues) {
    const field = String(issue.path[0] ?? '')
    if (issue.message !== generic) fields[field] ??= issue.message
  }
  const message = parsed.error.issues[0]?.message ?? generic
  const hasFields = Object.keys(fields).length > 0 && endpoint.method !== 'GET'
  throw new Refusal('invalid_request', hasFields ? { words: message, fields } : { words: message })
}

function nonEmptyValues(record: unknown): Record<string, unknown> {
  if (typeof record !== 'object' || record === null) return {}
  return Object.fromEntries(Object.entries(record).filter(([, value]) => value !== ''))
}

function bodyFields(body: unknown): Record<string, unknown> {
  if (body === undefined || body === null) return {}
  if (typeof body !== 'object' || Array.isArray(body)) throw new Refusal('invalid_request')
  return { ...body }
}
