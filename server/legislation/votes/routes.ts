import { refuse } from '#contract/kit/refusals.ts'
import * as voteEvents from '#contract/votes/votes.ts'
import { read } from '#server/platform/http/route/read.ts'
import { compareVotes } from './compareVotes.ts'
import {
  billExists,
  representativeExists,
  listBillVotes,
  getRepresentative,
  listRepresentativeVotes,
  selectRoll,
  selectStancesAndVotes,
  selectVoteEvent,
} from './queries.ts'

export const voteEventRoutes = [
  read(voteEvents.listBillVotes, async ({ db, me, input }) => {
    const response = await listBillVotes(db, me, input)
    if (response.pagination.total === 0 && !(await billExists(db, input.id))) refuse('bill_not_found')
    return response
  }),
  read(voteEvents.getVoteEvent, async ({ db, me, input }) => {
    const [event, votes] = await Promise.all([
      selectVoteEvent(db, me, input.id),
      selectRoll(db, me, input.id),
    ])
    if (!event) refuse('vote_not_found')
    return { ...event, votes }
  }),
  read(voteEvents.getRepresentative, async ({ db, me, input }) => {
    const profile = await getRepresentative(db, me, input.id)
    if (!profile) refuse('representative_not_found')
    return profile
  }),
  read(voteEvents.listRepresentativeVotes, async ({ db, me, input }) => {
    if (!(await representativeExists(db, input.id))) refuse('representative_not_found')
    return listRepresentativeVotes(db, me, input)
  }),
  read(voteEvents.getAgreement, async ({ db, me, input }) => {
    if (!(await representativeExists(db, input.id))) refuse('representative_not_found')
    return compareVotes(await selectStancesAndVotes(db, me, input.id, voteEvents.maxCompared))
  }),
]
