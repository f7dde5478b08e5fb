import type { FastifyInstance } from 'fastify'
import { refuse } from '#contract/kit/refusals.ts'
import { publicBillPath } from '#contract/openData/public.ts'
import { findBill } from '#server/legislation/paths/findBill.ts'
import { pathOf, redirectTo } from '#server/legislation/paths/redirect.ts'
import type { Admission } from '#server/platform/http/admission.ts'
import type { ReadLimits } from '#server/platform/http/readLimits.ts'
import type { Pool } from '#server/platform/postgres/db.ts'
import { callerIp } from '#server/platform/settings/networks.ts'

type PathParts = { pool: Pool; visitorReads: Admission; readLimits: ReadLimits; rateLimits: boolean }

/**
 * Redirects from a bill's path in the public API, such as /api/public/v1/bills/us/119/hr/1/versions, to the resource
 * under the bill's id. Every spelling of a path works, as it does for people.
 */
export function redirectPublicPaths(app: FastifyInstance, parts: PathParts): void {
  const { pool, visitorReads, readLimits, rateLimits } = parts
  const prefix = publicBillPath('')

  app.get(`${prefix}*`, async (request, reply) => {
    if (rateLimits) await readLimits.countVisit(callerIp(request))
    const path = pathOf(request).slice(prefix.length)
    const [, billPath = '', resource = ''] = /^(.+?)(\/versions(?:\/\d+\/text)?|\/compare)?$/.exec(path) ?? []
    const match = await visitorReads(() => findBill(pool, `/${billPath}`))
    if (!match) refuse('bill_not_found')
    return redirectTo(request, reply, publicBillPath(match.bill_id) + resource)
  })
}
