import { expect, type Page } from '@playwright/test'
import { setBrowserFont } from '../layout.ts'
import type { TestServer } from '../product.ts'

/** The records that an instance has: none, one of everything, or the bundled bills with the demo members. */
export type Amount = 'none' | 'one' | 'demo'

export type State = {
  name: string
  /** One sentence for the reader of the gallery. */
  about: string
  amount: Amount
  language?: string
  /** The state is one of the client, so a page that the server writes does not have it. */
  clientOnly?: true
  /** The state is that of a member who registered a moment ago. */
  newcomer?: true
  /** Changes the records of the instance. The states that follow see the change. */
  change?: (app: TestServer) => Promise<unknown>
  /** Opens the screen. Without it, the screen is opened and shown whole. */
  open?: (page: Page, address: string) => Promise<void>
}

/** In Hebrew, because the Chromium of the dependencies has no font for Arabic. */
const rightToLeftNames = ['נעמי א. שלום', 'דוד בן־עמי', 'שמואל (סמי) חדד', 'רות כהן 3']
const longName = 'Maximiliana Alexandra Featherstonehaugh-Wolfeschlegelstein of Winchesterfield III'
const longTitle =
  ' and to provide for the interjurisdictional telecommunications-infrastructure reauthorization of nonprofit transportation authorities, and for other purposes related to the administration thereof'

/** Every call but the one that restores the session. */
const recordCall = /\/api\/(?!users\/[0-9a-f-]{36}$)/

/** How the text of every placeholder begins. */
const loading = /^(Loading|Cargando)/

/** In the order in which they are shown. The last two change names and titles, so they come after all others. */
export const states: readonly State[] = [
  { name: 'empty', about: 'An instance without records, for a newcomer.', amount: 'none', newcomer: true },
  { name: 'one', about: 'One of everything.', amount: 'one' },
  { name: 'many', about: 'The bundled bills and the demo members.', amount: 'demo' },
  {
    name: 'newcomer',
    about: 'A member who registered a moment ago and has no address.',
    amount: 'demo',
    clientOnly: true,
    newcomer: true,
  },
  {
    name: 'loading',
    about: 'The code of the page has not arrived.',
    amount: 'demo',
    clientOnly: true,
    async open(page, address) {
      await page.route(/\/assets\/.*\.js$/, () => {})
      await page.goto(address, { waitUntil: 'commit' })
      // What the server wrote for a member shows a moment later than for a visitor.
      await page.locator('main, #early, [role="status"]').first().waitFor({ timeout: 5_000 })
    },
  },
  {
    name: 'slow',
    about: 'The code has arrived, and no record has.',
    amount: 'demo',
    clientOnly: true,
    async open(page, address) {
      await page.route(recordCall, () => {})
      await page.goto(address)
      // The placeholders are shown after a moment, and a screen without records has none.
      await page
        .getByText(loading)
        .first()
        .waitFor({ state: 'attached', timeout: 1_500 })
        .catch(() => {})
    },
  },
  {
    name: 'failed',
    about: 'The server answers every request with a failure.',
    amount: 'demo',
    clientOnly: true,
    async open(page, address) {
      await page.route(recordCall, (route) => route.fulfill({ status: 500, json: { success: false } }))
      await page.goto(address)
      await expectLoaded(page)
    },
  },
  {
    name: 'offline',
    about: 'The network was lost after the screen was shown.',
    amount: 'demo',
    clientOnly: true,
    async open(page, address) {
      await showScreen(page, address)
      await page.context().setOffline(true)
    },
  },
  {
    name: 'large-text',
    about: 'The reader has set the text of the browser to 200%.',
    amount: 'demo',
    async open(page, address) {
      await showScreen(page, address)
      await setBrowserFont(page, 32)
    },
  },
  { name: 'many', about: 'In Spanish.', amount: 'demo', language: 'es' },
  {
    name: 'right-to-left',
    about: 'Names of people in Hebrew.',
    amount: 'demo',
    change: async ({ pool }) => {
      const names = rightToLeftNames
      await pool`
        update users set full_name = (${names}::text[])[1 + abs(hashtext(username)) % ${names.length}]`
      await pool`
        update representatives set rep_name = (${names}::text[])[1 + abs(hashtext(rep_id)) % ${names.length}]`
    },
  },
  {
    name: 'long',
    about: 'Very long titles and names.',
    amount: 'demo',
    change: async ({ pool }) => {
      await pool`update bills set title = left(title || ${longTitle}, 500)`
      await pool`update users set full_name = ${longName}`
      await pool`update representatives set rep_name = ${longName}`
    },
  },
]

/** How long a screen may take on a busy machine, in milliseconds. */
export const patience = 60_000

/** Opens a screen and waits until it has loaded. */
export async function showScreen(page: Page, address: string) {
  await page.goto(address)
  await expect(page.getByRole('heading', { level: 1 }).last()).toBeVisible({ timeout: patience })
  await expectLoaded(page)
}

/** Waits until the screen has replaced the page of the server, and no part of it waits for records. */
export async function expectLoaded(page: Page) {
  await expect(page.locator('#early')).toHaveCount(0, { timeout: patience })
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0, { timeout: patience })
  await expect(page.getByText(loading)).toHaveCount(0, { timeout: patience })
}
