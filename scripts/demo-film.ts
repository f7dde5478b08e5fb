import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { chromium, type Browser, type Page } from '@playwright/test'
import { demoCode, demoPassword } from '#server/operations/seed/demo/demoMembers.ts'
import { languages, readCatalog } from '#server/platform/language/catalogs.ts'
import { demoStory, type DemoScene } from '#web/accounts/signIn/demoStory.ts'
import { waitUntilStill } from '../e2e/support/axe.ts'
import { expectLoaded } from '../e2e/support/gallery/states.ts'
import { findBrowser } from './browser.mjs'

// Records public/demo.webm and its captions from a running product with demo members:
//   node scripts/demo-film.ts http://localhost:3000
// Requires ffmpeg with libvpx-vp9. The product must not be used for anything else, because the film takes a stance in it.
const origin = process.argv[2] ?? 'http://localhost:3000'
const root = fileURLToPath(new URL('..', import.meta.url))
const member = 'maya.okafor@example.org'
const billTitle = 'Payment Choice Act of 2025'

const size = { width: 1280, height: 720 }
const desktop = { width: 1100, height: 690 }
const phone = { width: 390, height: 720 }
const framesPerSecond = 12
const crossfade = 1

/** What is done before the picture of each scene is taken. All scenes use the same page. */
const sceneActions: Record<string, (page: Page) => Promise<void>> = {
  async welcome(page) {
    await page.goto('/login')
    await page.getByRole('heading', { name: 'Welcome to Hurd' }).waitFor()
  },
  async register(page) {
    await page.getByRole('button', { name: 'Create account' }).click()
    await page.getByLabel('Full name').fill('Jordan Reyes')
    await page.getByLabel('Username').fill('jordan-reyes')
    await page.getByLabel('Email').fill('jordan.reyes@example.org')
    await page.getByLabel('Access code').fill(demoCode)
  },
  async feed(page) {
    await page.goto('/login')
    await page.getByLabel('Email').fill(member)
    await page.getByLabel('Password', { exact: true }).fill(demoPassword)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.waitForURL('/dashboard')
    await page.goto('/feed')
    await page.getByRole('article').first().waitFor()
  },
  async discover(page) {
    await page.getByRole('button', { name: 'Discover' }).first().click()
    const filters = page.getByRole('form', { name: 'Discover bills' })
    await filters.getByLabel('Keyword').fill('cash')
    await filters.getByText('Federal', { exact: true }).click()
  },
  async bill(page) {
    await page.getByRole('button', { name: 'Apply Filters' }).click()
    await page.getByRole('article', { name: billTitle }).getByRole('link', { name: billTitle }).click()
    await bill(page).getByRole('heading', { level: 1 }).waitFor()
    await bill(page).getByRole('region', { name: 'Progress' }).waitFor()
  },
  async text(page) {
    await bill(page).getByRole('button', { name: 'READ FULL BILL' }).click()
    await bill(page).getByRole('region', { name: 'Full bill' }).waitFor()
    await toTop(bill(page).getByRole('button', { name: 'HIDE FULL BILL' }))
  },
  async stance(page) {
    await bill(page).getByRole('button', { name: 'HIDE FULL BILL' }).click()
    await toTop(bill(page).getByRole('heading', { level: 1 }))
    await bill(page).getByRole('radio', { name: 'SUPPORT' }).click()
    await bill(page).getByText('Your stance', { exact: true }).waitFor()
  },
  async discussion(page) {
    await bill(page)
      .getByRole('tab', { name: /Economic Impact/ })
      .click()
    await bill(page)
      .getByRole('button', { name: /^Changed my mind/ })
      .first()
      .waitFor()
    await toTop(bill(page).getByRole('heading', { name: 'Discussion' }))
  },
  async mind(page) {
    const button = bill(page)
      .getByRole('button', { name: /^Changed my mind/ })
      .first()
    await button.click()
    await page.getByRole('menuitem').first().waitFor()
  },
  async senator(page) {
    await page.keyboard.press('Escape')
    await bill(page).getByRole('button', { name: 'Contact My Representative' }).click()
    const form = bill(page).getByRole('region', { name: 'Contact my representative' })
    await form.getByRole('radio').first().waitFor()
    await toTop(form)
  },
  async profile(page) {
    await page.goto('/profile')
    await toTop(page.getByRole('region', { name: 'Statistics' }))
  },
  async phone(page) {
    await page.setViewportSize(phone)
    await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' })
    await page.goto('/feed')
    await page.getByRole('article').first().waitFor()
  },
}

function bill(page: Page) {
  return page.getByRole('dialog').filter({ has: page.getByRole('heading', { level: 1 }) })
}

/** Scrolls an element to the top with a small margin. */
async function toTop(locator: ReturnType<Page['locator']>) {
  await locator.waitFor()
  await locator.evaluate((element) => {
    const before = element instanceof HTMLElement ? element.style.scrollMarginTop : ''
    if (element instanceof HTMLElement) element.style.scrollMarginTop = '96px'
    element.scrollIntoView({ block: 'start', behavior: 'instant' })
    if (element instanceof HTMLElement) element.style.scrollMarginTop = before
  })
}

async function openBrowser(): Promise<Browser> {
  const { path, args, env } = await findBrowser()
  return chromium.launch({ executablePath: path, args, env: { ...process.env, ...env } })
}

/** Takes one picture of the product for each scene that has an action. */
async function takePictures(browser: Browser): Promise<Map<string, string>> {
  const context = await browser.newContext({
    baseURL: origin,
    viewport: desktop,
    deviceScaleFactor: 2,
    colorScheme: 'light',
    reducedMotion: 'reduce',
    locale: 'en-US',
    timezoneId: 'America/New_York',
  })
  const page = await context.newPage()
  page.setDefaultTimeout(10_000)
  const pictures = new Map<string, string>()
  for (const { name } of demoStory) {
    const perform = sceneActions[name]
    if (!perform) continue
    await perform(page)
    await expectLoaded(page)
    await page.evaluate(() => document.fonts.ready.then(() => undefined))
    await waitUntilStill(page)
    pictures.set(name, dataUrl('image/png', await page.screenshot({ animations: 'disabled' })))
  }
  await context.close()
  return pictures
}

function dataUrl(type: string, content: Buffer): string {
  return `data:${type};base64,${content.toString('base64')}`
}

function fontFace(family: string, file: string): string {
  const font = readFileSync(join(root, 'node_modules/@fontsource-variable', file))
  return `@font-face { font-family: '${family}'; font-weight: 200 900; src: url(${dataUrl('font/woff2', font)}) }`
}

/** The lowest fifth of the picture is empty, because the captions are shown there. */
const sceneStyle = `
  ${fontFace('Source Serif 4 Variable', 'source-serif-4/files/source-serif-4-latin-wght-normal.woff2')}
  ${fontFace('Public Sans Variable', 'public-sans/files/public-sans-latin-wght-normal.woff2')}
  body { margin: 0; width: 1280px; height: 720px; background: #1a0b29; color: #fff; position: relative; overflow: hidden }
  .words { position: absolute; left: 56px; top: 44px; width: 268px }
  .mark { width: 44px; height: 44px; fill: var(--plum-300) }
  .number { margin: 120px 0 14px; font: 550 17px/1.3 var(--font-sans); color: var(--plum-200) }
  h1 { margin: 0; font: 600 39px/1.16 var(--font-serif); text-wrap: balance }
  .shot { position: absolute; border-radius: 14px; box-shadow: 0 0 0 1px rgb(255 255 255 / .16), 0 24px 60px rgb(0 0 0 / .5) }
  .desktop { left: 350px; top: 36px; width: 886px; height: 556px }
  .phone { left: 640px; top: 32px; width: 307px; height: 566px; border-radius: 26px; box-shadow: 0 0 0 8px #0d0615, 0 0 0 9px rgb(255 255 255 / .2) }
  .end { position: absolute; inset: 150px 0 auto; text-align: center }
  .end .mark { width: 112px; height: 112px }
  .end h1 { font-size: 92px; margin: 22px 0 14px }
  .end p { margin: 0; font: 500 27px/1.4 var(--font-sans); color: var(--plum-200) }`

function sceneHtml(scene: DemoScene, position: number, shot: string | undefined): string {
  const tokens = readFileSync(join(root, 'web/tokens.css'), 'utf8')
  const outline = /<path d="([^"]+)"/.exec(readFileSync(join(root, 'public/hurd-mark.svg'), 'utf8'))?.[1]
  const mark = `<svg class="mark" viewBox="0 0 48 48"><path d="${outline}"/></svg>`
  const kind = scene.name === 'phone' ? 'phone' : 'desktop'
  const body = shot
    ? `<div class="words">${mark}<p class="number">${position} of ${demoStory.length - 1}</p><h1>${scene.title}</h1></div>
       <img class="shot ${kind}" src="${shot}" alt="">`
    : `<div class="end">${mark}<h1>Hurd</h1><p>${scene.title}</p></div>`
  return `<!doctype html><html data-theme="light"><style>${tokens}${sceneStyle}</style><body>${body}</body></html>`
}

/** Draws a still picture for each scene and returns their files in order. */
async function drawStills(
  browser: Browser,
  pictures: Map<string, string>,
  folder: string,
): Promise<string[]> {
  const page = await browser.newPage({ viewport: size })
  const files: string[] = []
  for (const [index, scene] of demoStory.entries()) {
    await page.setContent(sceneHtml(scene, index + 1, pictures.get(scene.name)))
    await page.evaluate(() => document.fonts.ready.then(() => undefined))
    const path = join(folder, `${String(index + 1).padStart(2, '0')}-${scene.name}.png`)
    await page.screenshot({ path })
    files.push(path)
  }
  return files
}

/** Shows each still for the seconds of its scene, with a crossfade into the next. The film is as long as all scenes together. */
function encodeFilm(stills: string[], target: string): void {
  const inputs = stills.flatMap((still) => ['-i', still])
  // Each picture is read once and repeated, which is far less work than reading it for every frame.
  const scenes = demoStory.map(({ seconds }, index) => {
    const length = index === demoStory.length - 1 ? seconds : seconds + crossfade
    const repeated = `loop=-1:1,fps=${framesPerSecond},settb=1/${framesPerSecond},setpts=N,trim=duration=${length}`
    return `[${index}]format=yuv420p,${repeated}[s${index}]`
  })
  let before = '[s0]'
  let start = 0
  const fades = demoStory.slice(1).map((_, index) => {
    start += demoStory[index]?.seconds ?? 0
    const from = before
    before = `[f${index}]`
    return `${from}[s${index + 1}]xfade=transition=fade:duration=${crossfade}:offset=${start}${before}`
  })
  const graph = [...scenes, ...fades, `${before}format=yuv420p[film]`].join(';')
  const codec = [
    '-c:v',
    'libvpx-vp9',
    '-crf',
    '34',
    '-b:v',
    '0',
    '-g',
    '150',
    '-row-mt',
    '1',
    '-deadline',
    'realtime',
    '-cpu-used',
    '7',
  ]
  const rest = [
    '-r',
    String(framesPerSecond),
    '-t',
    String(lengthOf(demoStory)),
    '-map_metadata',
    '-1',
    target,
  ]
  const args = ['-y', '-loglevel', 'error', ...inputs, '-filter_complex', graph, '-map', '[film]']
  const { status, error } = spawnSync('ffmpeg', [...args, ...codec, ...rest], { stdio: 'inherit' })
  if (error || status !== 0) throw new Error(`ffmpeg did not make the film: ${error?.message ?? status}`)
}

function lengthOf(scenes: readonly DemoScene[]): number {
  return scenes.reduce((sum, { seconds }) => sum + seconds, 0)
}

/** The captions in a language. The film is in English, and so are the names that it shows. */
function captions(language: string): string {
  const catalog = readCatalog(language)
  const cues = demoStory.flatMap(({ seconds, words }, index) => {
    const start = lengthOf(demoStory.slice(0, index))
    const each = seconds / words.length
    return words.map(
      (line, at) =>
        `${clock(start + at * each)} --> ${clock(start + (at + 1) * each)}\n${catalog.get(line) ?? line}\n`,
    )
  })
  return ['WEBVTT\n', ...cues].join('\n')
}

function clock(seconds: number): string {
  return new Date(Math.round(seconds * 1000)).toISOString().slice(11, 23)
}

const folder = mkdtempSync(join(tmpdir(), 'hurd-film-'))
const browser = await openBrowser()
try {
  const stills = await drawStills(browser, await takePictures(browser), folder)
  encodeFilm(stills, join(root, 'public/demo.webm'))
  for (const { code } of languages) writeFileSync(join(root, `public/demo.${code}.vtt`), captions(code))
} finally {
  await browser.close()
  if (!process.env['KEEP_STILLS']) rmSync(folder, { recursive: true })
  else process.stdout.write(`${folder}\n`)
}
