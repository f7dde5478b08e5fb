import type { Page, Route } from '@playwright/test'
import { takeStance } from '#contract/bills/bills.ts'
import { voteOnComment } from '#contract/discussions.ts'
import type { Stance } from '#contract/stances.ts'
import { addComment, cutNetwork, failWithoutMessage, openBill, openBillByLink } from './billSteps.ts'
import { expect, test, uniqueName, type TestServer } from './support/product.ts'
import { takeScreenshots } from './support/screenshots.ts'

const meter = (page: Page) => openBill(page).getByRole('meter', { name: 'Echo chamber score' })
const hint = (page: Page) => openBill(page).getByRole('button', { name: 'About the echo chamber score' })

/**
 * Creates a bill with one comment and `votes` upvotes for it. `opposing` of the voters disagree with its writer's
 * stance.
 */
async function votedBill(app: TestServer, votes: number, opposing = 0) {
  const { bill_id } = await app.bill(uniqueName('Echoing '))
  const writer = await app.member(uniqueName('writer'))
  await writer.call(takeStance, { id: bill_id, stance: 'support' })
  const comment_id = await addComment(writer, bill_id, 'What people vote on')
  const voters = []
  for (let index = 0; index < votes; index += 1) {
    const voter = await app.member(uniqueName('voter'))
    const stance: Stance = index < opposing ? 'oppose' : 'support'
    await voter.call(takeStance, { id: bill_id, stance })
    await voter.call(voteOnComment, { id: comment_id, vote_type: 'upvote' })
    voters.push(voter)
  }
  return { bill_id, comment_id, writer, voters }
}

const respondWith = (score: number | null) => (route: Route) =>
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
test('with ten votes a bar shows the percentage, and a vote from the other side lowers it', async ({
  page,
  app,
}) => {
  const { bill_id } = await votedBill(app, 10)
  const ann = await app.member(uniqueName('ann'))
  await ann.call(takeStance, { id: bill_id, stance: 'oppose' })
  await openBillByLink(page, ann, bill_id)
  await expect(meter(page)).toHaveAttribute('aria-valuenow', '100')
  await expect(meter(page)).toHaveAttribute('data-band', 'high')
  await expect(openBill(page).getByText('100% Echo chamber')).toBeVisible()
  await hint(page).focus()
  await expect(hint(page)).toHaveAccessibleDescription(/^From 10 votes on this discussion/)
  await openBill(page).getByRole('button', { name: 'Upvote' }).click()
  await expect(meter(page)).toHaveAttribute('aria-valuenow', '91')
  await hint(page).focus()
  await expect(hint(page)).toHaveAccessibleDescription(/^From 11 votes on this discussion/)
  // The score is one line of the discussion.
  const line = openBill(page).getByText('Echo chamber score', { exact: true }).locator('..')
  expect((await line.boundingBox())!.height).toBeLessThan(50)
})

// covers CIV-ECHO-05 CIV-ECHO-07 CIV-ECHO-08
test('with fewer than ten votes there is no bar, and the info button says how many votes are missing', async ({
  page,
  app,
}) => {
  const { bill_id } = await votedBill(app, 7)
  const ann = await app.member(uniqueName('ann'))
  await openBillByLink(page, ann, bill_id)
  const tooltip = page.getByRole('tooltip')
  const explanation = tooltip.getByText('Need 3 more votes for echo chamber analysis', { exact: true })
  // A tooltip opens only when the mouse moves onto the button, and scrolling closes it, so the attempt is repeated.
  await expect(async () => {
    await page.mouse.move(1, 1)
    await hint(page).hover()
    await expect(explanation).toBeVisible({ timeout: 2_000 })
  }).toPass()
  await expect(tooltip).toContainText('The score is the share of echo votes.')
  await expect(hint(page)).toHaveAccessibleDescription(/^Need 3 more votes/)
  await expect(meter(page)).toHaveCount(0)
  await page.mouse.move(0, 0)
  await expect(tooltip).toHaveCount(0)

  for (let number = 0; number < 3; number += 1) {
    const voter = await app.member(uniqueName('late'))
    await voter.call(takeStance, { id: bill_id, stance: 'support' })
    const [row] = await app.pool<{ comment_id: string }[]>`
      select comment_id from bill_comments where bill_id = ${bill_id}`
    await voter.call(voteOnComment, { id: row!.comment_id, vote_type: 'upvote' })
    await page.reload()
    // The sentence shows that the score has arrived.
    await expect(openBill(page).getByText('Not enough votes yet.')).toHaveCount(number === 2 ? 0 : 1)
    await expect(meter(page)).toHaveCount(number === 2 ? 1 : 0)
  }
})

// covers CIV-ECHO-02 CIV-ECHO-03 CIV-ECHO-04 CIV-ECHO-13 CIV-ECHO-14 CIV-ECHO-15
test('while the score loads or fails there is no bar, and nothing below it moves', async ({ page, app }) => {
  const { bill_id } = await app.bill(uniqueName('Unscored '))
  const ann = await app.member(uniqueName('ann'))
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  await page.route('**/echo-score', async (route) => {
    await released
    await respondWith(52)(route)
  })
  await openBillByLink(page, ann, bill_id)
  await expect(hint(page)).toBeVisible()
  await expect(meter(page), 'hidden while it loads').toHaveCount(0)
  const tabs = openBill(page).getByRole('tablist', { name: 'Categories' })
  await expect(openBill(page).getByRole('textbox', { name: 'Add to the discussion' })).toBeVisible()
  // A font that arrives later would move the text by a few pixels, which has nothing to do with the score.
  await page.evaluate(() => document.fonts.ready.then(() => undefined))
  const topBefore = (await tabs.boundingBox())!.y
  release()
  await expect(meter(page)).toBeVisible()
  expect((await tabs.boundingBox())!.y, 'the tabs do not move').toBeCloseTo(topBefore, 0)

  const failures = [
    [cutNetwork, 'Failed to load discussion health score'],
    [failWithoutMessage, 'Unable to calculate discussion health'],
    [respondWith(null), 'Echo chamber analysis not available'],
  ] as const
  for (const [failure, explanation] of failures) {
    await page.unroute('**/echo-score')
    await page.route('**/echo-score', failure)
    await page.reload()
    await expect(openBill(page).getByText('The score isn’t available right now.')).toBeVisible()
    // Content that loads below can scroll the page, which closes the tooltip, so the attempt is repeated.
    await expect(async () => {
      await hint(page).focus()
      await page.keyboard.press('Shift+Tab')
      await page.keyboard.press('Tab')
      await expect(page.getByRole('tooltip').getByText(explanation, { exact: true })).toBeVisible({
        timeout: 3000,
      })
    }).toPass()
    await expect(meter(page)).toHaveCount(0)
    await expect(page.getByRole('alert')).toHaveCount(0)
  }
})

// covers BEY-CHANCE-01
test('the echo bar looks right in screenshots in its three colors', async ({ page, app }) => {
  test.slow()
  const { bill_id } = await votedBill(app, 2)
  const ann = await app.member(uniqueName('ann'))
  const fills = []
  for (const [score, label] of [
    [28, 'Mixed views'],
    [52, 'Leaning one way'],
    [76, 'Echo chamber'],
  ] as const) {
    await page.unroute('**/echo-score')
    await page.route('**/echo-score', respondWith(score))
    await openBillByLink(page, ann, bill_id)
    await expect(openBill(page).getByText(`${score}% ${label}`)).toBeVisible()
    fills.push(await meter(page).evaluate((bar) => getComputedStyle(bar.firstElementChild!).backgroundColor))
    await openBill(page).getByRole('heading', { name: 'Discussion' }).scrollIntoViewIfNeeded()
    await takeScreenshots(page, `echo-${score}`, { fullPage: false })
  }
  expect(fills).toEqual(['rgb(9, 144, 82)', 'rgb(198, 120, 0)', 'rgb(208, 60, 57)'])
})

test.describe('with touch', () => {
  test.use({ hasTouch: true })
  test('a tap on the info button shows its explanation, and another tap hides it', async ({ page, app }) => {
    const { bill_id } = await votedBill(app, 1)
    const ann = await app.member(uniqueName('ann'))
    await openBillByLink(page, ann, bill_id)
    await hint(page).tap()
    await expect(page.getByRole('tooltip')).toContainText('Need 9 more votes for echo chamber analysis')
    await hint(page).tap()
    await expect(page.getByRole('tooltip')).toHaveCount(0)
  })
})
