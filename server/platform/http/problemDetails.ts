import { STATUS_CODES } from 'node:http'
import type { FastifyRequest } from 'fastify'
import type { RefusalCode } from '#contract/kit/refusals.ts'
import { publicPrefix } from '#contract/openData/public.ts'

export type Failure = {
  status: number
  headers: Record<string, string>
  body: { success: false; error: string; code: RefusalCode; fields?: Record<string, string> }
}

export const problemType = 'application/problem+json'

/**
 * Returns a failure as problem details (RFC 9457) if it is one of the public API and the program asks for them in its
 * Accept header. The code and the fields are the same as in the usual form.
 */
export function inRequestedForm(
  { status, headers, body }: Failure,
  { url, headers: { accept } }: Pick<FastifyRequest, 'url' | 'headers'>,
): { status: number; headers: Record<string, string>; body: object } {
  if (!isPublicApi(url)) return { status, headers, body }
  const varying = { ...headers, vary: 'accept' }
  if (!wantsProblemDetails(accept)) return { status, headers: varying, body }
  const { error, code, fields } = body
  return {
    status,
    headers: { ...varying, 'content-type': `${problemType}; charset=utf-8` },
    body: {
      type: 'about:blank',
      title: STATUS_CODES[status] ?? 'Error',
      status,
      detail: error,
      code,
      ...(fields ? { fields } : {}),
    },
  }
}

function isPublicApi(url: string): boolean {
  const [path = ''] = url.split('?')
  return path === publicPrefix || path.startsWith(`${publicPrefix}/`)
}

/** True if problem details are named and at least as welcome as plain JSON. A wildcard does not name them. */
function wantsProblemDetails(accept = ''): boolean {
  const quality = qualityOf(accept, problemType)
  return quality > 0 && quality >= qualityOf(accept, 'application/json')
}

/** Returns the quality that an Accept header gives to a media type, from 0 to 1. */
function qualityOf(accept: string, type: string): number {
  for (const range of accept.toLowerCase().split(',')) {
    const [name, ...parameters] = range.split(';').map((part) => part.trim())
    if (name !== type) continue
    const quality = parameters.find((parameter) => parameter.startsWith('q='))
    return quality === undefined ? 1 : Number(quality.slice(2)) || 0
  }
  return 0
}
