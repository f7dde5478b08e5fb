import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

const widths = { desktop: { width: 1440, height: 900 }, mobile: { width: 390, height: 844 } }
const narrowest = { width: 320, height: 700 }
const schemes = ['light', 'dark'] as const
// Both widths and both themes are looked at once; the other two would find the same again.
const checked = new Set(['desktop light', 'mobile dark'])
const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

// Nobody looks at pictures of a CI run, and four of them take longer than all that is checked beside them.
const isPictured = process.env.CI === undefined

/**
 * Pictures of the screen as it stands, at 1440 and 390 px, light and dark, into the ignored `screenshots/` folder; axe
 * looks at two of the four, and nothing may scroll sideways. Leaves the page at 1440 px and light.
 */
export async function shoot(page: Page, name: string, { fullPage = true } = {}) {
  await page.evaluate(() => document.fonts.ready.then(() => undefined))
  for (const [width, size] of Object.entries(widths)) {
    await page.setViewportSize(size)
    for (const colorScheme of schemes) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      await settleAnimations(page)
      const place = `${name} ${width} ${colorScheme}`
      if (isPictured) {
        await page.screenshot({ path: `screenshots/${name}-${width}-${colorScheme}.png`, fullPage })
      }
      if (checked.has(`${width} ${colorScheme}`)) await expectAccessible(page, place)
      await expectNoSideways(page, place)
    }
  }
  await page.setViewportSize(narrowest)
  await expectNoSideways(page, `${name} at 320`)
  await page.setViewportSize(widths.desktop)
  await page.emulateMedia({ colorScheme: 'light' })
}

/** Colors change by transition even with reduced motion: a picture taken before they end shows neither theme. */
async function settleAnimations(page: Page) {
  await page.evaluate(async () => {
    const ending = document.getAnimations().filter((animation) => animation instanceof CSSTransition)
    await Promise.allSettled(ending.map((animation) => animation.finished))
  })
}

async function expectAccessible(page: Page, place: string) {
  const { violations } = await new AxeBuilder({ page }).withTags(rules).analyze()
  const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' | ')}`)
  expect(found, place).toEqual([])
}

async function expectNoSideways(page: Page, place: string) {
  // What hangs on a button finds its new place a moment after the width has changed.
  const overflow = () =>
    page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
  await expect.poll(overflow, `${place}: sideways scrolling`).toBeLessThanOrEqual(0)
}
