import { fileURLToPath } from 'node:url'
import { test as base, type Page } from '@playwright/test'
import { getUser, updateWelcome } from '#contract/accounts/accounts.ts'
import { hashPassword } from '#server/members/accounts/password/passwords.ts'
import { defaultPushServices } from '#server/platform/settings/pushServices.ts'
import { startTestServer, type Person, type TestServer } from '#server/testing/testServer.ts'

/** The folder of the built pages. The environment variable PAGES_DIST replaces it with pages from another build. */
export const dist = process.env.PAGES_DIST ?? fileURLToPath(new URL('../../dist', import.meta.url))

export const goodPassword = 'correct horse battery'

type Fixtures = {
  /**
   * The whole product. The tests of a file share it and its database, so each test uses names that no other test of the
   * file uses. No file sees what another has left.
   */
  app: TestServer
  failOnViolation: void
  showFaults: void
}

/** Returns the product of this file of tests, and ends that of the file before. */
type AppOfFile = (file: string) => Promise<TestServer>

/** Playwright's `test` with a running product: `app` creates members and bills, and URLs are relative to it. */
export const test = base.extend<Fixtures, { appOfFile: AppOfFile }>({
  appOfFile: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the needed fixtures from the pattern
    async ({}, provide) => {
      const running = new Map<string, TestServer>()
      const close = async () => {
        await Promise.all([...running.values()].map((app) => app.close()))
        running.clear()
      }
      await provide(async (file) => {
        const app = running.get(file)
        if (app) return app
        await close()
        const started = await startTestServer({ pushServices: defaultPushServices }, dist, {
          gazetteer: true,
        })
        running.set(file, started)
        return started
      })
      await close()
    },
    { scope: 'worker' },
  ],
  app: async ({ appOfFile }, provide, { file }) => {
    await provide(await appOfFile(file))
  },
  baseURL: async ({ app }, provide) => {
    await provide(app.origin)
  },
  /** Attaches the errors that the server logged during a failed test to the report of that test. */
  showFaults: [
    async ({ app }, provide, testInfo) => {
      const countBefore = app.logLines.length
      await provide()
      const faults = app.logLines.slice(countBefore).filter((line) => /^\{"level":[56]0/.test(line))
      if (testInfo.status !== testInfo.expectedStatus && faults.length > 0) {
        await testInfo.attach('server faults', { body: faults.join(''), contentType: 'text/plain' })
      }
    },
    { auto: true },
  ],
  // The page must never violate its own security policy.
  failOnViolation: [
    async ({ page }, provide) => {
      const violations: string[] = []
      page.on('console', (message) => {
        if (/Content Security Policy|Trusted ?Type/i.test(message.text())) violations.push(message.text())
      })
      await provide()
      base.expect(violations).toEqual([])
    },
    { auto: true },
  ],
})

export { expect } from '@playwright/test'
export type { Person, TestServer }

let lastNumber = 0

/** A name that no other test of this worker uses. */
export function uniqueName(stem: string): string {
  lastNumber += 1
  return `${stem}${lastNumber}`
}

/**
 * Signs the browser in as this member without the sign-in screen. It also closes the welcome card, because most members
 * have closed theirs.
 */
export async function signIn(page: Page, person: Person, origin = '') {
  // The server refuses this request from a deactivated member, who never sees the card anyway.
  await Promise.all([person.request(updateWelcome, { closed: true }), signInAsNewcomer(page, person, origin)])
}

/** Signs in a member who may see the welcome card. */
export async function signInAsNewcomer(page: Page, person: Person, origin = '') {
  // Any small page of the same origin gives access to its storage.
  const [{ user }] = await Promise.all([
    person.call(getUser, { id: person.user_id }),
    page.goto(`${origin}/robots.txt`),
  ])
  await page.evaluate(
    ([token, stored]) => {
      localStorage.setItem('token', token!)
      localStorage.setItem('user', stored!)
    },
    [person.token!, JSON.stringify({ ...user, address: null })],
  )
}

let passwordHash: Promise<string> | null = null

/** Lets a member sign in with `goodPassword`, and closes their welcome card as `signIn` does. */
export async function setPassword(app: TestServer, person: Person) {
  passwordHash ??= hashPassword(goodPassword)
  await app.pool`update users set password_hash = ${await passwordHash} where user_id = ${person.user_id}`
  await app.pool`
    insert into welcomes (user_id, closed_at) values (${person.user_id}, now()) on conflict do nothing`
}

/** Creates an access code that can be used this many times. */
export async function issueCode(app: TestServer, uses = 1): Promise<string> {
  const code = `E2E-${Math.random().toString(36).slice(2, 10).toUpperCase()}`
  await app.pool`insert into access_codes (code, max_uses) values (${code}, ${uses})`
  return code
}

/** Holds back the scripts of the page until the returned function is called. */
export async function holdScripts(page: Page): Promise<() => void> {
  const scripts = Promise.withResolvers<void>()
  await page.route(/\/assets\/.*\.js$/, async (route) => {
    await scripts.promise
    await route.continue()
  })
  return scripts.resolve
}

/** Reads every entry of one of the browser's storages. */
export function storedIn(page: Page, storage: 'localStorage' | 'sessionStorage' = 'localStorage') {
  return page.evaluate(
    (name): Record<string, string> => Object.fromEntries(Object.entries(window[name])),
    storage,
  )
}
