import { expect } from 'vitest'
import { restoreAccount } from '#contract/accounts/accounts.ts'
import { findProblems } from '#server/operations/check/derivedCounts.ts'
import { tokenTo } from '#server/testing/external/mailbox.ts'
import type { Person, TestServer } from '#server/testing/testServer.ts'

/** Undoes the deletion with the link in the email, and checks that every count is correct afterward. */
export async function restoreDeleted(app: TestServer, person: Person): Promise<void> {
  const token = await tokenTo(app, person.email)
  expect((await app.visitor.request(restoreAccount, { token })).status).toBe(200)
  expect(await findProblems(app.pool)).toEqual([])
}
