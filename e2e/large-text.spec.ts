import type { Locator, Page } from '@playwright/test'
import { addBookmark, takeStance } from '#contract/bills/bills.ts'
import { createGroupPost, followGroup } from '#contract/groups.ts'
import { nextDate, openBill } from './billSteps.ts'
import { uniquePlace } from './groupSteps.ts'
import { brokenWords, enlargements, setBrowserFont, sidewaysOverflow } from './support/layout.ts'
import { expect, signIn, signInAsNewcomer, test, uniqueName, type TestServer } from './support/product.ts'

/** Signs in a resident of a place with a long name, and returns the screens that the tests visit. */
async function prepareScreens(page: Page, app: TestServer) {
  const place = uniquePlace('winchesterfield')
  const me = await app.resident(uniqueName('alexandria'), place.division, {
    full_name: 'Alexandria Featherstonehaugh',
  })
  for (const name of ['Rosa Delgado', 'Adriana Velez', 'Samuel Osei', 'Tom Brennan', 'Bartholomew Ito']) {
    await app.resident(uniqueName('neighbor'), place.division, { full_name: name })
  }
  const official = await app.resident(uniqueName('bartholomew'), place.division, {
    full_name: 'Bartholomew Delgado',
    member_type: 'elected_official',
  })
  const rep_id = uniqueName('large-')
  await app.representative(rep_id, { rep_name: 'Bartholomew Delgado', office_phone: '202-555-0123' })
  const { bill_id } = await app.bill(uniqueName('Transportation Reauthorization '), {
    created_at: nextDate(),
    topics: ['government_operations_and_politics', 'health'],
    government_level: 'local',
    jurisdiction: place.division,
    status: 'engrossed',
  })
  await me.call(takeStance, { id: bill_id, stance: 'support' })
  await me.call(addBookmark, { id: bill_id })
  const group = `/groups/${await app.groupOf(place.division)}`
  await signIn(page, me)
  return {
    bill_id,
    screens: [
      ['/feed', '/feed?scope=state', '/feed?q=health', '/groups', group, `${group}?tab=members`],
      ['/profile', `/profile/${official.username}`, '/dashboard?tab=profile', '/news', '/elections'],
      ['/settings', '/settings?section=location', '/settings?section=privacy'],
      ['/settings?section=notifications', '/updates', '/search?q=health', `/representatives/${rep_id}`],
    ].flat(),
  }
}

// covers HURD-LARGETEXT-01
for (const [way, enlarge] of Object.entries(enlargements)) {
  for (const width of [390, 1280]) {
    test(`with ${way}, nothing extends beyond the window at ${width} px`, async ({ page, app }) => {
      test.slow()
      await page.setViewportSize({ width, height: 900 })
      await enlarge(page)
      const { bill_id, screens } = await prepareScreens(page, app)
      const problemsByScreen: Record<string, string[]> = {}
      for (const screen of [...screens, `/feed?highlight=${bill_id}`]) {
        await page.goto(screen)
        await expect(page.getByRole('heading', { level: 1 }).last()).toBeVisible()
        if (screen.includes('highlight')) await expect(openBill(page)).toBeVisible()
        await expect(page.getByText(/^Loading/)).toHaveCount(0)
        const size = await page.evaluate(() => getComputedStyle(document.documentElement).fontSize)
        expect(size).toBe('32px')
        await page.evaluate(() => document.fonts.ready.then(() => undefined))
        const overflow = await sidewaysOverflow(page)
        const problems = [...(await cutOff(page)), ...(await overlaps(page)), ...(await brokenWords(page))]
        if (overflow > 0) problems.push(`scrolls sideways by ${overflow} px`)
        if (problems.length > 0) problemsByScreen[screen] = problems
      }
      expect(problemsByScreen).toEqual({})
    })
  }
}

test.describe('in Spanish', () => {
  test.use({ locale: 'es-US' })

  // covers HURD-LARGETEXT-01
  for (const [way, enlarge] of Object.entries(enlargements)) {
    test(`with ${way}, no screen of a newcomer scrolls sideways on a phone`, async ({ page, app }) => {
      test.slow()
      const luz = await app.member(uniqueName('luz'), { address: '12 Sample Street, Springfield, IL 62701' })
      await app.pool`update users set language = 'es' where user_id = ${luz.user_id}`
      const { bill_id } = await app.bill(uniqueName('Ferries '))
      await page.setViewportSize({ width: 390, height: 900 })
      await enlarge(page)
      await signInAsNewcomer(page, luz)
      const screens = ['/feed', '/updates', '/groups', '/search?q=health', '/elections', '/news']
      screens.push('/settings', '/settings?section=location', '/settings?section=notifications')
      screens.push(`/profile/${luz.username}`, `/feed?highlight=${bill_id}`)
      for (const screen of screens) {
        await page.goto(screen)
        await expect(page.locator('html')).toHaveAttribute('lang', 'es')
        await expect(page.getByRole('heading', { level: 1 }).last()).toBeVisible()
        await expect(page.getByText(/^Cargando/)).toHaveCount(0)
        expect(await sidewaysOverflow(page), screen).toBe(0)
      }
    })
  }
})

test('the name of a group breaks within a word on a phone with large text', async ({ page, app }) => {
  test.slow()
  await page.setViewportSize({ width: 390, height: 900 })
  await setBrowserFont(page, 32)
  const place = uniquePlace('chargoggagoggmanchauggagoggchaubunagungamaugg')
  const me = await app.resident(uniqueName('ann'), place.division)
  const neighbor = await app.resident(uniqueName('ben'), place.division)
  const id = await app.groupOf(place.division)
  await neighbor.call(createGroupPost, { id, content: 'Good morning' })
  await me.call(followGroup, { id })
  await signIn(page, me)
  const named = (root: Page | Locator) => root.getByText(place.city).first()
  const isWithinWindow = async (where: string) => {
    const problems = await cutOff(page)
    expect(problems, where).toEqual([])
    expect(await sidewaysOverflow(page), where).toBe(0)
  }
  for (const screen of ['/groups', `/groups/${id}`, `/groups/${id}?tab=members`, '/profile', '/feed']) {
    await page.goto(screen)
    await expect(page.getByRole('heading', { level: 1 }).last()).toBeVisible()
    await expect(page.getByText(/^Loading/)).toHaveCount(0)
    if (screen !== '/feed') await expect(named(page)).toBeVisible()
    await isWithinWindow(screen)
  }
  await page.goto('/profile')
  await page.getByRole('button', { name: `Unfollow ${place.name}` }).click()
  await expect(named(page.getByRole('alertdialog'))).toBeVisible()
  await isWithinWindow('the question whether to unfollow')
})

/** Finds texts that reach beyond the window. `scrollWidth` does not count them where an ancestor clips its content. */
function cutOff(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const scrolls = (element: Element | null): boolean =>
      element !== null &&
      (/auto|scroll/.test(getComputedStyle(element).overflowX) || scrolls(element.parentElement))
    return [...document.querySelectorAll('h1, h2, h3, button, a, .card p, input, select, textarea')].flatMap(
      (element) => {
        const box = element.getBoundingClientRect()
        const isShown = box.width > 1 && box.height > 1 && getComputedStyle(element).visibility === 'visible'
        const isOut = box.right > innerWidth + 1 || box.left < -1
        return isShown && isOut && !scrolls(element.parentElement)
          ? [`${element.tagName} ${element.textContent?.slice(0, 40)} to ${Math.round(box.right)}`]
          : []
      },
    )
  })
}

/** Finds tabs of the header whose labels overlap. */
function overlaps(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const labels = [...document.querySelectorAll('nav[aria-label=Main] a span')]
      .filter((element) => element.getBoundingClientRect().width > 1)
      .map((element) => {
        const range = document.createRange()
        range.selectNodeContents(element)
        return { text: element.textContent ?? '', box: range.getBoundingClientRect() }
      })
    return labels.flatMap(({ text, box }, index) => {
      const next = labels[index + 1]
      const isOver =
        next && box.right > next.box.left + 1 && box.top < next.box.bottom && next.box.top < box.bottom
      return isOver ? [`${text} lies over ${next.text}`] : []
    })
  })
}
