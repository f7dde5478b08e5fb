import type { Page } from '@playwright/test'
import { takeStance } from '#contract/bills/bills.ts'
import { addComment, nextDate, openBill, openBillByLink } from './billSteps.ts'
import { uniquePlace } from './groupSteps.ts'
import { layoutShift } from './support/layout.ts'
import { expect, test, uniqueName } from './support/product.ts'

/** Holds back the responses to the matching requests. The returned function lets them arrive and waits for the first. */
async function holdResponses(page: Page, pattern: RegExp) {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route(pattern, async (route) => {
    await promise
    await route.continue()
  })
  const arrived = page.waitForResponse(pattern)
  return async () => {
    resolve()
    await arrived
  }
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
      await release()
      await expect(page.locator(`[data-comment="${comment}"]`)).toBeFocused()
      await expect(openBill(page).getByRole('region', { name: 'People' })).toBeVisible()
      await expect(page.locator(`[data-comment="${comment}"]`)).toBeInViewport()
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
      await releaseAgain()
      await expect(openBill(page).getByText('A comment that stays')).toBeVisible()
      await expect(openBill(page).getByRole('region', { name: 'People' })).toBeVisible()
      expect(await layoutShift(page), String(late)).toBeLessThanOrEqual(0.02)
      await page.unroute(late)
    }
  })
}

// covers HURD-SPEED-03
test('nothing beside the discussion of a bill moves when one of the parts there arrives last', async ({
  page,
  app,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  const { division } = uniquePlace('lateparts')
  const me = await app.resident(uniqueName('me'), division)
  const author = await app.member(uniqueName('author'))
  const rep_id = uniqueName('late-rep-')
  await app.representative(rep_id, { rep_name: 'Rita Late', division })
  const bill = async () => {
    const { bill_id } = await app.bill(uniqueName('Late Column '), { created_at: nextDate() })
    const comment_id = await addComment(author, bill_id, 'A comment that changes a mind')
    await me.call(takeStance, { id: bill_id, stance: 'oppose' })
    await me.call(takeStance, { id: bill_id, stance: 'support', change_source: 'comment', comment_id })
    await app.pool`
      insert into bill_sponsorships (bill_id, position, name, classification, rep_id)
      values (${bill_id}, 1, 'Rita Late', 'primary', ${rep_id})`
    return bill_id
  }
  for (const late of [/\/api\/representatives/, /\/contacts/, /\/mind-changes/, /\/vote-events/]) {
    const release = await holdResponses(page, late)
    await openBillByLink(page, me, await bill())
    const column = openBill(page).getByRole('complementary')
    await expect(column.getByRole('radiogroup')).toBeVisible()
    await expect(openBill(page).getByRole('region', { name: 'People' })).toBeVisible()
    await expect(openBill(page).getByText('A comment that changes a mind').first()).toBeVisible()
    await release()
    await expect(column.getByRole('link', { name: 'Rita Late' })).toBeVisible()
    await expect(column.getByRole('heading', { name: 'What changed minds' })).toBeVisible()
    await expect(column.getByRole('heading', { name: 'Where you live' })).toBeVisible()
    expect(await layoutShift(page), String(late)).toBeLessThanOrEqual(0.02)
    await page.unroute(late)
    await page.goto('/robots.txt')
  }
})

// covers HURD-SPEED-03
test('the discussion of a bill does not move when the form for the statement of a representative arrives last', async ({
  page,
  app,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  const { division } = uniquePlace('latestatement')
  const me = await app.resident(uniqueName('me'), division, { member_type: 'elected_official' })
  const rep_id = uniqueName('late-official-')
  await app.representative(rep_id, { rep_name: 'Olga Office', division })
  await app.pool`
    insert into official_accounts (user_id, rep_id, verified_by, valid_from)
    values (${me.user_id}, ${rep_id}, 'operator', '2026-01-01')`
  for (const late of [/\/statements/, /\/api\/bills\/[0-9a-f-]+$/]) {
    const { bill_id } = await app.bill(uniqueName('Late Statement '), { created_at: nextDate() })
    const release = await holdResponses(page, late)
    await openBillByLink(page, me, bill_id)
    await expect(openBill(page).getByRole('radiogroup').first()).toBeVisible()
    await page.evaluate(
      () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
    )
    await release()
    await expect(openBill(page).getByRole('region', { name: 'From representatives' })).toBeVisible()
    await expect(openBill(page).getByRole('textbox', { name: 'Add to the discussion' })).toBeVisible()
    expect(await layoutShift(page), String(late)).toBeLessThanOrEqual(0.02)
    await page.unroute(late)
    await page.goto('/robots.txt')
  }
})
