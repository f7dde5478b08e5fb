import * as mentions from '#contract/mentions.ts'
import * as search from '#contract/search.ts'
import { read } from '#server/platform/http/route/read.ts'
import { listMentioned, suggestMentions } from './mentions.ts'
import { searchEverything } from './search.ts'

export const searchRoutes = [
  // These reads count like a list of members, because they find members.
  read(search.searchEverything, ({ db, me, input }) => searchEverything(db, me, input), { reads: 'people' }),
  read(
    mentions.suggestMentions,
    async ({ db, me, input }) => ({ people: await suggestMentions(db, me, input) }),
    { reads: 'people' },
  ),
  read(
    mentions.listMentioned,
    async ({ db, input }) => ({ usernames: await listMentioned(db, input.usernames) }),
    { reads: 'people' },
  ),
]
