import { addNote, assignCase, decideCases, getCase, listCases } from '#contract/moderation/cases.ts'
import type { Route } from '#server/platform/http/route/route.ts'
import { assignCase as assign } from './assign.ts'
import { readCase } from './case.ts'
import { decideCases as decide } from './decide.ts'
import { addNote as add } from './notes.ts'
import { operatorRead, operatorWrite } from './operatorRoute.ts'
import { listCases as list } from './queue.ts'

export function caseRoutes({ publicOrigin }: { publicOrigin: string }): Route[] {
  return [
    operatorRead(listCases, ({ db, me, input }) => list(db, me.user_id, input)),
    operatorRead(getCase, async ({ db, input }) => ({ case: await readCase(db, input) })),
    operatorWrite(assignCase, async ({ db, me, input }) => ({ case: await assign(db, me, input) })),
    operatorWrite(addNote, ({ db, me, input }) => add(db, me, input)),
    operatorWrite(decideCases, ({ db, me, input }) => decide(db, { me, input, publicOrigin })),
  ]
}
