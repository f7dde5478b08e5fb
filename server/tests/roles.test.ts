import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { restoreAccount } from '#contract/accounts/accounts.ts'
import { decideAppeal, listAppeals } from '#contract/moderation/appeals.ts'
import { addNote, assignCase, decideCases, getCase, listCases } from '#contract/moderation/cases.ts'
import { startTestServer } from '#server/testing/testServer.ts'

// covers ACC-ROLES-09
test('only the account menu, the session and the screens of operators know of operator roles', () => {
  const rolePattern = /\b(isAdmin|isModerator|hasRole|operatorRoles?|(user|me|member)\.roles?\b)/
  const mayKnow = /^(app\/AccountMenu|kit\/session\/sessionUser|moderation\/|administration\/)/
  // Groups, updates and the author line show the label of an official or a leader, and administrators set it. The label must not
  // decide anything elsewhere.
  const labelPattern = /\bmember_type\s*[!=]==/
  const files = readdirSync('web', { recursive: true, encoding: 'utf8' }).filter((name) =>
    /\.tsx?$/.test(name),
  )
  expect(files.length).toBeGreaterThan(50)
  const matching = files.filter((name) => {
    const text = readFileSync(`web/${name}`, 'utf8')
    return (
      (rolePattern.test(text) && !mayKnow.test(name)) ||
      (labelPattern.test(text) &&
        !/^(groups\/|alerts\/ActivityEntry|people\/AuthorLine|administration\/)/.test(name))
    )
  })
  expect(matching).toEqual([])
})

// covers ACC-ROLES-10
test('the only operator calls are those of the screens for operators, and no member without a role can make them', async () => {
  const app = await startTestServer()
  const { body } = await app.send('GET', '/api/openapi.json')
  // Members restore their own deleted account with a link from an email. Operators restore backups.
  const calls = Object.keys(Object(body['paths'])).filter((path) => path !== restoreAccount.path)
  expect(calls.length).toBeGreaterThan(30)
  const isOperatorCall = /admin|operator|moderat|suspend|codes|import|restore|repair|roles/i
  expect(calls.filter((path) => isOperatorCall.test(path)).toSorted()).toEqual([
    '/api/administration',
    '/api/administration/branding',
    '/api/administration/branding/logo',
    '/api/administration/codes',
    '/api/administration/codes/{code}/members',
    '/api/administration/codes/{code}/revoke',
    '/api/administration/emails/{email_id}/retry',
    '/api/administration/invitation-cards',
    '/api/administration/invitations',
    '/api/administration/members/find',
    '/api/administration/members/{user_id}',
    '/api/administration/members/{user_id}/change',
    '/api/administration/operation',
    '/api/administration/statistics',
    '/api/administration/test-email',
    '/api/administration/weekly-email',
    '/api/moderation/appeals',
    '/api/moderation/appeals/{appeal_id}',
    '/api/moderation/cases',
    '/api/moderation/cases/{target_type}/{target_id}',
    '/api/moderation/cases/{target_type}/{target_id}/assign',
    '/api/moderation/cohorts',
    '/api/moderation/cohorts/{cohort_id}',
    '/api/moderation/cohorts/{cohort_id}/members',
    '/api/moderation/cohorts/{cohort_id}/members/{user_id}/decide',
    '/api/moderation/decisions',
    '/api/moderation/members/{user_id}/notes',
  ])
  const maya = await app.member('maya')
  const key = { target_type: 'user' as const, target_id: maya.user_id }
  expect(await maya.refusal(listCases, {})).toBe('not_found')
  expect(await maya.refusal(getCase, key)).toBe('not_found')
  expect(await maya.refusal(addNote, { user_id: maya.user_id, content: 'None' })).toBe('not_found')
  expect(await maya.refusal(listAppeals, {})).toBe('not_found')
  const appeal = { appeal_id: maya.user_id, outcome: 'upheld' as const, answer: 'None' }
  expect(await maya.refusal(decideAppeal, appeal)).toBe('not_found')
  expect(await maya.refusal(assignCase, { ...key, assigned: true })).toBe('not_found')
  expect(await maya.refusal(decideCases, { cases: [key], decision: 'dismiss', reason: 'None' })).toBe(
    'not_found',
  )
  await app.close()
})
