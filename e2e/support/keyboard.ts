import { expect, type Locator, type Page } from '@playwright/test'

/** Presses Tab until the target has the focus, and fails if it cannot be reached. */
export async function tabTo(page: Page, target: Locator, most = 60) {
  await expect(target).toBeVisible()
  for (let presses = 0; presses < most; presses += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return
    await page.keyboard.press('Tab')
  }
  await expect(target, `within ${most} presses of Tab`).toBeFocused()
}

/**
 * Presses Tab, or Shift+Tab with `back`, until the target has the focus. Each stop on the way must show its focus, be inside
 * the window and not be covered. At most `most` presses.
 */
export async function reach(page: Page, target: Locator, { back = false, most = 60 } = {}) {
  await expect(target).toBeVisible()
  const passed: string[] = []
  for (let presses = 0; presses <= most; presses += 1) {
    const stop = await target.evaluate(lookAtFocus)
    passed.push(stop.name)
    // A stop may still be scrolling into view, so it is checked again.
    if (stop.problem) await expect.poll(async () => (await target.evaluate(lookAtFocus)).problem).toBeNull()
    if (stop.isThere) return
    await page.keyboard.press(back ? 'Shift+Tab' : 'Tab')
  }
  expect(passed, `within ${most} presses of Tab`).toContain(String(target))
}

/** Reaches the target as `reach` does and presses a key on it. */
export async function press(page: Page, target: Locator, key = 'Enter', way: { back?: boolean } = {}) {
  await reach(page, target, way)
  await page.keyboard.press(key)
}

/** Reaches a field and replaces its text. */
export async function write(page: Page, target: Locator, words: string, way: { back?: boolean } = {}) {
  await reach(page, target, way)
  await page.keyboard.press('Control+A')
  await page.keyboard.type(words)
}

/** After an action the focus must be on a visible element, so that Tab continues from the same position. */
export async function expectFocusKept(page: Page, after: string) {
  const problem = async () => {
    const stop = await page.locator('body').evaluate(lookAtFocus)
    return stop.isLost ? 'the focus is nowhere' : stop.problem
  }
  await expect.poll(problem, after).toBeNull()
}

/** Runs in the page: the focused element, whether it is `target`, and what is wrong with its appearance. */
function lookAtFocus(target: Element) {
  const at = document.activeElement
  const name = `${at?.tagName} ${at?.getAttribute('aria-label') ?? at?.textContent?.trim().slice(0, 40)}`
  const isThere = at === target
  // After the last stop the focus is in the browser's own toolbars, and returns with the next press.
  const isLost = at === null || at === document.body || at === document.documentElement
  const seen = (problem: string | null) => ({
    name,
    isThere,
    isLost,
    problem: problem && `${name}: ${problem}`,
  })
  if (isLost) return seen(null)

  // A checkbox that is drawn by its label is checked there.
  const box = at.matches('input[type=radio], input[type=checkbox]') ? (at.closest('label') ?? at) : at
  const drawn: (readonly [Element | null, string?])[] = [
    [at],
    [at, '::before'],
    [at, '::after'],
    [box],
    [at.nextElementSibling],
  ]
  const hasRing =
    getComputedStyle(at).boxShadow !== 'none' ||
    drawn.some(([element, part]) => {
      if (!element) return false
      const style = getComputedStyle(element, part)
      return style.outlineStyle !== 'none' && Number.parseFloat(style.outlineWidth) > 0
    })
  // Elements that receive the focus from code, such as a heading after an action, are not controls.
  const isControl = at.getAttribute('tabindex') !== '-1' || at.matches('[role^=menuitem]')
  if (isControl && !hasRing) return seen('no ring shows that it has the focus')
  if (!isControl) return seen(null)

  const place = box.getBoundingClientRect()
  // For tall elements the upper part is enough to see the focus.
  const isTall = place.height > innerHeight / 4
  const [top, bottom] = [Math.max(place.top, 0), Math.min(place.bottom, innerHeight)]
  if (bottom - top < (isTall ? innerHeight / 8 : place.height - 1)) return seen('it is outside the window')
  if (place.left < -1 || place.right > innerWidth + 1) return seen('it is beside the window')
  const across = place.left + Math.min(place.width, innerWidth) / 2
  const covered = [0.25, 0.5, 0.75].flatMap((line) => {
    const hit = document.elementFromPoint(across, top + line * (bottom - top))
    const isFree = hit !== null && (hit === box || box.contains(hit) || hit.contains(box))
    return isFree ? [] : [`${hit?.tagName} ${hit?.className}`]
  })
  // The click area of a neighbor may overlap an edge. A bar covers more than an edge.
  if (covered.length > 1) return seen(`it lies under ${covered.join(', ')}`)
  return seen(null)
}
