import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'

// The program without its comments, which is less than half as long, because every page that is checked compiles it again.
const program = readFileSync(
  createRequire(import.meta.resolve('@axe-core/playwright')).resolve('axe-core/axe.min.js'),
  'utf8',
)

const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/**
 * Returns what axe finds on the page. A violation counts only if a second check, with its element in the middle of the screen,
 * finds it again, because the header may have covered the element. axe runs in the page itself ("legacy mode"), which takes
 * half the time and is enough because no page has frames. With `only`, it checks one rule, such as the only one that depends on
 * the theme.
 */
export async function findViolations(page: Page, only?: 'color-contrast'): Promise<string[]> {
  // The page keeps axe after the first check, and with it the code that the browser has compiled.
  const isLoaded = await page.evaluate(() => 'axe' in window)
  const axe = new AxeBuilder({ page, axeSource: isLoaded ? ' ' : program })
    .options({ resultTypes: ['violations'], preload: false })
    .setLegacyMode(true)
  if (only) axe.withRules(only)
  else axe.withTags(rules)
  const analyze = async () => {
    await waitUntilStill(page)
    const { violations } = await axe.analyze()
    return violations.flatMap(({ id, nodes }) =>
      nodes.map(({ target, html, any }) => ({
        // The target in a shadow root is a list of its own.
        selector: target.flat().join(' '),
        key: `${id}: ${html}`,
        message: `${id}: ${html} ${any.map((check) => check.message).join(' ')}`,
      })),
    )
  }
  const confirmed: string[] = []
  for (const { selector, key, message } of await analyze()) {
    const element = page.locator(selector).first()
    if ((await element.count()) > 0) {
      await element.evaluate((node) => node.scrollIntoView({ block: 'center' }))
    }
    const secondViolations = await analyze()
    if (secondViolations.some((violation) => violation.key === key)) confirmed.push(message)
  }
  return confirmed
}

/** Checks the page in its theme, and then the contrast in the other one. No other rule depends on the theme. */
export async function findViolationsInBothThemes(
  page: Page,
  colorScheme: 'light' | 'dark',
): Promise<string[]> {
  const problems = await findViolations(page)
  await page.emulateMedia({ colorScheme: colorScheme === 'light' ? 'dark' : 'light' })
  const inOtherTheme = await findViolations(page, 'color-contrast')
  await page.emulateMedia({ colorScheme })
  return [...problems, ...inOtherTheme.map((problem) => `in the other theme, ${problem}`)]
}

/**
 * Waits until the theme and the size of the window have taken effect and nothing is animated, because in the middle of an
 * animation colors and positions are not those that a reader sees. The end of one animation can begin another.
 */
export async function waitUntilStill(page: Page) {
  await page.evaluate(async () => {
    // oxlint-disable-next-line unicorn/consistent-function-scoping -- the page gets nothing but this function
    const running = () =>
      document.getAnimations().filter((animation) => {
        const { iterations } = animation.effect?.getComputedTiming() ?? {}
        return animation.playState === 'running' && iterations !== Infinity
      })
    do {
      // oxlint-disable-next-line no-await-in-loop -- each turn waits for what the one before has begun
      await Promise.all(running().map((animation) => animation.finished.catch(() => undefined)))
      // oxlint-disable-next-line no-await-in-loop -- see above
      await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
    } while (running().length > 0)
  })
}
