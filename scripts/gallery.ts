import { rm, mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { chromium, type Browser, type Page } from '@playwright/test'
import { createReport } from '#contract/moderation/reports.ts'
import { seedIfEmpty } from '#server/operations/seed/seed.ts'
import { startTestServer } from '#server/testing/testServer.ts'
import setup from '../e2e/support/database.ts'
import {
  openEveryScreenTo,
  prepareEveryScreen,
  screensOf,
  type ScreenRecords,
} from '../e2e/support/everyScreen.ts'
import { galleryPage } from '../e2e/support/gallery/indexPage.ts'
import { takeRow, themes, windows, type Row, type SignedIn } from '../e2e/support/gallery/pictures.ts'
import { states, type Amount, type State } from '../e2e/support/gallery/states.ts'
import { dist, signIn, signInAsNewcomer, type Person, type TestServer } from '../e2e/support/product.ts'
import { findBrowser } from './browser.mjs'

// `npm run gallery` shows every screen in every state, size and theme on one page. The options limit it, and each can be
// repeated: --screen bill --state many --width 390 --theme dark --language en --folder /tmp/gallery
// Without --language, only the full instance is shown in Spanish too. With it, every state is in the chosen languages.
const root = fileURLToPath(new URL('..', import.meta.url))
/** Two cores are busy with three, because a page often waits for the server. */
const pagesAtOnce = 3

const list = { type: 'string', multiple: true, default: [] as string[] } as const
const { values: options } = parseArgs({
  options: {
    screen: list,
    state: list,
    width: list,
    theme: list,
    language: list,
    folder: { type: 'string', default: join(root, 'screenshots/gallery') },
    help: { type: 'boolean', default: false },
  },
})

/** A URL that contains it needs a record. */
const absent = 'absent-record'
const noRecords: ScreenRecords = {
  billId: absent,
  billPath: absent,
  commentId: absent,
  versionedBillId: absent,
  query: 'clinic',
  username: absent,
  repId: absent,
  committeeId: absent,
  voteId: absent,
  groupId: absent,
}
const everyScreen = Object.values(screensOf(noRecords)).flat()
const choices: Record<Choice, string[]> = {
  screen: everyScreen.map(({ name }) => name),
  state: [...new Set(states.map(({ name }) => name))],
  width: [...windows.keys()].map(String),
  theme: [...themes],
  language: ['en', 'es'],
}
if (options.help) {
  for (const [choice, values] of Object.entries(choices)) console.log(`--${choice} ${values.join('|')}`)
  process.exit()
}
refuseUnknown('screen')
refuseUnknown('state')
refuseUnknown('width')
refuseUnknown('theme')
refuseUnknown('language')
const widths = [...windows.keys()].filter((width) => isChosen('width', String(width)))
const chosenThemes = themes.filter((theme) => isChosen('theme', theme))
const chosenStates = states
  .filter(({ name }) => isChosen('state', name))
  .flatMap((state) =>
    options.language.length === 0
      ? [state]
      : options.language
          // The full instance has a state of its own for Spanish, which would be taken twice.
          .filter((language) => state.language === undefined || state.language === language)
          .filter((language) => !(state.language === undefined && hasOwnState(state.name, language)))
          .map((language) => stateIn(state, language)),
  )

function stateIn(state: State, language: string): State {
  return { ...state, language }
}

function hasOwnState(name: string, language: string): boolean {
  return states.some((state) => state.name === name && state.language === language)
}

type Choice = 'screen' | 'state' | 'width' | 'theme' | 'language'

function isChosen(choice: Choice, value: string): boolean {
  return options[choice].length === 0 || options[choice].includes(value)
}

function refuseUnknown(choice: Choice) {
  const unknown = options[choice].find((value) => !choices[choice].includes(value))
  if (unknown === undefined) return
  console.error(`There is no ${choice} "${unknown}". These exist: ${choices[choice].join(', ')}`)
  process.exit(1)
}

/** Signs in Maya, who gets every role, and finds the records of the demo that have the most content. */
async function prepareDemo(app: TestServer): Promise<{ me: Person; records: ScreenRecords }> {
  await seedIfEmpty(app.pool, true, () => {})
  const [row] = await app.pool<(Omit<ScreenRecords, 'query'> & { user_id: string; email: string })[]>`
    select u.user_id, u.email, b.bill_id as "billId", '/' || b.path as "billPath",
           (select comment_id from bill_comments c where c.bill_id = b.bill_id and c.user_id <> u.user_id
             order by created_at limit 1) as "commentId",
           (select bill_id from bills where path = 'us/119/hr/99903') as "versionedBillId",
           (select username from users other where other.user_id <> u.user_id and account_status = 'active'
             order by total_comments desc, username limit 1) as username,
           (select rep_id from representatives where rep_name like '%Gillibrand%' limit 1) as "repId",
           (select committee_id from committees order by committee_id limit 1) as "committeeId",
           (select vote_event_id from vote_events v where v.bill_id = b.bill_id order by voted_on limit 1) as "voteId",
           (select group_id from groups where jurisdiction = u.ocd_city_id) as "groupId"
      from users u, bills b
     where u.email = 'maya.okafor@example.org' and exists (select from vote_events v where v.bill_id = b.bill_id)
     order by (select count(*) from bill_comments c where c.bill_id = b.bill_id and c.user_id <> u.user_id) desc
     limit 1`
  const { user_id, email, ...records } = row!
  const me = await app.signInAgain({ user_id, username: 'maya-okafor', email })
  await openEveryScreenTo(app, user_id, records.repId)
  await me.call(createReport, { target_type: 'bill_comment', target_id: records.commentId, reason: 'abuse' })
  return { me, records: { ...records, query: 'health' } }
}

/** Prepares an instance with this amount of records, and returns how to take the rows of one of its states. */
async function prepare(browser: Browser, amount: Amount) {
  const app = await startTestServer({}, dist, { gazetteer: true })
  const prepareRecords = {
    none: async () => ({ me: null, records: noRecords }),
    one: () => prepareEveryScreen(app),
    demo: () => prepareDemo(app),
  }
  const { me, records } = await prepareRecords[amount]()
  // The demo fills only an instance without members, so the newcomer comes last.
  const newcomer = await app.member('newcomer', { full_name: 'Alex Newcomer' })
  if (!me) {
    await app.representative('empty-office')
    await openEveryScreenTo(app, newcomer.user_id, 'empty-office')
  }
  const [asMember, asNewcomer] = await Promise.all([
    storedWhen((page) => signIn(page, me ?? newcomer, app.origin)),
    storedWhen((page) => signInAsNewcomer(page, newcomer, app.origin)),
  ])

  async function storedWhen(act: (page: Page) => Promise<void>): Promise<SignedIn> {
    const context = await browser.newContext()
    await act(await context.newPage())
    const stored = await context.storageState()
    await context.close()
    return stored
  }

  async function takeRows(state: State): Promise<Row[]> {
    // A member whose language is not that of the browser is led to the pages in the member's language.
    await app.pool`update users set language = ${state.language ?? 'en'}`
    await state.change?.(app)
    const { visitor, member } = screensOf(records)
    const jobs = [
      ...visitor.map((screen) => ({ screen, signedIn: undefined })),
      ...member.map((screen) => ({ screen, signedIn: state.newcomer ? asNewcomer : asMember })),
    ].filter(
      ({ screen, signedIn }) =>
        isChosen('screen', screen.name) &&
        !screen.address.includes(absent) &&
        !(state.clientOnly && screen.path === null) &&
        !(state.name === 'newcomer' && !signedIn),
    )
    const rows = new Map<number, Row>()
    const waiting = jobs.entries()
    const work = async () => {
      for (const [index, { screen, signedIn }] of waiting) {
        const row = await takeRow(browser, screen, state, {
          origin: app.origin,
          signedIn,
          folder: options.folder,
          widths,
          themes: chosenThemes,
        })
        rows.set(index, row)
        console.log(
          `${row.state} ${row.language} ${row.screen}${row.failure === null ? '' : `: ${row.failure}`}`,
        )
      }
    }
    await Promise.all(Array.from({ length: pagesAtOnce }, work))
    return jobs.flatMap((_, index) => rows.get(index) ?? [])
  }

  return { takeRows, close: app.close }
}

const began = performance.now()
await rm(options.folder, { recursive: true, force: true })
await mkdir(options.folder, { recursive: true })
const tearDown = await setup()
const { path, args, env } = await findBrowser()
const browser = await chromium.launch({ executablePath: path, args, env: { ...process.env, ...env } })
const rows: Row[] = []
try {
  for (const amount of new Set(chosenStates.map((state) => state.amount))) {
    const instance = await prepare(browser, amount)
    for (const state of chosenStates.filter((each) => each.amount === amount)) {
      rows.push(...(await instance.takeRows(state)))
    }
    await instance.close()
  }
} finally {
  await browser.close()
  await tearDown()
}
const page = join(options.folder, 'index.html')
const byScreen = rows.toSorted((a, b) => nameOrder(a.screen) - nameOrder(b.screen))
await writeFile(page, galleryPage(byScreen, widths, chosenThemes))
const failed = rows.filter(({ failure }) => failure !== null).length
const seconds = Math.round((performance.now() - began) / 1000)
console.log(`${rows.length} rows, ${failed} of them not in their state, in ${seconds} s: ${page}`)
process.exitCode = rows.length === 0 || failed > 0 ? 1 : 0

function nameOrder(name: string): number {
  return everyScreen.findIndex((screen) => screen.name === name)
}
