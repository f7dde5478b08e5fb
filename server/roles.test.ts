import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { restoreAccount } from '../contract/accounts.ts'
import { openWorld } from './testing/world.ts'

// covers ACC-ROLES-09
test('the pages know visitors and members, and ask nobody for a role', () => {
  const asks = /\b(isAdmin|isModerator|hasRole|(user|me|member)\.roles?\b)/
  // Groups and comments show who is an official or a leader; nowhere else does the label decide anything (R68).
  const asksLabel = /\bmember_type\s*[!=]==/
  const files = readdirSync('web', { recursive: true, encoding: 'utf8' }).filter((name) =>
    /\.tsx?$/.test(name),
  )
  expect(files.length).toBeGreaterThan(50)
  const asking = files.filter((name) => {
    const text = readFileSync(`web/${name}`, 'utf8')
    return asks.test(text) || (asksLabel.test(text) && !/^(groups|comments)\//.test(name))
  })
  expect(asking).toEqual([])
})

// covers ACC-ROLES-10
test('what an operator does is not on the API, and no page leads to it', async () => {
  const world = await openWorld()
  const { body } = await world.send('GET', '/api/openapi.json')
  await world.close()
  // Members restore their own deleted account with a mailed link; operators restore backups.
  const calls = Object.keys(Object(body['paths'])).filter((path) => path !== restoreAccount.path)
  expect(calls.length).toBeGreaterThan(30)
  expect(
    calls.filter((path) => /admin|operator|moderat|suspend|codes|import|restore|repair/i.test(path)),
  ).toEqual([])
  const addresses = readFileSync('web/kit/paths.ts', 'utf8')
  expect(addresses).not.toMatch(/admin|operator|moderat/i)
})
