import * as committees from '#contract/hearings.ts'
import { refuse } from '#contract/kit/refusals.ts'
import { read } from '#server/platform/http/route/read.ts'
import { selectCommittee, selectCommitteeBills } from './queries.ts'

export const committeeRoutes = [
  read(committees.getCommittee, async ({ db, me, input: { id, ...page } }) => {
    const [committee, bills] = await Promise.all([
      selectCommittee(db, me, id),
      selectCommitteeBills(db, id, page),
    ])
    if (!committee) refuse('committee_not_found')
    return { ...committee, ...bills }
  }),
]
