import type { Browser as BrowserProgram, BrowserContext, CDPSession, Page } from '@playwright/test'

/**
 * A slow phone, as Lighthouse's preset for phones has it: four times slower, 1.6 Mbit/s and 150 ms. The developer tools
 * delay whole requests and not packets, so Lighthouse multiplies the delay by 3.75 and the rate by 0.9.
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

const screen = { width: 412, height: 823 }

export type PhoneLoad = {
  /** Seconds. */
  fcp: number
  lcp: number
  /** Milliseconds after the first paint in which the page could not answer. */
  tbt: number
  cls: number
  /** Kilobytes (1,024 bytes) as the browser received them. */
  total: number
  scripts: number
  requests: number
  /** What the largest paint was of. */
  largest: string
}

type Noted = Pick<PhoneLoad, 'fcp' | 'lcp' | 'tbt' | 'cls' | 'largest'>

export type Session = { token: string; user: string } | null

/** Loads an address once, with nothing in the cache. */
export async function loadOnPhone(
  program: BrowserProgram,
  origin: string,
  path: string,
  session: Session,
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
    const bytes = await slowDown(devtools)
    await page.addInitScript(noteMetrics)
    await page.goto(origin + path)
    await waitUntilQuiet(page)
    const noted = await page.evaluate(() => window.noted)
    return { ...noted, ...bytes() }
  } finally {
    await context.close()
  }
}

async function signIn(context: BrowserContext, origin: string, session: NonNullable<Session>) {
  const page = await context.newPage()
  await page.goto(`${origin}/robots.txt`)
  await page.evaluate(({ token, user }) => {
    localStorage.setItem('token', token)
    localStorage.setItem('user', user)
  }, session)
  await page.close()
}

async function slowDown(devtools: CDPSession) {
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
  await devtools.send('Network.emulateNetworkConditions', phone.network)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: phone.cpu })
  return () => {
    const sum = (ids: Iterable<string>) => [...ids].reduce((all, id) => all + (sizes.get(id) ?? 0), 0) / 1024
    return { total: sum(sizes.keys()), scripts: sum(scripts), requests: sizes.size }
  }
}

declare global {
  // oxlint-disable-next-line no-var -- TypeScript adds only `var` to globalThis
  var noted: Noted
}

/** Runs in the page before its own scripts. */
function noteMetrics() {
  const noted: Noted = { fcp: NaN, lcp: NaN, tbt: 0, cls: 0, largest: '' }
  globalThis.noted = noted
  // oxlint-disable-next-line unicorn/consistent-function-scoping -- the page gets nothing but this function
  const observe = (type: string, note: (entry: PerformanceEntry) => void) =>
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) note(entry)
    }).observe({ type, buffered: true })
  observe('paint', ({ name, startTime }) => {
    if (name === 'first-contentful-paint') noted.fcp = startTime / 1000
  })
  observe('largest-contentful-paint', (entry) => {
    noted.lcp = entry.startTime / 1000
    const element = 'element' in entry && entry.element instanceof Element ? entry.element : null
    noted.largest = `${element?.tagName.toLowerCase()} ${element?.textContent?.slice(0, 40)}`
  })
  observe('layout-shift', (entry) => {
    const wasPressed = 'hadRecentInput' in entry && entry.hadRecentInput
    if (!wasPressed && 'value' in entry && typeof entry.value === 'number') noted.cls += entry.value
  })
  // A task longer than 50 ms blocks for the rest of its time.
  observe('longtask', ({ startTime, duration }) => {
    if (startTime + duration > noted.fcp * 1000) noted.tbt += Math.max(0, duration - 50)
  })
}

/** Waits until two seconds pass without a request. The stream of notifications never ends and is not waited for. */
async function waitUntilQuiet(page: Page): Promise<void> {
  let changedAt = performance.now()
  const note = () => void (changedAt = performance.now())
  page.on('request', note).on('requestfinished', note).on('requestfailed', note)
  while (performance.now() - changedAt < 2_000) await page.waitForTimeout(100)
}
