import type { FastifyInstance } from 'fastify'
import { refuse } from '#contract/kit/refusals.ts'
import { publicBillPath } from '#contract/openData/public.ts'
import { findBillAt } from '#server/legislation/paths/findBill.ts'
import { pathOf, redirectTo } from '#server/legislation/paths/redirect.ts'
import type { Admission } from '#server/platform/http/admission.ts'
import type { ReadLimits } from '#server/platform/http/readLimits.ts'
import type { Pool } from '#server/platform/postgres/db.ts'
import { callerAddress } from '#server/platform/settings/networks.ts'

type AddressParts = { pool: Pool; visitorReads: Admission; readLimits: ReadLimits; rateLimits: boolean }

/**
 * Redirects from a bill's address in the public API, such as /api/public/v1/bills/us/119/hr/1/versions, to the resource
 * under the bill's id. Every spelling of an address works, as it does for people.
 */
export function redirectPublicAddresses(app: FastifyInstance, parts: AddressParts): void {
  const { pool, visitorReads, readLimits, rateLimits } = parts
  const prefix = publicBillPath('')

  app.get(`${prefix}*`, async (request, reply) => {
    if (rateLimits) await readLimits.countVisit(callerAddress(request))
    const path = pathOf(request).slice(prefix.length)
    const [, address = '', resource = ''] = /^(.+?)(\/versions(?:\/\d+\/text)?|\/compare)?$/.exec(path) ?? []
    const found = await visitorReads(() => findBillAt(pool, `/${address}`))
    if (!found) refuse('bill_not_found')
    return redirectTo(request, reply, publicBillPath(found.bill_id) + resource)
  })
}
