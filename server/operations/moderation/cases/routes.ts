import * as cases from '#contract/moderation/cases.ts'
import type { Route } from '#server/platform/http/route/route.ts'
import { assignCase } from './assign.ts'
import { getCase } from './case.ts'
import { decideCases } from './decide.ts'
import { addNote } from './notes.ts'
import { operatorRead, operatorWrite } from './operatorRoute.ts'
import { listCases } from './queue.ts'

export function caseRoutes({ publicOrigin }: { publicOrigin: string }): Route[] {
  return [
    operatorRead(cases.listCases, ({ db, me, input }) => listCases(db, me.user_id, input)),
    operatorRead(cases.getCase, async ({ db, input }) => ({ case: await getCase(db, input) })),
    operatorWrite(cases.assignCase, async ({ db, me, input }) => ({ case: await assignCase(db, me, input) })),
    operatorWrite(cases.addNote, ({ db, me, input }) => addNote(db, me, input)),
    operatorWrite(cases.decideCases, ({ db, me, input }) => decideCases(db, { me, input, publicOrigin })),
  ]
}
