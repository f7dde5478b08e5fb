import type { Page } from '@playwright/test'
import { openBill } from './billSteps.ts'
import { findViolationsInBothThemes } from './support/axe.ts'
import { prepareEveryScreen, routePaths, type Screen } from './support/everyScreen.ts'
import { brokenWords, layoutShift, setBrowserFont, sidewaysOverflow } from './support/layout.ts'
import { expect, signIn, test, type TestServer } from './support/product.ts'

/** Opens every screen, first as a visitor and then as a member, and returns what `inspect` found on which. */
async function walk(page: Page, app: TestServer, language: string, inspect: () => Promise<string[]>) {
  const { me, screens, billPath } = await prepareEveryScreen(app, language)
  const found: Record<string, string[]> = {}
  const visit = async (list: Screen[], who: string) => {
    for (const { address } of list) {
      await page.goto(address)
      await expect(page.getByRole('heading', { level: 1 }).last(), address).toBeVisible()
      if (who === 'member' && address === billPath) await expect(openBill(page)).toBeVisible()
      await expect(page.locator('#early'), address).toHaveCount(0)
      await expect(page.locator('[aria-busy="true"]'), address).toHaveCount(0)
      await expect(page.getByText(/^(Loading|Cargando)/), address).toHaveCount(0)
      const shift = await layoutShift(page)
      const problems = [...(shift > 0.02 ? [`moves by ${shift.toFixed(3)}`] : []), ...(await inspect())]
      if (problems.length > 0) found[`${who}: ${address}`] = problems
    }
  }
  // What is above other content arrives last.
  await page.route(/\/agreement$|\/api\/updates|\/users\/privacy$/, async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 400))
    await route.continue()
  })
  await visit(screens.visitor, 'visitor')
  await signIn(page, me)
  await visit(screens.member, 'member')
  return found
}

/** Returns how the page fails with text of twice the size, and in a window of 320 pixels. */
async function findNarrowProblems(page: Page): Promise<string[]> {
  await setBrowserFont(page, 32)
  const withLargeText = await sidewaysOverflow(page)
  const broken = await brokenWords(page)
  await setBrowserFont(page, 16)
  await page.setViewportSize({ width: 320, height: 700 })
  const inNarrowWindow = await sidewaysOverflow(page)
  await page.setViewportSize({ width: 390, height: 844 })
  return [
    ...broken.map((words) => `with large text, ${words}`),
    ...(withLargeText > 0 ? [`with large text, it scrolls sideways by ${withLargeText} px`] : []),
    ...(inNarrowWindow > 0 ? [`at 320 px, it scrolls sideways by ${inNarrowWindow} px`] : []),
  ]
}

/** The walk takes two to three minutes on a slow machine. */
const walkLimitMs = 400_000

// covers HURD-SCREENS-01 HURD-GALLERY-01
test('the walk and the gallery visit the screen of every route', async ({ app }) => {
  const { screens } = await prepareEveryScreen(app)
  const visited = new Set([...screens.visitor, ...screens.member].map(({ path }) => path))
  expect(routePaths().length).toBeGreaterThan(20)
  expect(routePaths().filter((path) => !visited.has(path))).toEqual([])
})

// covers HURD-SCREENS-01 HURD-SPEED-03 HURD-ACCESS-08
test('in English and a wide window, no screen moves while it loads, and axe finds nothing in either theme', async ({
  page,
  app,
}) => {
  test.setTimeout(walkLimitMs)
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
  expect(await walk(page, app, 'en', () => findViolationsInBothThemes(page, 'light'))).toEqual({})
})

test.describe('in Spanish', () => {
  test.use({ locale: 'es-US' })

  // covers HURD-SCREENS-01 HURD-SPEED-03 HURD-ACCESS-08
  test('on a phone, no screen moves or scrolls sideways, whatever the size of its text, and axe finds nothing in either theme', async ({
    page,
    app,
  }) => {
    test.setTimeout(walkLimitMs)
    await page.setViewportSize({ width: 390, height: 844 })
    await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' })
    const inspect = async () => [
      ...(await findViolationsInBothThemes(page, 'dark')),
      ...(await findNarrowProblems(page)),
    ]
    expect(await walk(page, app, 'es', inspect)).toEqual({})
  })
})
