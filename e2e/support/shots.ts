import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Locator, type Page } from '@playwright/test'

const widths = { desktop: { width: 1440, height: 900 }, mobile: { width: 390, height: 844 } }
const narrowest = { width: 320, height: 700 }
const schemes = ['light', 'dark'] as const
// axe checks both widths and both themes once; the other two combinations would find the same problems.
const checked = new Set(['desktop light', 'mobile dark'])
const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

// Nobody looks at pictures of a CI run, so the two combinations without axe are skipped there.
const isPictured = process.env.CI === undefined

/**
 * Takes pictures of the screen at 1440 and 390 px, light and dark, into the ignored `screenshots/` folder. axe checks two of
 * the four, and nothing may scroll sideways. Leaves the page at 1440 px and light. `visible` is what the pictures are
 * about, so that a dialog that closes when the window is resized is noticed.
 */
export async function shoot(
  page: Page,
  name: string,
  { fullPage = true, visible }: { fullPage?: boolean; visible?: Locator } = {},
) {
  await page.evaluate(() => document.fonts.ready.then(() => undefined))
  for (const [width, size] of Object.entries(widths)) {
    for (const colorScheme of schemes) {
      const isChecked = checked.has(`${width} ${colorScheme}`)
      if (!isPictured && !isChecked) continue
      await page.setViewportSize(size)
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      await waitForAnimations(page)
      if (visible) {
        await expect(visible).toBeVisible()
        await visible.scrollIntoViewIfNeeded()
      }
      const place = `${name} ${width} ${colorScheme}`
      if (isPictured) {
        await page.screenshot({ path: `screenshots/${name}-${width}-${colorScheme}.png`, fullPage })
      }
      if (isChecked) await expectAccessible(page, place)
      await expectNoSideways(page, place)
    }
  }
  await page.setViewportSize(narrowest)
  await expectNoSideways(page, `${name} at 320`)
  await page.setViewportSize(widths.desktop)
  await page.emulateMedia({ colorScheme: 'light' })
}

/** Colors change by transition even with reduced motion, so a picture waits until transitions end. */
async function waitForAnimations(page: Page) {
  await page.evaluate(async () => {
    const ending = document.getAnimations().filter((animation) => animation instanceof CSSTransition)
    await Promise.allSettled(ending.map((animation) => animation.finished))
  })
}

/**
 * A violation counts if it persists in a second check with its element in the middle of the screen, because a color can be
 * read in the middle of a transition, and the header covers a part of whatever is scrolled below it. axe runs in the page
 * itself ("legacy mode"), because no page has frames and that halves the time.
 */
async function expectAccessible(page: Page, place: string) {
  const axe = new AxeBuilder({ page })
    .options({ resultTypes: ['violations'], preload: false })
    .withTags(rules)
    .setLegacyMode(true)
  const look = async () => {
    const { violations } = await axe.analyze()
    return violations.flatMap(({ id, nodes }) =>
      nodes.map(({ target, html }) => ({ selector: target.join(' '), words: `${id}: ${html}` })),
    )
  }
  const lasting: string[] = []
  for (const { selector, words } of await look()) {
    await waitForAnimations(page)
    await page.locator(selector).evaluate((element) => element.scrollIntoView({ block: 'center' }))
    const found = await look()
    if (found.some((again) => again.words === words)) lasting.push(words)
  }
  expect(lasting, place).toEqual([])
}

async function expectNoSideways(page: Page, place: string) {
  // Popups move to their new position a moment after the width has changed.
  const overflow = () =>
    page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
  await expect.poll(overflow, `${place}: sideways scrolling`).toBeLessThanOrEqual(0)
}
