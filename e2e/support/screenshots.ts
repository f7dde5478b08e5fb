import { expect, type Locator, type Page } from '@playwright/test'
import { findViolations, waitUntilStill } from './axe.ts'

const widths = { desktop: { width: 1440, height: 900 }, mobile: { width: 390, height: 844 } }
const narrowest = { width: 320, height: 700 }
const schemes = ['light', 'dark'] as const
// Each width and each theme is checked once. The other two combinations would find the same problems, so they are shown only
// for their screenshots.
const checkedCombinations = new Set(['desktop light', 'mobile dark'])

// Nobody looks at the screenshots of a whole run, and they cost a fifth of its time. `npm test` saves them if it runs named
// files (scripts/test.ts).
const savesScreenshots = process.env.SCREENSHOTS === '1'

/** Saves a screenshot in the `screenshots/` folder, which git ignores, if the run saves them. */
export async function saveScreenshot(subject: Page | Locator, name: string, fullPage = false) {
  if (!savesScreenshots) return
  const path = `screenshots/${name}.png`
  await ('mainFrame' in subject ? subject.screenshot({ path, fullPage }) : subject.screenshot({ path }))
}

/**
 * Checks the page at 1440 and 390 px, light and dark, with axe and for sideways scrolling, and saves screenshots. At the
 * end the page is 1440 px wide and light. The element `visible` must be on the screen each time so that the test notices
 * a dialog that closes when the window is resized. With `isEarly`, the page is what the server has written, before the app.
 */
export async function takeScreenshots(
  page: Page,
  name: string,
  {
    fullPage = true,
    visible,
    isEarly = false,
  }: { fullPage?: boolean; visible?: Locator; isEarly?: boolean } = {},
) {
  // While the early screen covers the app, the landmarks of both are in the page.
  if (!isEarly) await expect(page.locator('#early')).toHaveCount(0)
  await page.evaluate(() => document.fonts.ready.then(() => undefined))
  for (const [width, size] of Object.entries(widths)) {
    for (const colorScheme of schemes) {
      const isChecked = checkedCombinations.has(`${width} ${colorScheme}`)
      if (!isChecked && !savesScreenshots) continue
      await page.setViewportSize(size)
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      await waitUntilStill(page)
      if (visible) {
        await expect(visible).toBeVisible()
        await visible.scrollIntoViewIfNeeded()
      }
      const description = `${name} ${width} ${colorScheme}`
      await saveScreenshot(page, `${name}-${width}-${colorScheme}`, fullPage)
      if (isChecked) expect(await findViolations(page), description).toEqual([])
      await expectNoSidewaysScrolling(page, description)
    }
  }
  await page.setViewportSize(narrowest)
  await expectNoSidewaysScrolling(page, `${name} at 320`)
  await page.setViewportSize(widths.desktop)
  await page.emulateMedia({ colorScheme: 'light' })
}

async function expectNoSidewaysScrolling(page: Page, description: string) {
  // Popups move to their new position only a moment after the width changes.
  const overflow = () =>
    page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
  await expect.poll(overflow, `${description}: sideways scrolling`).toBeLessThanOrEqual(0)
}
