import type { Locator, Page } from '@playwright/test'

/** Sets the browser's default font size as a reader does in the settings; media queries in rem follow it. */
export async function setBrowserFont(page: Page, pixels: number) {
  const session = await page.context().newCDPSession(page)
  await session.send('Page.setFontSizes', { fontSizes: { standard: pixels, fixed: pixels } })
}

/** By how many pixels the page is wider than its window. */
export function sidewaysOverflow(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
}

/** Distance of an element's top edge from the top of the window. */
export async function topOf(element: Locator): Promise<number> {
  return element.evaluate((node) => node.getBoundingClientRect().top)
}
