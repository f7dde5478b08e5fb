import { expect, type Locator, type Page } from '@playwright/test'

/** Presses Tab until the target has the focus, and fails if it cannot be reached. */
export async function tabTo(page: Page, target: Locator, maxPresses = 60) {
  await expect(target).toBeVisible()
  for (let presses = 0; presses < maxPresses; presses += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return
    await page.keyboard.press('Tab')
  }
  await expect(target, `within ${maxPresses} presses of Tab`).toBeFocused()
}

/**
 * Presses Tab, or Shift+Tab with `back`, until the target has the focus, and fails after `maxPresses`. Each element
 * that receives the focus on the way must show that it has it, be inside the window and not be covered.
 */
export async function reach(page: Page, target: Locator, { back = false, maxPresses = 60 } = {}) {
  await expect(target).toBeVisible()
  const visited: string[] = []
  for (let presses = 0; presses <= maxPresses; presses += 1) {
    const focus = await target.evaluate(inspectFocus)
    visited.push(focus.name)
    // The element may still be scrolling into view, so it is checked again.
    if (focus.problem) await expect.poll(async () => (await target.evaluate(inspectFocus)).problem).toBeNull()
    if (focus.isOnTarget) return
    await page.keyboard.press(back ? 'Shift+Tab' : 'Tab')
  }
  throw new Error(
    `${maxPresses} presses did not reach ${String(target)}. They visited: ${visited.join(', ')}`,
  )
}

/** Reaches the target as `reach` does and presses a key on it. */
export async function press(page: Page, target: Locator, key = 'Enter', direction: { back?: boolean } = {}) {
  await reach(page, target, direction)
  await page.keyboard.press(key)
}

/** Reaches a field and replaces its text. */
export async function write(page: Page, target: Locator, text: string, direction: { back?: boolean } = {}) {
  await reach(page, target, direction)
  await page.keyboard.press('Control+A')
  await page.keyboard.type(text)
}

/** After an action the focus must be on a visible element so that Tab continues from the same position. */
export async function expectFocusKept(page: Page, after: string) {
  const problem = async () => {
    const focus = await page.locator('body').evaluate(inspectFocus)
    return focus.isLost ? 'no element has the focus' : focus.problem
  }
  await expect.poll(problem, after).toBeNull()
}

/**
 * Describes the focused element: its name, whether it is `target`, and what keeps a reader from seeing it. Runs in the
 * page.
 */
function inspectFocus(target: Element) {
  const focused = document.activeElement
  const name = `${focused?.tagName} ${focused?.getAttribute('aria-label') ?? focused?.textContent?.trim().slice(0, 40)}`
  const isOnTarget = focused === target
  // After the last element of the page the focus moves to the browser's toolbars. It returns with the next press.
  const isLost = focused === null || focused === document.body || focused === document.documentElement
  const report = (problem: string | null) => ({
    name,
    isOnTarget,
    isLost,
    problem: problem && `${name}: ${problem}`,
  })
  if (isLost) return report(null)

  // The label draws a checkbox or radio button, so the label is examined instead of the input.
  const box = focused.matches('input[type=radio], input[type=checkbox]')
    ? (focused.closest('label') ?? focused)
    : focused
  const drawn: (readonly [Element | null, string?])[] = [
    [focused],
    [focused, '::before'],
    [focused, '::after'],
    [box],
    [focused.nextElementSibling],
  ]
  const hasRing =
    getComputedStyle(focused).boxShadow !== 'none' ||
    drawn.some(([element, part]) => {
      if (!element) return false
      const style = getComputedStyle(element, part)
      return style.outlineStyle !== 'none' && Number.parseFloat(style.outlineWidth) > 0
    })
  // Elements that receive the focus from code, such as a heading after an action, are not controls.
  const isControl = focused.getAttribute('tabindex') !== '-1' || focused.matches('[role^=menuitem]')
  if (isControl && !hasRing) return report('no ring shows that it has the focus')
  if (!isControl) return report(null)

  const rectangle = box.getBoundingClientRect()
  // A reader sees the focus of a tall element if a part of it is visible.
  const isTall = rectangle.height > innerHeight / 4
  const [top, bottom] = [Math.max(rectangle.top, 0), Math.min(rectangle.bottom, innerHeight)]
  if (bottom - top < (isTall ? innerHeight / 8 : rectangle.height - 1)) {
    return report('it is outside the window')
  }
  if (rectangle.left < -1 || rectangle.right > innerWidth + 1) return report('it is beside the window')
  const middle = rectangle.left + Math.min(rectangle.width, innerWidth) / 2
  const coverings = [0.25, 0.5, 0.75].flatMap((fraction) => {
    const hit = document.elementFromPoint(middle, top + fraction * (bottom - top))
    const isFree = hit !== null && (hit === box || box.contains(hit) || hit.contains(box))
    return isFree ? [] : [`${hit?.tagName} ${hit?.className}`]
  })
  // The click area of a neighbor may cover one edge, but a bar covers at least two of the three points.
  if (coverings.length > 1) return report(`it lies under ${coverings.join(', ')}`)
  return report(null)
}
