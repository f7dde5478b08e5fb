import * as representatives from '../../contract/representatives/representatives.ts'
import { read } from '../http/route/read.ts'
import { write } from '../http/route/write.ts'
import { type ContactRules, contactRepresentative } from './contact.ts'
import { listRepresentatives } from './directory.ts'
import { messageRoutes } from './messages/routes.ts'
import { selectContacts } from './queries.ts'

export function representativeRoutes(rules: ContactRules) {
  return [
    read(representatives.listRepresentatives, ({ db, me, input }) =>
      listRepresentatives(db, me, input, rules),
    ),
    write(representatives.contactRepresentative, async ({ db, me, input, reply }) => ({
      contact: await contactRepresentative(db, me, input, { ...rules, msSinceArrival: reply.elapsedTime }),
    })),
    ...messageRoutes,
    read(representatives.listContacts, ({ db, me, input }) => selectContacts(db, me.user_id, input)),
  ]
}
