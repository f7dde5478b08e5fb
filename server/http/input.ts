import type { FastifyRequest } from 'fastify'
import type * as z from 'zod/mini'
import type { Endpoint } from '../../contract/kit/endpoint.ts'
import { Refusal } from '../../contract/kit/refusals.ts'
import { isStorable, unstorableText } from '../../contract/rules/text.ts'

const generic = 'Invalid request'

/**
 * Query (of reads and deletions), body and path words as one checked input; path words win. Empty query values count as
 * absent. Refuses with the first trouble's words, and names every field that has words of its own.
 */
export function readInput<I extends z.ZodMiniObject>(
  endpoint: Pick<Endpoint, 'method'> & { input: I },
  request: FastifyRequest,
): z.output<I> {
  const parsed = endpoint.input.safeParse({
    ...(endpoint.method === 'GET' || endpoint.method === 'DELETE' ? givenWords(request.query) : {}),
    ...(endpoint.method === 'GET' ? {} : bodyFields(request.body)),
    ...givenWords(request.params),
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
  const words = parsed.error.issues[0]?.message ?? generic
  const several = Object.keys(fields).length > 0 && endpoint.method !== 'GET'
  throw new Refusal('invalid_request', several ? { words, fields } : { words })
}

function givenWords(record: unknown): Record<string, unknown> {
  if (typeof record !== 'object' || record === null) return {}
  return Object.fromEntries(Object.entries(record).filter(([, value]) => value !== ''))
}

function bodyFields(body: unknown): Record<string, unknown> {
  if (body === undefined || body === null) return {}
  if (typeof body !== 'object' || Array.isArray(body)) throw new Refusal('invalid_request')
  return { ...body }
}
