import type { Browser as BrowserProgram, CDPSession, Page } from '@playwright/test'
import { type Session, signIn } from './browser.ts'

/**
 * A slow phone, as in the preset of Lighthouse: a processor that is four times slower, 1.6 Mbit/s and a delay of 150 ms. The
 * developer tools delay whole requests and not packets, so Lighthouse multiplies the delay by 3.75 and the rate by 0.9.
 */
const phone = {
  cpu: 4,
  network: {
    offline: false,
    latency: 150 * 3.75,
    downloadThroughput: (1.6 * 1024 * 1024 * 0.9) / 8,
    uploadThroughput: (0.75 * 1024 * 1024 * 0.9) / 8,
  },
} as const

/** A line on which a page is hard to use. The processor is not slower. */
const slowLine = {
  cpu: 1,
  network: {
    offline: false,
    latency: 400,
    downloadThroughput: (400 * 1024) / 8,
    uploadThroughput: (400 * 1024) / 8,
  },
} as const

export const devices = { phone, slowLine }

const screen = { width: 412, height: 823 }

export type PhoneLoad = {
  /** Seconds. */
  fcp: number
  lcp: number
  /** Milliseconds after the first paint during which the page did not react to input. */
  tbt: number
  cls: number
  /** Kilobytes (1,024 bytes) as the browser received them. */
  total: number
  scripts: number
  requests: number
  /** The element of the largest contentful paint. */
  largest: string
  /** Seconds until the first stance can be pressed. Null on a page without a stance. */
  stance: number | null
}

type PageMetrics = Pick<PhoneLoad, 'fcp' | 'lcp' | 'tbt' | 'cls' | 'largest'>

type Device = (typeof devices)[keyof typeof devices]

/** Loads a path once, with nothing in the cache. */
export async function loadOnPhone(
  program: BrowserProgram,
  origin: string,
  path: string,
  session: Session | null,
  { device = devices.phone, hasStance = false }: { device?: Device; hasStance?: boolean } = {},
): Promise<PhoneLoad> {
  const context = await program.newContext({
    viewport: screen,
    deviceScaleFactor: 1.75,
    isMobile: true,
    hasTouch: true,
    locale: 'en-US',
  })
  try {
    if (session) await signIn(context, origin, session)
    const page = await context.newPage()
    const devtools = await context.newCDPSession(page)
    const bytes = await slowDown(devtools, device)
    await page.addInitScript(recordMetrics)
    await page.goto(origin + path, { waitUntil: 'commit' })
    const stance = hasStance ? await waitForStance(page) : null
    await page.waitForLoadState('load')
    await waitUntilQuiet(page)
    const pageMetrics = await page.evaluate(() => window.pageMetrics)
    return { ...pageMetrics, ...bytes(), stance }
  } finally {
    await context.close()
  }
}

/** Returns the seconds from the start of the navigation until a stance can be pressed. */
async function waitForStance(page: Page): Promise<number> {
  const button = page.getByRole('radio', { name: 'SUPPORT' }).first()
  await button.click({ trial: true })
  return (await button.evaluate(() => performance.now())) / 1000
}

async function slowDown(devtools: CDPSession, device: Device) {
  const sizes = new Map<string, number>()
  const scripts = new Set<string>()
  devtools.on('Network.responseReceived', ({ requestId, type }) => {
    sizes.set(requestId, 0)
    if (type === 'Script') scripts.add(requestId)
  })
  devtools.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    sizes.set(requestId, encodedDataLength)
  })
  await devtools.send('Network.enable')
  await devtools.send('Network.setCacheDisabled', { cacheDisabled: true })
  await devtools.send('Network.emulateNetworkConditions', device.network)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: device.cpu })
  return () => {
    const sum = (ids: Iterable<string>) => [...ids].reduce((all, id) => all + (sizes.get(id) ?? 0), 0) / 1024
    return { total: sum(sizes.keys()), scripts: sum(scripts), requests: sizes.size }
  }
}

declare global {
  // oxlint-disable-next-line no-var -- TypeScript adds only `var` to globalThis
  var pageMetrics: PageMetrics
}

/** Runs in the page before its own scripts. */
function recordMetrics() {
  const pageMetrics: PageMetrics = { fcp: NaN, lcp: NaN, tbt: 0, cls: 0, largest: '' }
  globalThis.pageMetrics = pageMetrics
  // oxlint-disable-next-line unicorn/consistent-function-scoping -- the page gets nothing but this function
  const observe = (type: string, record: (entry: PerformanceEntry) => void) =>
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) record(entry)
    }).observe({ type, buffered: true })
  observe('paint', ({ name, startTime }) => {
    if (name === 'first-contentful-paint') pageMetrics.fcp = startTime / 1000
  })
  observe('largest-contentful-paint', (entry) => {
    pageMetrics.lcp = entry.startTime / 1000
    const element = 'element' in entry && entry.element instanceof Element ? entry.element : null
    pageMetrics.largest = `${element?.tagName.toLowerCase()} ${element?.textContent?.slice(0, 40)}`
  })
  observe('layout-shift', (entry) => {
    const wasPressed = 'hadRecentInput' in entry && entry.hadRecentInput
    if (!wasPressed && 'value' in entry && typeof entry.value === 'number') pageMetrics.cls += entry.value
  })
  // Only the part of a task beyond 50 ms counts as blocking.
  observe('longtask', ({ startTime, duration }) => {
    if (startTime + duration > pageMetrics.fcp * 1000) pageMetrics.tbt += Math.max(0, duration - 50)
  })
}

/** Waits until two seconds pass without a request. The stream of notifications never ends and is not waited for. */
async function waitUntilQuiet(page: Page): Promise<void> {
  let changedAt = performance.now()
  const record = () => void (changedAt = performance.now())
  page.on('request', record).on('requestfinished', record).on('requestfailed', record)
  while (performance.now() - changedAt < 2_000) await page.waitForTimeout(100)
}
