import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { restoreAccount } from '../contract/accounts.ts'
import { startTestServer } from './testing/testServer.ts'

// covers ACC-ROLES-09
test('the pages distinguish visitors from members and check no roles', () => {
  const rolePattern = /\b(isAdmin|isModerator|hasRole|(user|me|member)\.roles?\b)/
  // Groups and the author line show the label of an official or a leader. It must not decide anything elsewhere.
  const labelPattern = /\bmember_type\s*[!=]==/
  const files = readdirSync('web', { recursive: true, encoding: 'utf8' }).filter((name) =>
    /\.tsx?$/.test(name),
  )
  expect(files.length).toBeGreaterThan(50)
  const matching = files.filter((name) => {
    const text = readFileSync(`web/${name}`, 'utf8')
    return rolePattern.test(text) || (labelPattern.test(text) && !/^(groups\/|people\/AuthorLine)/.test(name))
  })
  expect(matching).toEqual([])
})

// covers ACC-ROLES-10
test('operator actions are not part of the API and no page leads to them', async () => {
  const app = await startTestServer()
  const { body } = await app.send('GET', '/api/openapi.json')
  await app.close()
  // Members restore their own deleted account with a link from an email. Operators restore backups.
  const calls = Object.keys(Object(body['paths'])).filter((path) => path !== restoreAccount.path)
  expect(calls.length).toBeGreaterThan(30)
  expect(
    calls.filter((path) => /admin|operator|moderat|suspend|codes|import|restore|repair/i.test(path)),
  ).toEqual([])
  const addresses = readFileSync('web/kit/paths.ts', 'utf8')
  expect(addresses).not.toMatch(/admin|operator|moderat/i)
})
