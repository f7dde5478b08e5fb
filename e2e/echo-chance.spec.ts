import type { Page } from '@playwright/test'
import { chanceBills, votedBill } from '#server/testing/setups/discussions/votedBill.ts'
import { openBill, openBillByLink } from './billSteps.ts'
import { expect, test, uniqueName } from './support/product.ts'
import { takeScreenshots } from './support/screenshots.ts'

const meter = (page: Page) => openBill(page).getByRole('meter', { name: 'Echo chamber score' })

const sentences = {
  more: /^\d+% of votes stay with their own side\. About \d+% would if nobody favored their own side\. That is \d+ points more than chance \(likely between \d+ and \d+\)\.$/,
  unclear:
    /^\d+% of votes stay with their own side\. About \d+% would even if nobody favored their own side\. We can’t tell whether people here favor their own side \((difference likely between (−\d+|0) and (\+\d+|0) points|the difference is likely half a point at most)\)\.$/,
  less: /^\d+% of votes stay with their own side\. About \d+% would by chance\. People here cross sides more than chance \(\d+ points, likely between \d+ and \d+\)\.$/,
}

for (const verdict of ['more', 'unclear', 'less'] as const) {
  // covers BEY-CHANCE-08 BEY-CHANCE-09 BEY-CHANCE-10
  test(`a sentence and a mark on the bar say that a score is ${verdict} compared with chance`, async ({
    page,
    app,
  }) => {
    test.slow()
    const title = uniqueName(`Chance ${verdict} `)
    const { bill_id } = await votedBill(app, { title, ...chanceBills[verdict] })
    const ann = await app.member(uniqueName('ann'))
    await openBillByLink(page, ann, bill_id)
    const sentence = openBill(page).getByText(sentences[verdict])
    await expect(sentence).toBeVisible()
    await expect(meter(page)).toHaveAttribute('aria-valuetext', /^\d+%, /)
    const mark = meter(page).getByText(/^chance \d+%$/)
    await expect(mark).toBeVisible()
    const chance = /About (\d+)%/.exec(await sentence.innerText())![1]
    await expect(mark).toHaveText(`chance ${chance}%`)

    const score = openBill(page).getByText(/^\d+% (Mixed views|Leaning one way|Echo chamber)$/)
    const sizeOf = (element: typeof score) => element.evaluate((shown) => getComputedStyle(shown).fontSize)
    const isAsLarge = (await sizeOf(sentence)) === (await sizeOf(score))
    expect(isAsLarge).toBe(verdict === 'unclear')
    await expect(score).toHaveText(verdict === 'less' ? /Mixed views/ : /Echo chamber/)
    await sentence.scrollIntoViewIfNeeded()
    await takeScreenshots(page, `chance-${verdict}`, { fullPage: false, visible: sentence })
    // The label stays above the bar.
    await page.setViewportSize({ width: 390, height: 844 })
    const [bar, label] = [(await meter(page).boundingBox())!, (await mark.boundingBox())!]
    expect(label.x).toBeGreaterThanOrEqual(bar.x - 1)
    expect(label.x + label.width).toBeLessThanOrEqual(bar.x + bar.width + 1)
    expect((await sentence.boundingBox())!.y).toBeGreaterThanOrEqual(label.y + label.height - 1)
  })
}

// covers BEY-CHANCE-07
test('with ten to twenty-nine votes a sentence says how many are missing for a comparison', async ({
  page,
  app,
}) => {
  const { bill_id } = await votedBill(app, {
    title: uniqueName('Few '),
    voters: { support: 3, oppose: 3 },
    comments: { support: 2, oppose: 1 },
    isUpvote: () => true,
  })
  await openBillByLink(page, await app.member(uniqueName('ann')), bill_id)
  await expect(
    openBill(page).getByText('Too few votes to compare with chance (18 of 30).', { exact: true }),
  ).toBeVisible()
  await expect(meter(page).getByText(/chance/)).toHaveCount(0)
  await openBill(page).getByRole('button', { name: 'About the echo chamber score' }).focus()
  await expect(
    openBill(page).getByRole('button', { name: 'About the echo chamber score' }),
  ).toHaveAccessibleDescription(
    /A vote stays with its own side if it is an upvote for someone with the same stance/,
  )
})
