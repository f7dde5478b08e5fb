import type { Locator } from '@playwright/test'
import { takeStance } from '#contract/bills/bills.ts'
import { feedCalls, nextDate, openFeed } from './billSteps.ts'
import { uniquePlace } from './groupSteps.ts'
import { expect, signIn, test, uniqueName, type TestServer } from './support/product.ts'

/** Creates a resident who has used Hurd before, with bills of their own city whose titles have one to three lines. */
async function prepareResident(app: TestServer) {
  const { division } = uniquePlace('firstscreen')
  const me = await app.resident(uniqueName('ordinary'), division)
  for (const words of ['Street lamps', 'Street lamps '.repeat(5), 'Street lamps '.repeat(9)]) {
    const { bill_id } = await app.bill(uniqueName(`${words.trim()} `), {
      government_level: 'local',
      jurisdiction: division,
      topics: ['energy', 'law'],
      summary:
        'Street lamps would be dimmed after midnight where nobody lives nearby, and switched on by steps. '.repeat(
          3,
        ),
      created_at: nextDate(),
    })
    await app.pool`
      update bills set progress_reached = 'Out of committee', progress_reached_on = '2026-03-01',
             progress_next = 'a vote in the Council', source_checked_at = now()
       where bill_id = ${bill_id}`
    await me.call(takeStance, { id: bill_id, stance: 'support' })
  }
  return me
}

function heightsOf(cards: Locator): Promise<number[]> {
  return cards.evaluateAll((all) => all.map((card) => card.getBoundingClientRect().height))
}

for (const { width, height } of [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
]) {
  // covers HURD-SCREENS-02
  test(`the first bill of the feed is on the first screen, with its stance, at ${width} by ${height} pixels`, async ({
    page,
    app,
  }) => {
    await page.setViewportSize({ width, height })
    await openFeed(page, await prepareResident(app))
    const first = page.getByRole('article').first()
    for (const part of [first.getByRole('heading'), first.getByRole('radiogroup')]) {
      await expect(part).toBeInViewport({ ratio: 1 })
    }
    const covers = await page.evaluate(() => {
      const bar = document.querySelector('nav[aria-label=Main]')?.getBoundingClientRect()
      return bar && bar.top > innerHeight / 2 ? bar.top : innerHeight
    })
    const box = await first.boundingBox()
    expect(box!.y + box!.height).toBeLessThanOrEqual(covers)
  })

  // covers HURD-SCREENS-02
  test(`a card is about 400 pixels high and takes the space of its placeholder at ${width} pixels`, async ({
    page,
    app,
  }) => {
    await page.setViewportSize({ width, height })
    await signIn(page, await prepareResident(app))
    const bills = Promise.withResolvers<void>()
    await page.route(feedCalls, async (route) => {
      await bills.promise
      await route.continue()
    })
    await page.goto('/feed')
    const placeholders = page.getByText('Loading bills...').locator('xpath=following-sibling::*/*')
    await expect(page.getByText('Loading bills...')).toBeAttached()
    const [placeholder = 0] = await heightsOf(placeholders)
    bills.resolve()
    await expect(page.getByRole('article').nth(2)).toBeVisible()
    const heights = (await heightsOf(page.getByRole('article'))).slice(0, 3)
    expect(placeholder).toBeGreaterThanOrEqual(Math.min(...heights))
    expect(placeholder).toBeLessThanOrEqual(Math.max(...heights))
    expect(Math.max(...heights)).toBeLessThanOrEqual(448)
  })
}
