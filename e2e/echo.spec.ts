import type { Page, Route } from '@playwright/test'
import { takeStance } from '../contract/bills/bills.ts'
import { voteOnComment } from '../contract/discussions/discussions.ts'
import type { Stance } from '../contract/rules/stances.ts'
import { cutNetwork, failWithoutWords, openBill, openBillByLink, say } from './billSteps.ts'
import { expect, freshName, test, type TestServer } from './support/product.ts'
import { shoot } from './support/shots.ts'

const meter = (page: Page) => openBill(page).getByRole('meter', { name: 'Echo chamber score' })
const hint = (page: Page) => openBill(page).getByRole('button', { name: 'About the echo chamber score' })

/** A bill where `votes` members upvoted one comment, all with the writer's stance except `across` of them. */
async function votedBill(app: TestServer, votes: number, across = 0) {
  const { bill_id } = await app.bill(freshName('Echoing '))
  const writer = await app.member(freshName('writer'))
  await writer.call(takeStance, { id: bill_id, stance: 'support' })
  const comment_id = await say(writer, bill_id, 'What people vote on')
  const voters = []
  for (let place = 0; place < votes; place += 1) {
    const voter = await app.member(freshName('voter'))
    const stance: Stance = place < across ? 'oppose' : 'support'
    await voter.call(takeStance, { id: bill_id, stance })
    await voter.call(voteOnComment, { id: comment_id, vote_type: 'upvote' })
    voters.push(voter)
  }
  return { bill_id, comment_id, writer, voters }
}

const answerWith = (score: number | null) => (route: Route) =>
  route.fulfill({
    json: {
      success: true,
      echo_chamber_score: score,
      healthy_votes: 10,
      echo_votes: 10,
      total_analyzed_votes: 20,
      cached: false,
      insufficient_data: false,
      total_votes: 20,
      message: null,
    },
  })

// covers CIV-ECHO-06 CIV-ECHO-09
test('with ten votes a bar shows the percentage, and a vote across the sides lowers it', async ({
  page,
  app,
}) => {
  const { bill_id } = await votedBill(app, 10)
  const ann = await app.member(freshName('ann'))
  await ann.call(takeStance, { id: bill_id, stance: 'oppose' })
  await openBillByLink(page, ann, bill_id)
  await expect(meter(page)).toHaveAttribute('aria-valuenow', '100')
  await expect(meter(page)).toHaveAttribute('data-band', 'high')
  await expect(openBill(page).getByText('100% Echo chamber')).toBeVisible()
  await expect(openBill(page).getByText('From 10 votes on this discussion')).toBeVisible()
  await openBill(page).getByRole('button', { name: 'Upvote' }).click()
  await expect(meter(page)).toHaveAttribute('aria-valuenow', '91')
  await expect(openBill(page).getByText('From 11 votes on this discussion')).toBeVisible()
})

// covers CIV-ECHO-05 CIV-ECHO-07 CIV-ECHO-08
test('under ten votes there is no bar, and the info button says how many votes are missing', async ({
  page,
  app,
}) => {
  const { bill_id } = await votedBill(app, 7)
  const ann = await app.member(freshName('ann'))
  await openBillByLink(page, ann, bill_id)
  const tooltip = page.getByRole('tooltip')
  const words = tooltip.getByText('Need 3 more votes for echo chamber analysis', { exact: true })
  // A mouse arrives from somewhere, and a page that still scrolls to the button closes its tooltip.
  await expect(async () => {
    await page.mouse.move(1, 1)
    await hint(page).hover()
    await expect(words).toBeVisible({ timeout: 2_000 })
  }).toPass()
  await expect(tooltip).toContainText('The score is the share of echo votes.')
  await expect(hint(page)).toHaveAccessibleDescription(/^Need 3 more votes/)
  await expect(meter(page)).toHaveCount(0)
  await page.mouse.move(0, 0)
  await expect(tooltip).toHaveCount(0)

  for (let more = 0; more < 3; more += 1) {
    const voter = await app.member(freshName('late'))
    await voter.call(takeStance, { id: bill_id, stance: 'support' })
    const [row] = await app.pool<{ comment_id: string }[]>`
      select comment_id from bill_comments where bill_id = ${bill_id}`
    await voter.call(voteOnComment, { id: row!.comment_id, vote_type: 'upvote' })
    await page.reload()
    await expect(hint(page)).toBeVisible()
    await expect(meter(page)).toHaveCount(more === 2 ? 1 : 0)
  }
})

// covers CIV-ECHO-02 CIV-ECHO-03 CIV-ECHO-04 CIV-ECHO-13 CIV-ECHO-14 CIV-ECHO-15
test('while the score loads or fails there is no bar, and nothing below it moves', async ({ page, app }) => {
  const { bill_id } = await app.bill(freshName('Unscored '))
  const ann = await app.member(freshName('ann'))
  const { promise: pending, resolve: answer } = Promise.withResolvers<void>()
  await page.route('**/echo-score', async (route) => {
    await pending
    await answerWith(52)(route)
  })
  await openBillByLink(page, ann, bill_id)
  await expect(hint(page)).toBeVisible()
  await expect(meter(page), 'hidden while it loads').toHaveCount(0)
  const tabs = openBill(page).getByRole('tablist', { name: 'Categories' })
  await expect(openBill(page).getByRole('textbox', { name: 'Add to General Discussion' })).toBeVisible()
  const topBefore = (await tabs.boundingBox())!.y
  answer()
  await expect(meter(page)).toBeVisible()
  expect((await tabs.boundingBox())!.y, 'the tabs do not move').toBeCloseTo(topBefore, 0)

  const failures = [
    [cutNetwork, 'Failed to load discussion health score'],
    [failWithoutWords, 'Unable to calculate discussion health'],
    [answerWith(null), 'Echo chamber analysis not available'],
  ] as const
  for (const [failure, words] of failures) {
    await page.unroute('**/echo-score')
    await page.route('**/echo-score', failure)
    await page.reload()
    await expect(openBill(page).getByText('The score isn’t available right now.')).toBeVisible()
    // What loads below can still scroll the page, which closes a tooltip.
    await expect(async () => {
      await hint(page).focus()
      await page.keyboard.press('Shift+Tab')
      await page.keyboard.press('Tab')
      await expect(page.getByRole('tooltip').getByText(words, { exact: true })).toBeVisible({ timeout: 3000 })
    }).toPass()
    await expect(meter(page)).toHaveCount(0)
    await expect(page.getByRole('alert')).toHaveCount(0)
  }
})

test('the echo bar looks right in screenshots in its three colors', async ({ page, app }) => {
  test.slow()
  const { bill_id } = await votedBill(app, 2)
  const ann = await app.member(freshName('ann'))
  const fills = []
  for (const [score, words] of [
    [28, 'Mixed views'],
    [52, 'Leaning one way'],
    [76, 'Echo chamber'],
  ] as const) {
    await page.unroute('**/echo-score')
    await page.route('**/echo-score', answerWith(score))
    await openBillByLink(page, ann, bill_id)
    await expect(openBill(page).getByText(`${score}% ${words}`)).toBeVisible()
    fills.push(await meter(page).evaluate((bar) => getComputedStyle(bar.firstElementChild!).backgroundColor))
    await openBill(page).getByRole('heading', { name: 'Discussion' }).scrollIntoViewIfNeeded()
    await shoot(page, `echo-${score}`, { fullPage: false })
  }
  expect(fills).toEqual(['rgb(9, 144, 82)', 'rgb(198, 120, 0)', 'rgb(208, 60, 57)'])
})

test.describe('with touch', () => {
  test.use({ hasTouch: true })
  test('a tap on the info button shows its explanation, another hides it', async ({ page, app }) => {
    const { bill_id } = await votedBill(app, 1)
    const ann = await app.member(freshName('ann'))
    await openBillByLink(page, ann, bill_id)
    await hint(page).tap()
    await expect(page.getByRole('tooltip')).toContainText('Need 9 more votes for echo chamber analysis')
    await hint(page).tap()
    await expect(page.getByRole('tooltip')).toHaveCount(0)
  })
})
