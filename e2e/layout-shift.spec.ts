import type { Page } from '@playwright/test'
import { addComment, nextDate, openBill, openBillByLink } from './billSteps.ts'
import { layoutShift } from './support/layout.ts'
import { expect, test, uniqueName } from './support/product.ts'

/** Holds the responses to the matching requests back until the returned function is called. */
async function holdResponses(page: Page, pattern: RegExp) {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route(pattern, async (route) => {
    await promise
    await route.continue()
  })
  return resolve
}

for (const { width, height } of [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
]) {
  // covers HURD-SPEED-03
  test(`comments on a bill do not move when what is above them arrives last, at ${width} pixels`, async ({
    page,
    app,
  }) => {
    await page.setViewportSize({ width, height })
    const author = await app.member(uniqueName('author'))
    const discussedBill = async () => {
      const { bill_id } = await app.bill(uniqueName('Late Parts '), { created_at: nextDate() })
      return { bill_id, comment: await addComment(author, bill_id, 'A comment that stays') }
    }
    for (const late of [/\/api\/bills\/[0-9a-f-]+$/, /\/vote-events/, /\/statements/]) {
      const { bill_id, comment } = await discussedBill()
      const release = await holdResponses(page, late)
      await openBillByLink(page, author, bill_id, comment)
      await expect(openBill(page)).toBeVisible()
      release()
      await expect(page.locator(`[data-comment="${comment}"]`)).toBeFocused()
      await page.unroute(late)
      await page.goto('/robots.txt')

      // The browser scrolls a bill that was opened before to where it was left, so this is another one.
      const other = await discussedBill()
      const releaseAgain = await holdResponses(page, late)
      await openBillByLink(page, author, other.bill_id)
      await expect(openBill(page)).toBeVisible()
      await page.evaluate(
        () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
      )
      releaseAgain()
      await expect(openBill(page).getByText('A comment that stays')).toBeVisible()
      await expect(openBill(page).getByRole('region', { name: 'People' })).toBeVisible()
      expect(await layoutShift(page), String(late)).toBeLessThanOrEqual(0.02)
      await page.unroute(late)
    }
  })
}
