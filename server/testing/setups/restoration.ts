import { expect } from 'vitest'
import { restoreAccount } from '../../../contract/accounts.ts'
import { findProblems } from '../../check/derivedCounts.ts'
import { tokenTo } from '../external/mailbox.ts'
import type { Person, World } from '../world.ts'

/** Undoes the deletion with the link in the email, and checks that every count is correct afterward. */
export async function restoreDeleted(world: World, person: Person): Promise<void> {
  const token = await tokenTo(world, person.email)
  expect((await world.visitor.ask(restoreAccount, { token })).status).toBe(200)
  expect(await findProblems(world.pool)).toEqual([])
}
