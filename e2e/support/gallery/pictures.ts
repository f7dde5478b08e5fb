import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Browser, Page } from '@playwright/test'
import { waitUntilStill } from '../axe.ts'
import type { Screen } from '../everyScreen.ts'
import { patience, showScreen, type State } from './states.ts'

/** The width of each window with its height. */
export const windows: ReadonlyMap<number, number> = new Map([
  [360, 780],
  [390, 844],
  [768, 1024],
  [1024, 768],
  [1440, 900],
  [1920, 1080],
])
export const themes = ['light', 'dark'] as const
export type Theme = (typeof themes)[number]

/** Longer pages are cut off, because nobody looks at their end and their pictures take most of the time. */
const longest = 5_000

export type Row = {
  screen: string
  state: string
  about: string
  language: string
  address: string
  pictures: { width: number; theme: Theme; file: string }[]
  /** Why the screen could not be shown as the state says. */
  failure: string | null
}

/** What the browser stores for a person, by the name that Playwright has for it. */
export type SignedIn = Awaited<ReturnType<Awaited<ReturnType<Browser['newContext']>>['storageState']>>

/** Shows a screen in a state and takes a picture of it in each width and theme. */
export async function takeRow(
  browser: Browser,
  screen: Screen,
  state: State,
  options: {
    origin: string
    signedIn?: SignedIn | undefined
    folder: string
    widths: number[]
    themes: readonly Theme[]
  },
): Promise<Row> {
  const language = state.language ?? 'en'
  const context = await browser.newContext({
    baseURL: options.origin,
    locale: `${language}-US`,
    timezoneId: 'America/New_York',
    reducedMotion: 'reduce',
    serviceWorkers: 'block',
    viewport: { width: options.widths[0]!, height: windows.get(options.widths[0]!)! },
    ...(options.signedIn ? { storageState: options.signedIn } : {}),
  })
  const page = await context.newPage()
  page.setDefaultTimeout(patience)
  const { name, address } = screen
  const row: Row = {
    screen: name,
    state: state.name,
    about: state.about,
    language,
    address,
    pictures: [],
    failure: null,
  }
  await mkdir(join(options.folder, name), { recursive: true })
  try {
    // A screen that does not reach its state is shown as it is.
    await (state.open ?? showScreen)(page, address).catch((error: unknown) => {
      row.failure = firstLine(error)
    })
    for (const theme of options.themes) {
      await page.emulateMedia({ colorScheme: theme })
      for (const width of options.widths) {
        await page.setViewportSize({ width, height: windows.get(width)! })
        const file = `${name}/${state.name}-${language}-${width}-${theme}.jpg`
        await takePicture(page, join(options.folder, file), width)
        row.pictures.push({ width, theme, file })
      }
    }
  } catch (error) {
    row.failure = firstLine(error)
  }
  await context.close()
  return row
}

function firstLine(error: unknown): string {
  return error instanceof Error ? error.message.split('\n')[0]! : String(error)
}

/**
 * Takes a picture of the whole page. If a dialog covers the page and scrolls in itself, the window is as high as what the
 * dialog contains.
 */
async function takePicture(page: Page, path: string, width: number) {
  await page.evaluate(() => document.fonts.ready.then(() => undefined))
  await waitUntilStill(page)
  const inDialog = await page.evaluate(() => {
    const boxes = [...document.querySelectorAll('body *')].filter(
      (element) =>
        /auto|scroll/.test(getComputedStyle(element).overflowY) &&
        element.clientHeight > window.innerHeight * 0.75 &&
        element.clientWidth > window.innerWidth * 0.9,
    )
    return Math.max(0, ...boxes.map(({ scrollHeight }) => scrollHeight))
  })
  const windowHeight = Math.min(Math.max(inDialog + 100, windows.get(width)!), longest)
  if (inDialog > 0) {
    await page.setViewportSize({ width, height: windowHeight })
    await waitUntilStill(page)
  }
  const pageHeight = await page.evaluate(() => document.documentElement.scrollHeight)
  const height = inDialog > 0 ? windowHeight : Math.min(pageHeight, longest)
  const clip = { x: 0, y: 0, width, height }
  await page.screenshot({ path, type: 'jpeg', quality: 85, fullPage: true, clip })
}
