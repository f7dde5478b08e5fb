import * as contract from '#contract/moderation/appeals.ts'
import { operatorRead, operatorWrite } from '#server/operations/moderation/cases/operatorRoute.ts'
import { raw } from '#server/platform/http/route/raw.ts'
import type { Route } from '#server/platform/http/route/route.ts'
import { readDecision, sendAppeal } from './appeal.ts'
import { decideAppeal } from './decideAppeal.ts'
import { listAppeals } from './queue.ts'

/**
 * Returns the routes of the appeal page, which needs no session, and of the list of appeals on the moderation screen.
 */
export function appealRoutes(rules: { publicOrigin: string; rateLimits: boolean }): Route[] {
  return [
    raw(contract.readDecision, ({ pool, input, caller }) => readDecision(pool, input, caller, rules)),
    raw(contract.sendAppeal, ({ pool, input, caller }) => sendAppeal(pool, input, caller, rules)),
    operatorRead(contract.listAppeals, ({ db, me, input }) => listAppeals(db, me, input)),
    operatorWrite(contract.decideAppeal, ({ db, me, input }) =>
      decideAppeal(db, me, input, rules.publicOrigin),
    ),
  ]
}
