import { setParts } from '#server/testing/billParts.ts'
import {
  addComment,
  card,
  keepOnTop,
  nextDate,
  openBill,
  openBillByLink,
  openFeed,
  refuseWith,
} from './billSteps.ts'
import { topOf } from './support/layout.ts'
import { expect, test, uniqueName, type TestServer } from './support/product.ts'
import { takeScreenshots } from './support/screenshots.ts'

const phone = { width: 390, height: 844 }
const longTopics = [
  'government_operations_and_politics',
  'crime_and_law_enforcement',
  'labor_and_employment',
  'armed_forces_and_national_security',
] as const

/**
 * Creates a bill with a long title and summary and many topics, facts and steps. Such bills once pushed the stance
 * down.
 */
async function crowdedBill(app: TestServer, title: string) {
  const { bill_id } = await app.bill(title, {
    created_at: nextDate(),
    topics: [...longTopics],
    status: 'engrossed',
    summary: 'Officers of the Capitol Police guard Congress, its visitors and its buildings. '.repeat(8),
  })
  const sponsors = ['Maxine Waters', 'Mike Flood', 'Emanuel Cleaver', 'French Hill', 'Rosa Delgado'].map(
    (name, index) => ({
      name,
      party: 'Independent',
      role: index === 0 ? 'Sponsor' : 'Cosponsor',
      district: 'NE-1',
    }),
  )
  const actions = [
    'Introduced',
    'Referred to the Committee on House Administration',
    'Passed House, 390-9',
  ].map((text, index) => ({ date: `2026-0${index + 1}-05`, text, chamber: 'House' }))
  await setParts(app.pool, bill_id, { sponsors, actions })
  return bill_id
}

test.describe('on a phone', () => {
  test.use({ viewport: phone })

  // covers HURD-BILLPAGE-01 HURD-BILLPAGE-02
  test('a bill explains itself whole before it asks for a stance, and the stance is at hand all the time', async ({
    page,
    app,
  }) => {
    const ann = await app.member(uniqueName('ann'))
    const title = `${uniqueName('A bill ')} to amend chapters 83 and 84 of title 5, United States Code, to authorize an increase of the retirement age for members of the Capitol Police, and for other purposes`
    const bill_id = await crowdedBill(app, title)
    await openBillByLink(page, ann, bill_id)
    const bill = openBill(page)
    const card = bill.getByRole('region', { name: 'Where do you stand?' })
    const bar = bill.getByRole('region', { name: 'Your stance', exact: true })
    const progress = bill.getByRole('region', { name: 'Progress' })
    await expect(bill.getByRole('region', { name: 'People' })).toContainText('Maxine Waters')
    const summary = bill.getByText('Officers of the Capitol Police')
    expect(
      await summary.evaluate((element) => element.scrollHeight - element.clientHeight),
    ).toBeLessThanOrEqual(1)
    await expect(bill.getByRole('button', { name: 'Show more' })).toHaveCount(0)

    const discussion = bill.getByRole('heading', { name: 'Discussion' })
    const contact = bill.getByRole('button', { name: 'Contact My Representative' })
    const order = [summary, progress, card, discussion, contact, bill.getByRole('region', { name: 'People' })]
    const tops = await Promise.all(order.map(topOf))
    expect(tops).toEqual(tops.toSorted((one, other) => one - other))

    // The bar has the stance until the card is on the screen, and then it is gone for the keyboard too.
    await bar.getByRole('radio', { name: 'OPPOSE' }).click()
    await expect(bar.getByRole('radio', { name: 'OPPOSE' })).toBeChecked()
    await bar.getByRole('button', { name: 'Not now' }).click()
    await expect(bar.getByRole('radio', { name: 'OPPOSE' })).toBeFocused()
    await card.scrollIntoViewIfNeeded()
    await expect(bar).toHaveCount(0)
    await expect(card.getByRole('radio', { name: 'OPPOSE' })).toBeChecked()
    await discussion.scrollIntoViewIfNeeded()
    await page.mouse.wheel(0, 900)
    await expect(bar).toBeVisible()
  })

  test('the choice of a category is as wide as the field above it', async ({ page, app }) => {
    const ann = await app.member(uniqueName('ann'))
    await openBillByLink(page, ann, await crowdedBill(app, uniqueName('Narrow ')))
    const field = await openBill(page).getByRole('textbox').first().boundingBox()
    const choice = await openBill(page).getByLabel('Category').first().boundingBox()
    expect([choice?.x, choice?.width]).toEqual([field?.x, field?.width])
  })

  test.describe('with touch', () => {
    test.use({ hasTouch: true })

    test('the status of a bill explains itself on a tap', async ({ page, app }) => {
      const ann = await app.member(uniqueName('ann'))
      const bill_id = await crowdedBill(app, uniqueName('Halfway '))
      await openBillByLink(page, ann, bill_id)
      await openBill(page).getByRole('button', { name: 'Engrossed' }).tap()
      await expect(page.getByRole('tooltip')).toHaveText('One chamber has passed it. The other has not yet.')
      const progress = openBill(page).getByRole('region', { name: 'Progress' })
      await expect(progress.getByText('Step 3 of 6: Passed the House')).toBeVisible()
    })
  })
})

test('in a wide window all categories of the discussion are shown with their counts', async ({
  page,
  app,
}) => {
  const ann = await app.member(uniqueName('ann'))
  const bill_id = await crowdedBill(app, uniqueName('Talked about '))
  await addComment(ann, bill_id, 'About it')
  await openBillByLink(page, ann, bill_id)
  const tabs = openBill(page).getByRole('tablist', { name: 'Categories' })
  await expect(tabs.getByRole('tab')).toHaveText([
    /All\s*1/,
    /General Discussion\s*1/,
    /Economic Impact\s*0/,
    /Personal Stories\s*0/,
    /Questions & Clarifications\s*0/,
  ])
  expect(await tabs.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0)
})

// covers CIV-BILLCARD-01
test('the headers of neighboring cards align: titles start on one line, topics take one row', async ({
  page,
  app,
}) => {
  test.slow()
  const ann = await app.member(uniqueName('ann'))
  const titles = ['Capitol Heads ', 'Civics Heads ', 'Parking Heads ', 'Plain Heads '].map(uniqueName)
  const details = [
    { topics: longTopics, status: 'pending' },
    {
      topics: ['education', 'government_operations_and_politics'],
      government_level: 'state',
      jurisdiction: 'ocd-division/country:us/state:mi',
    },
    {
      topics: ['transportation_and_public_works', 'housing_and_community_development', 'health'],
      government_level: 'local',
      jurisdiction: 'ocd-division/country:us/state:ny/place:new_york',
      bill_code: 'Int 0511-2026',
    },
    { topics: ['health'] },
  ] as const
  for (const [index, title] of titles.entries()) {
    const { topics, ...otherFields } = details[index]!
    await app.bill(title, { created_at: nextDate(), ...otherFields, topics: [...topics] })
  }
  await openFeed(page, ann)
  await page.goto('/feed?q=heads')
  await expect(card(page, titles[0]!)).toBeVisible()
  for (const width of [1440, 1280, 390]) {
    await page.setViewportSize({ width, height: 900 })
    const layouts = await Promise.all(
      titles.map((title) =>
        card(page, title).evaluate((element) => {
          const top = element.getBoundingClientRect().top
          const offsetOf = (selector: string) =>
            Math.round(element.querySelector(selector)!.getBoundingClientRect().top - top)
          const topics = element.querySelector('ul[aria-label=Topics]')!
          return {
            title: offsetOf('h2'),
            level: offsetOf('p'),
            topicRow: Math.round(topics.getBoundingClientRect().height),
            isCut: element.scrollWidth > element.clientWidth,
          }
        }),
      ),
    )
    for (const layout of layouts) expect(layout, `${width} px`).toEqual(layouts[0])
    expect(layouts[0]!.isCut).toBe(false)
    expect(layouts[0]!.topicRow).toBeLessThan(32)
  }
  const crowded = card(page, titles[0]!)
  await expect(crowded.getByText('Government Operations and Politics')).toBeVisible()
  await expect(crowded.getByText('+3 more topics')).toBeVisible()
  await page.setViewportSize({ width: 1440, height: 900 })
  await takeScreenshots(page, 'feed-card-heads', { fullPage: false })
})

// covers HURD-BILLPAGE-06
test('the title of a bill has the width of the page but for the button', async ({ page, app }) => {
  const { bill_id } = await app.bill('Expanding access to roadway cafes', {
    bill_code: 'T.B. 4321',
    created_at: nextDate(),
  })
  await openBillByLink(page, await app.member(uniqueName('ann')), bill_id)
  const title = openBill(page).getByRole('heading', { level: 1 })
  const button = openBill(page).getByRole('button', { name: /^Follow T\.B\. 4321/ })
  const [box, buttonBox] = [(await title.boundingBox())!, (await button.boundingBox())!]
  expect(box.height, 'one line').toBeLessThan(60)
  expect(buttonBox.x - (box.x + box.width)).toBeLessThan(2)
  await expect(openBill(page).getByText(/you when it moves\.$/)).toBeVisible()
})

test('sponsors, steps and chambers are separate', async ({ page, app }) => {
  test.slow()
  const ann = await app.member(uniqueName('ann'))
  const bill_id = await crowdedBill(app, uniqueName('In progress '))
  await openBillByLink(page, ann, bill_id)
  const people = openBill(page).getByRole('region', { name: 'People' })
  await expect(people.getByRole('listitem')).toHaveCount(5)
  await expect(people.getByRole('listitem').first()).toHaveText('Maxine WatersSponsor · Independent, NE-1')
  const history = openBill(page).getByRole('region', { name: 'History' })
  await history.getByText('3 steps, January 5, 2026 to March 5, 2026').click()
  await expect(history.getByText('Passed House, 390-9', { exact: true })).toBeVisible()
  await expect(history.getByText('March 5, 2026 · House')).toBeVisible()
  await keepOnTop(page, 'History')
  await takeScreenshots(page, 'bill-progress', { fullPage: false })
})

// covers HURD-BILLPAGE-01 HURD-BILLPAGE-02
test('in a wide window the discussion follows the progress, the stance stays beside it, and links lead to every part', async ({
  page,
  app,
}) => {
  const ann = await app.member(uniqueName('ann'))
  const bill_id = await crowdedBill(app, uniqueName('Wide '))
  await openBillByLink(page, ann, bill_id)
  const bill = openBill(page)
  const anchors = bill.getByRole('navigation', { name: 'On this page' })
  await expect(anchors.getByRole('link')).toHaveText(['Progress', 'Discussion', 'People5', 'Text', 'History'])
  await expect(anchors.getByRole('link', { name: 'Progress' })).toHaveAttribute('aria-current', 'true')
  expect(await topOf(bill.getByRole('heading', { name: 'Discussion' }))).toBeLessThan(
    await topOf(bill.getByRole('heading', { name: 'People' })),
  )
  // The day of the record is that of the introduction, and not the day on which it was stored.
  await expect(bill.getByText(/^Introduced [A-Z][a-z]+ \d+, \d{4}$/)).toBeVisible()
  const widths = await bill
    .getByRole('region', { name: 'Progress' })
    .getByRole('listitem')
    .evaluateAll((steps) => steps.map((step) => Math.round(step.getBoundingClientRect().width)))
  // All steps but the last share the width that its label leaves.
  expect(Math.max(...widths.slice(0, -1)) - Math.min(...widths.slice(0, -1))).toBeLessThanOrEqual(1)
  expect(widths.at(-1)).toBeLessThan(widths[0]!)
  const card = bill.getByRole('region', { name: 'Where do you stand?' })
  const discussion = anchors.getByRole('link', { name: 'Discussion' })
  await discussion.click()
  await expect(bill.getByRole('heading', { name: 'Discussion' })).toBeFocused()
  await expect(bill.getByRole('heading', { name: 'Discussion' })).toBeInViewport()
  // The links do not change the address so that going back closes the bill.
  await expect(page).not.toHaveURL(/#/)
  await expect(card).toBeInViewport()

  // In a low window the card scrolls away, and the toolbar has the title and the stance.
  await page.setViewportSize({ width: 1440, height: 600 })
  await bill.getByRole('heading', { name: 'History' }).scrollIntoViewIfNeeded()
  await page.mouse.wheel(0, 4_000)
  const oppose = bill.getByRole('group', { name: 'Your stance on' }).getByRole('button', { name: 'OPPOSE' })
  await oppose.click()
  await expect(bill.getByRole('button', { name: 'OPPOSE' })).toHaveAttribute('aria-haspopup')
  await expect(bill.getByRole('button', { name: 'OPPOSE' })).toBeFocused()
  await bill.getByRole('button', { name: 'Not now' }).click()
  await expect(bill.getByRole('button', { name: 'OPPOSE' })).toBeFocused()
  await bill.getByRole('button', { name: 'OPPOSE' }).click()
  await page.getByRole('menuitem', { name: 'SUPPORT' }).click()
  await page.mouse.wheel(0, -9_000)
  await expect(card.getByRole('radio', { name: 'SUPPORT' })).toBeChecked()
  await expect(bill.getByRole('button', { name: 'SUPPORT' })).toHaveCount(0)
})

// covers HURD-BILLPAGE-02
test('a stance of the toolbar that fails says so after the reader has scrolled back to the stance card', async ({
  page,
  app,
}) => {
  const ann = await app.member(uniqueName('ann'))
  const bill_id = await crowdedBill(app, uniqueName('Lost '))
  await page.setViewportSize({ width: 1440, height: 600 })
  await openBillByLink(page, ann, bill_id)
  const bill = openBill(page)
  await bill.getByRole('heading', { name: 'History' }).scrollIntoViewIfNeeded()
  await page.mouse.move(700, 400)
  await page.mouse.wheel(0, 4_000)
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  await page.route(`**/api/bills/${bill_id}/stance`, async (route) => {
    await released
    await refuseWith('Not today')(route)
  })
  const buttons = bill.getByRole('group', { name: 'Your stance on' })
  await buttons.getByRole('button', { name: 'OPPOSE' }).click()
  await page.mouse.wheel(0, -9_000)
  await expect(bill.getByRole('radio', { name: 'OPPOSE' })).toBeChecked()
  await expect(bill.getByRole('button', { name: 'OPPOSE' })).toHaveCount(0)
  release()
  await expect(page.getByText('Not today')).toBeVisible()
  await expect(bill.getByRole('radio', { name: 'OPPOSE' })).not.toBeChecked()

  await page.mouse.wheel(0, 4_000)
  await buttons.getByRole('button', { name: 'OPPOSE' }).press('Enter')
  await expect(buttons.getByRole('button', { name: 'SUPPORT' })).toBeFocused()
})
