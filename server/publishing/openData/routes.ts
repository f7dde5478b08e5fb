import { refuse } from '#contract/kit/refusals.ts'
import * as keys from '#contract/openData/apiKeys.ts'
import * as api from '#contract/openData/public.ts'
import type { AccountRules } from '#server/members/accounts/rules.ts'
import { confirmSecondStep } from '#server/members/accounts/secondFactor/confirmSecondStep.ts'
import { read } from '#server/platform/http/route/read.ts'
import type { Route } from '#server/platform/http/route/route.ts'
import { write, writePrepared } from '#server/platform/http/route/write.ts'
import type { LimitRule } from '#server/platform/limits/limits.ts'
import { attemptWindows } from '#server/platform/limits/windows.ts'
import { createApiKey, revokeApiKey, listApiKeys } from './keys.ts'
import { publicReads } from './publicRoute.ts'
import { hasBill, getPublicBill, listPublicBills } from './records/bills.ts'
import { getPublicCommittee, listPublicCommittees } from './records/committees.ts'
import { listPublicEvents, listPublicJurisdictions } from './records/events.ts'
import { listPublicRepresentatives, getPublicRepresentative, listPublicSessions } from './records/people.ts'
import { listPublicAggregates, listPublicUpdates } from './records/updates.ts'
import { comparePublicVersions, getPublicVersionText, listPublicVersions } from './records/versions.ts'
import { getPublicVoteEvent, listPublicVoteEvents } from './records/votes.ts'

/** The maximum number of keys that a member can create in a day, including revoked ones. */
const newKeyLimit: LimitRule = { rule: 'api keys', attempts: 20, seconds: 24 * 60 * 60 }

/** The routes with which members manage their keys. They belong to the API of the pages. */
export const keyRoutes = (rules: AccountRules) => [
  read(keys.listApiKeys, async ({ db, me }) => ({ keys: await listApiKeys(db, me) })),
  writePrepared(
    keys.createApiKey,
    async ({ pool, me, input, caller }) => {
      await confirmSecondStep(pool, me, input, { caller, rules })
      return ({ db }) => createApiKey(db, me, input.name ?? '', caller)
    },
    { limit: newKeyLimit },
  ),
  write(keys.revokeApiKey, async ({ db, me, input }) => {
    await revokeApiKey(db, me, input.id)
    return {}
  }),
]

export function publicRoutes(): Route[] {
  const publicRead = publicReads(attemptWindows(60 * 60_000))
  return [
    publicRead(api.listPublicBills, ({ db, input }) => listPublicBills(db, input)),
    publicRead(api.getPublicBill, async ({ db, input }) => ({
      bill: (await getPublicBill(db, input.id)) ?? refuse('bill_not_found'),
    })),
    publicRead(api.listPublicVersions, async ({ db, input }) => {
      const versions = await listPublicVersions(db, input.id)
      if (versions.length === 0 && !(await hasBill(db, input.id))) refuse('bill_not_found')
      return { versions }
    }),
    publicRead(api.getPublicVersionText, ({ db, input }) => getPublicVersionText(db, input)),
    // The route reads from the primary, because the first comparison of two versions stores its result.
    publicRead(api.comparePublicVersions, ({ db, input }) => comparePublicVersions(db, input), {
      onPrimary: true,
    }),
    publicRead(api.listPublicVoteEvents, ({ db, input }) => listPublicVoteEvents(db, input)),
    publicRead(
      api.getPublicVoteEvent,
      async ({ db, input }) => (await getPublicVoteEvent(db, input.id)) ?? refuse('vote_not_found'),
    ),
    publicRead(api.listPublicRepresentatives, ({ db, input }) => listPublicRepresentatives(db, input)),
    publicRead(api.getPublicRepresentative, async ({ db, input }) => ({
      representative: (await getPublicRepresentative(db, input.id)) ?? refuse('representative_not_found'),
    })),
    publicRead(api.listPublicJurisdictions, ({ db, input }) => listPublicJurisdictions(db, input)),
    publicRead(api.listPublicCommittees, ({ db, input }) => listPublicCommittees(db, input)),
    publicRead(
      api.getPublicCommittee,
      async ({ db, input }) => (await getPublicCommittee(db, input.id)) ?? refuse('committee_not_found'),
    ),
    publicRead(api.listPublicEvents, ({ db, input }) => listPublicEvents(db, input)),
    publicRead(api.listPublicSessions, ({ db, input }) => listPublicSessions(db, input)),
    publicRead(api.listPublicUpdates, ({ db, input }) => listPublicUpdates(db, input)),
    publicRead(api.listPublicAggregates, ({ db, input }) => listPublicAggregates(db, input)),
  ]
}
