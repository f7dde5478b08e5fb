import { spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { chromium, type BrowserContext } from '@playwright/test'
import { getUser, register } from '#contract/accounts/accounts.ts'
import { findFreePort } from '#server/platform/processes/freePort.ts'
import { findBrowser } from '../scripts/browser.mjs'
import type { Stage } from './rows.ts'
import type { Cluster } from './server/cluster.ts'

export type Browser = {
  context: BrowserContext
  /** The origin of the product whose pages it opens. */
  origin: string
  /** The port of its developer tools. */
  toolsPort: number
  close: () => Promise<void>
}

/** What a browser has in its storage while a member is signed in. */
export type Session = { token: string; user: string }

/** Builds the pages if they are out of date. This must run before the products that serve them start. */
export function buildPages(): void {
  const script = fileURLToPath(new URL('../scripts/pages.ts', import.meta.url))
  const { status } = spawnSync(process.execPath, [script], { stdio: 'inherit' })
  if (status !== 0) throw new Error('the build of the pages failed')
}

/** Opens the browser of the tests with an empty profile, signed in as the busiest viewer if `isMember` is true. */
export async function openBrowser(cluster: Cluster, stage: Stage, isMember: boolean): Promise<Browser> {
  const program = await findBrowser()
  const folder = await mkdtemp(join(cluster.folder, 'browser-'))
  const toolsPort = await findFreePort()
  const context = await chromium.launchPersistentContext(folder, {
    executablePath: program.path,
    args: [...program.args, `--remote-debugging-port=${toolsPort}`],
    env: { ...process.env, ...program.env },
    viewport: { width: 1440, height: 900 },
    locale: 'en-US',
  })
  const origin = `http://127.0.0.1:${stage.product.port}`
  if (isMember) await signIn(context, origin, await storedSession(origin, stage))
  return {
    context,
    origin,
    toolsPort,
    async close() {
      await context.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/**
 * What the browser of the busiest viewer has in its storage. This viewer has verified their email and closed the welcome card,
 * like most members who open the feed.
 */
export async function storedSession(origin: string, { pool, viewers }: Stage): Promise<Session> {
  const { user_id, token } = viewers[0]!
  await pool`update users set email_verified_at = coalesce(email_verified_at, now()) where user_id = ${user_id}`
  await pool`insert into welcomes (user_id, closed_at) values (${user_id}, now()) on conflict do nothing`
  const response = await fetch(origin + getUser.path.replace(':id', user_id), {
    headers: { authorization: `Bearer ${token}` },
  })
  const { user } = getUser.output.parse(await response.json())
  return { token, user: JSON.stringify({ ...user, address: null, welcome: null }) }
}

/** Registers a member, and returns what their browser has in its storage when it opens the feed for the first time. */
export async function newcomerSession(origin: string, { pool }: Stage): Promise<Session> {
  const code = `NEW-${randomUUID().slice(0, 8).toUpperCase()}`
  await pool`insert into access_codes (code, note) values (${code}, 'bench')`
  const response = await fetch(origin + register.path, {
    method: register.method,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      full_name: 'Nina Newcomer',
      username: code.toLowerCase().replace('-', '_'),
      email: `${code.toLowerCase()}@example.org`,
      access_code: code,
      address: '',
      password: `${randomUUID()} of a newcomer`,
    }),
  })
  const { token, user } = register.output.parse(await response.json())
  return { token, user: JSON.stringify(user) }
}

/** Writes the session to the storage of this origin so that the sign-in screen is not needed. */
export async function signIn(context: BrowserContext, origin: string, session: Session): Promise<void> {
  const page = await context.newPage()
  await page.goto(`${origin}/robots.txt`)
  await page.evaluate(({ token, user }) => {
    localStorage.setItem('token', token)
    localStorage.setItem('user', user)
  }, session)
  await page.close()
}
