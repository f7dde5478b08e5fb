import * as representatives from '../../contract/representatives.ts'
import { route } from '../http/route.ts'
import { type ContactRules, contactRepresentative } from './contact.ts'
import { listRepresentatives } from './directory.ts'
import { selectContacts } from './queries.ts'

export function representativeRoutes(rules: ContactRules) {
  return [
    route(representatives.listRepresentatives, ({ db, me, input }) =>
      listRepresentatives(db, me, input, rules),
    ),
    route(representatives.contactRepresentative, async ({ db, me, input }) => ({
      contact: await contactRepresentative(db, me, input, rules),
    })),
    route(representatives.listContacts, ({ db, me, input }) => selectContacts(db, me.user_id, input)),
  ]
}
