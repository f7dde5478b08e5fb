import type { Page } from '@playwright/test'
import { takeStance } from '#contract/bills/bills.ts'
import { deleteComment } from '#contract/discussions.ts'
import { addComment, card, nextDate, openBill, openBillByLink, stance } from './billSteps.ts'
import { reach } from './support/keyboard.ts'
import { expect, test, uniqueName, type TestServer } from './support/product.ts'

// One press of Escape closes what is open, whatever the screen renders at that moment.

test.use({ contextOptions: { reducedMotion: 'reduce' } })

async function openTalk(page: Page, app: TestServer) {
  const [kay, bob] = [await app.member(uniqueName('kay')), await app.member(uniqueName('bob'))]
  const title = uniqueName('Escaped Talk ')
  const { bill_id } = await app.bill(title, { created_at: nextDate() })
  await bob.call(takeStance, { id: bill_id, stance: 'oppose' })
  const comment_id = await addComment(bob, bill_id, 'Heard from Bob')
  await openBillByLink(page, kay, bill_id)
  const bill = openBill(page)
  await expect(bill.getByText('Heard from Bob')).toBeVisible()
  return { bill, bob, bill_id, comment_id, title, share: bill.getByRole('button', { name: 'Share' }) }
}

/** Holds the matching requests back until the returned function is called. */
async function holdResponses(page: Page, method: string, pattern: RegExp) {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route(pattern, async (route) => {
    if (route.request().method() === method) await promise
    return route.fallback()
  })
  return resolve
}

const nextFrames = (page: Page) =>
  page.evaluate(
    () =>
      new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(resolve)))),
  )

// covers HURD-KEYBOARD-01
test('a reader who tabs quickly past an explanation closes the next menu with one Escape', async ({
  page,
  app,
}) => {
  const { bill, share } = await openTalk(page, app)
  const hint = bill.getByRole('button', { name: /what this means/ })
  await reach(page, hint)
  await expect(page.getByRole('tooltip')).toBeVisible()
  await page.keyboard.press('Shift+Tab')
  await expect(page.getByRole('tooltip')).toHaveCount(0)

  // The focus moves on in the frame in which the tooltip appears.
  await hint.evaluate(async (button) => {
    button.focus()
    await new Promise<void>((resolve) =>
      requestAnimationFrame(() =>
        requestAnimationFrame(() => {
          button.blur()
          resolve()
        }),
      ),
    )
  })
  await nextFrames(page)
  await share.focus()
  await expect(page.getByRole('tooltip')).toHaveCount(0)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('menuitem').first()).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('menu')).toHaveCount(0)
  await expect(share).toBeFocused()
})

// covers HURD-KEYBOARD-01
test('a tooltip under the mouse does not keep the Escape that closes a menu', async ({ page, app }) => {
  const { bill, share } = await openTalk(page, app)
  // Two movements, because the first one only shows that a mouse is in use.
  await page.mouse.move(1, 1)
  await bill.getByRole('button', { name: /what this means/ }).hover()
  await expect(page.getByRole('tooltip')).toBeVisible()
  await share.focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('menuitem').first()).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('menu')).toHaveCount(0)
  await expect(share).toBeFocused()
})

// covers HURD-KEYBOARD-01
test('a menu closes with Escape after the stance and the comments behind it were fetched again', async ({
  page,
  app,
}) => {
  const { bill, bill_id, share, title } = await openTalk(page, app)
  const saveStance = await holdResponses(page, 'POST', /\/stance$/)
  await stance(bill, 'NEUTRAL').focus()
  await page.keyboard.press('Space')
  await expect(stance(bill, 'NEUTRAL')).toBeChecked()
  await reach(page, share, { back: true })
  await page.keyboard.press('Enter')
  await expect(page.getByRole('menuitem').first()).toBeFocused()
  const refetched = page.waitForResponse((response) =>
    response.url().includes(`/api/bills/${bill_id}/comments`),
  )
  saveStance()
  await refetched
  await expect(page.getByRole('menuitem').first()).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('menu')).toHaveCount(0)
  await expect(share).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(bill).toHaveCount(0)
  await expect(card(page, title).getByRole('link', { name: title })).toBeFocused()
})

// covers HURD-KEYBOARD-01
test('a bill closes with Escape after the focused comment has disappeared', async ({ page, app }) => {
  const { bill, bob, comment_id, title } = await openTalk(page, app)
  const saveStance = await holdResponses(page, 'POST', /\/stance$/)
  await stance(bill, 'NEUTRAL').focus()
  await page.keyboard.press('Space')
  await bill.getByRole('button', { name: 'Reply' }).first().focus()
  await bob.call(deleteComment, { id: comment_id })
  saveStance()
  await expect(bill.getByText('Heard from Bob')).toHaveCount(0)
  await page.keyboard.press('Escape')
  await expect(bill).toHaveCount(0)
  await expect(card(page, title).getByRole('link', { name: title })).toBeFocused()
})
