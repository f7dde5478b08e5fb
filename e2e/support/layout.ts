import type { Locator, Page } from '@playwright/test'

/** Sets the default font size as a reader does in the settings of the browser. Media queries in rem follow it. */
export async function setBrowserFont(page: Page, pixels: number) {
  const session = await page.context().newCDPSession(page)
  await session.send('Page.setFontSizes', { fontSizes: { standard: pixels, fixed: pixels } })
}

/** Returns by how many pixels the page is wider than its window. */
export function sidewaysOverflow(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
}

/** Returns the distance of an element's top edge from the top of the window. */
export async function topOf(element: Locator): Promise<number> {
  return element.evaluate((node) => node.getBoundingClientRect().top)
}

/** Returns the sum of the layout shifts that the browser has measured since the page started. */
export function layoutShift(page: Page): Promise<number> {
  return page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        let sum = 0
        const observer = new PerformanceObserver((list) => {
          for (const entry of list.getEntries()) {
            if ('value' in entry && typeof entry.value === 'number') sum += entry.value
          }
        })
        observer.observe({ type: 'layout-shift', buffered: true })
        // The browser delivers all buffered entries within two frames.
        requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(() => resolve(sum))))
      }),
  )
}

/**
 * A reader can enlarge text in the browser's settings, which media queries follow, or enlarge only the text, which they do not.
 */
export const enlargements = {
  'the browser set to 32 px': (page: Page) => setBrowserFont(page, 32),
  'text of twice the size': (page: Page) =>
    page.addInitScript(() => {
      // The size is set before the styles of the page are loaded, and again when they are.
      for (const moment of ['readystatechange', 'DOMContentLoaded']) {
        document.addEventListener(moment, () =>
          document.documentElement.style.setProperty('font-size', '200%'),
        )
      }
    }),
}

/** Finds words of at most twelve letters that are broken into two lines. Longer ones may not fit into a line. */
export function brokenWords(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    return [...document.querySelectorAll('h1, h2, h3, button, a, label, .card p, nav span')].flatMap(
      (element) =>
        [...element.childNodes].flatMap((node) => {
          const { width, height } = element.getBoundingClientRect()
          const isShown = width > 1 && height > 1 && getComputedStyle(element).visibility === 'visible'
          if (node.nodeType !== Node.TEXT_NODE || !isShown) return []
          return [...(node.textContent ?? '').matchAll(/[A-Za-z]+/g)].flatMap(({ 0: word, index }) => {
            const range = document.createRange()
            range.setStart(node, index)
            range.setEnd(node, index + word.length)
            const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)))
            const where = `${element.tagName.toLowerCase()} "${element.textContent?.slice(0, 40)}"`
            return word.length <= 12 && lines.size > 1 ? [`"${word}" is broken in ${where}`] : []
          })
        }),
    )
  })
}
