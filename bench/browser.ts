import { spawnSync } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { chromium, type BrowserContext } from '@playwright/test'
import { getUser } from '../contract/accounts.ts'
import { findBrowser } from '../scripts/browser.mjs'
import { findFreePort, type Place } from './place.ts'
import type { Stage } from './rows.ts'

export type Browser = {
  context: BrowserContext
  /** Of the product whose pages it opens. */
  origin: string
  /** Where its tools for developers listen. */
  toolsPort: number
  close: () => Promise<void>
}

/** Builds the pages when they are out of date: before the products start that serve them. */
export function buildPages(): void {
  const script = fileURLToPath(new URL('../scripts/pages.ts', import.meta.url))
  const { status } = spawnSync(process.execPath, [script], { stdio: 'inherit' })
  if (status !== 0) throw new Error('the pages could not be built')
}

/** The browser of the tests, with nothing in it; signed in as the busiest viewer where `isMember`. */
export async function openBrowser(place: Place, stage: Stage, isMember: boolean): Promise<Browser> {
  const found = await findBrowser()
  const folder = await mkdtemp(join(place.folder, 'browser-'))
  const toolsPort = await findFreePort()
  const context = await chromium.launchPersistentContext(folder, {
    executablePath: found.path,
    args: [...found.args, `--remote-debugging-port=${toolsPort}`],
    env: { ...process.env, ...found.env },
    viewport: { width: 1440, height: 900 },
    locale: 'en-US',
  })
  const origin = `http://127.0.0.1:${stage.product.port}`
  if (isMember) await signIn(context, origin, stage)
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

/** Without the sign-in screen, in the storage that every page of this origin shares. */
async function signIn(context: BrowserContext, origin: string, { viewers }: Stage): Promise<void> {
  const { user_id, token } = viewers[0]!
  const answer = await fetch(origin + getUser.path.replace(':id', user_id), {
    headers: { authorization: `Bearer ${token}` },
  })
  const { user } = getUser.output.parse(await answer.json())
  const page = await context.newPage()
  await page.goto(`${origin}/theme.js`)
  await page.evaluate(
    ([token, stored]) => {
      localStorage.setItem('token', token!)
      localStorage.setItem('user', stored!)
    },
    [token, JSON.stringify({ ...user, address: null })],
  )
  await page.close()
}
