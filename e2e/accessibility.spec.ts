import type { Page } from '@playwright/test'
import { openBill } from './billSteps.ts'
import { prepareEveryScreen } from './support/everyScreen.ts'
import { sidewaysOverflow } from './support/layout.ts'
import { expect, signIn, test, type TestServer } from './support/product.ts'

/** Opens every screen of a member, and returns what `inspect` found on which. */
async function walkMember(page: Page, app: TestServer, inspect: () => Promise<string[]>) {
  const { me, screens, billPath } = await prepareEveryScreen(app)
  await signIn(page, me)
  const found: Record<string, string[]> = {}
  for (const { address } of screens.member) {
    await page.goto(address)
    await expect(page.getByRole('heading', { level: 1 }).last(), address).toBeVisible()
    if (address === billPath) await expect(openBill(page)).toBeVisible()
    await expect(page.locator('#early'), address).toHaveCount(0)
    await expect(page.locator('[aria-busy="true"]'), address).toHaveCount(0)
    const problems = await inspect()
    if (problems.length > 0) found[address] = problems
  }
  return found
}

/** The spacing that the criterion 1.4.12 of WCAG 2.2 names. */
const spacing = `* {
  line-height: 1.5 !important;
  letter-spacing: 0.12em !important;
  word-spacing: 0.16em !important;
}
p { margin-bottom: 2em !important; }`

/** Returns the texts that are cut off although their box is not meant to scroll or to shorten them. */
function cutTexts(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('main *, header *, footer *, [role=dialog] *')]
      .filter((element) => {
        const { overflowX, overflowY, textOverflow, webkitLineClamp, display, clip, position } =
          getComputedStyle(element)
        const hasText = [...element.childNodes].some(
          ({ nodeType, nodeValue }) => nodeType === 3 && nodeValue?.trim(),
        )
        const hides = [overflowX, overflowY].includes('hidden') || [overflowX, overflowY].includes('clip')
        const isShortened = textOverflow === 'ellipsis' || webkitLineClamp !== 'none'
        const isHidden =
          display === 'none' || (position === 'absolute' && clip !== 'auto') || element.clientWidth <= 1
        if (!hasText || !hides || isShortened || isHidden) return false
        return (
          element.scrollHeight > element.clientHeight + 2 || element.scrollWidth > element.clientWidth + 2
        )
      })
      .map(({ innerText, className }) => `${innerText.slice(0, 40)} (${className})`),
  )
}

// covers HURD-ACCESS-03
test('with the text spacing that readers may set, no screen cuts off a text or scrolls sideways', async ({
  page,
  app,
}) => {
  test.slow()
  await page.setViewportSize({ width: 390, height: 844 })
  await page.emulateMedia({ reducedMotion: 'reduce' })
  const inspect = async () => {
    // The policy of the page forbids a new element with styles.
    await page.evaluate((css) => {
      const sheet = new CSSStyleSheet()
      sheet.replaceSync(css)
      document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet]
    }, spacing)
    const sideways = await sidewaysOverflow(page)
    return [...(sideways > 0 ? [`scrolls sideways by ${sideways} px`] : []), ...(await cutTexts(page))]
  }
  expect(await walkMember(page, app, inspect)).toEqual({})
})

/** Presses Tab up to `presses` times, and returns the stops whose focus cannot be seen. */
async function hiddenStops(page: Page, presses: number): Promise<string[]> {
  const problems: string[] = []
  for (let press = 0; press < presses; press += 1) {
    await page.keyboard.press('Tab')
    const problem = await page.evaluate(async () => {
      // The browser scrolls to what has the focus.
      await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
      const element = document.activeElement
      if (!element || element === document.body || element.getAttribute('tabindex') === '-1') return null
      const { left, right, top, bottom } = element.getBoundingClientRect()
      const name = `${element.tagName} ${element.getAttribute('aria-label') ?? element.textContent?.trim().slice(0, 40)}`
      const points = [0.1, 0.5, 0.9].flatMap((x) =>
        [0.1, 0.5, 0.9].map((y) => [left + (right - left) * x, top + (bottom - top) * y] as const),
      )
      const isVisible = points.some(([x, y]) => {
        const hit = document.elementFromPoint(x, y)
        return hit !== null && (element.contains(hit) || hit.contains(element))
      })
      // A hidden field of a styled control is focused, and its label shows the ring.
      const shown = element.matches('input')
        ? (element.closest('label') ?? element.parentElement ?? element)
        : element
      const parts = [element, shown, ...shown.querySelectorAll('*')]
      const look = () =>
        parts.map((part) => {
          const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(part)
          return [outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2, boxShadow].join(' ')
        })
      if (!isVisible && !element.matches('input')) return `${name}: covered`
      // Only what disappears with the focus is a ring, because a card has a shadow without the focus too.
      const focused = look()
      if (element instanceof HTMLElement) element.blur()
      // React draws the change in a microtask.
      await Promise.resolve()
      const rings = look().some((part, index) => part !== focused[index])
      if (element instanceof HTMLElement) element.focus({ preventScroll: true })
      return rings ? null : `${name}: no ring`
    })
    if (problem !== null) problems.push(problem)
  }
  return problems
}

// covers HURD-ACCESS-04
test('wherever the focus goes on a screen, it is marked and nothing covers it', async ({ page, app }) => {
  test.slow()
  await page.setViewportSize({ width: 1280, height: 720 })
  await page.emulateMedia({ reducedMotion: 'reduce' })
  expect(await walkMember(page, app, () => hiddenStops(page, 25))).toEqual({})
})

// covers HURD-ACCESS-05
test('readers who ask for less motion see none, and the high contrast of the system keeps the marks of choices', async ({
  page,
  app,
}) => {
  test.slow()
  await page.emulateMedia({ reducedMotion: 'reduce', forcedColors: 'active' })
  const inspect = () =>
    page.evaluate(() => {
      const moving = document
        .getAnimations()
        .filter(
          ({ playState, effect }) =>
            playState === 'running' && Number(effect?.getComputedTiming().duration) > 100,
        )
        .map(({ id }) => `moves: ${id}`)
      // Spinners, dialogs and what changes under the mouse move only later, so the declared times count too.
      const declared = [...document.querySelectorAll('*')]
        .filter((element) => {
          const { animationDuration, transitionDuration } = getComputedStyle(element)
          const times = `${animationDuration},${transitionDuration}`.split(',')
          return times.some((time) => Number.parseFloat(time) > 0.1)
        })
        .map(({ tagName, id }) => `may move: ${tagName} ${id}`)
      const unmarked = [
        ...document.querySelectorAll(
          '[role=radio][aria-checked=true], [role=tab][aria-selected=true], [role=switch][aria-checked=true]',
        ),
      ]
        .filter((element) => {
          const other = element.parentElement?.querySelector(
            `[role=${element.getAttribute('role')}]:not([aria-checked=true], [aria-selected=true])`,
          )
          if (!other) return false
          // oxlint-disable-next-line unicorn/consistent-function-scoping -- the page gets nothing but this function
          const appearance = (part: Element) => {
            const style = getComputedStyle(part)
            const properties = [
              style.borderColor,
              style.borderWidth,
              style.borderBottomWidth,
              style.backgroundColor,
              style.color,
              style.outlineColor,
              style.outlineStyle,
            ]
            return [...properties, part.querySelectorAll('svg').length].join()
          }
          return appearance(element) === appearance(other)
        })
        .map(({ textContent }) => `not marked: ${textContent?.slice(0, 40)}`)
      return [...moving, ...declared, ...unmarked]
    })
  expect(await walkMember(page, app, inspect)).toEqual({})
})
