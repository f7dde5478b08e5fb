import { listMentioned, suggestMentions } from '#contract/mentions.ts'
import { searchEverything as endpoint } from '#contract/search.ts'
import { read } from '#server/platform/http/route/read.ts'
import { selectMentioned, selectSuggestedMentions } from './mentions.ts'
import { searchEverything } from './search.ts'

export const searchRoutes = [
  // These reads count like a list of members, because they find members.
  read(endpoint, ({ db, me, input }) => searchEverything(db, me, input), { reads: 'people' }),
  read(
    suggestMentions,
    async ({ db, me, input }) => ({ people: await selectSuggestedMentions(db, me, input) }),
    { reads: 'people' },
  ),
  read(listMentioned, async ({ db, input }) => ({ usernames: await selectMentioned(db, input.usernames) }), {
    reads: 'people',
  }),
]
