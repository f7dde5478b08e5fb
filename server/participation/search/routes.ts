import { searchEverything as endpoint } from '#contract/search.ts'
import { read } from '#server/platform/http/route/read.ts'
import { searchEverything } from './search.ts'

export const searchRoutes = [
  // The read counts like a list of members, because it finds members.
  read(endpoint, ({ db, me, input }) => searchEverything(db, me, input.q, input.size), { reads: 'people' }),
]
