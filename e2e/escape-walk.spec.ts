import type { Locator, Page } from '@playwright/test'
import { followTarget } from '#contract/alerts.ts'
import { takeStance } from '#contract/bills/bills.ts'
import { createGroupPost } from '#contract/groups.ts'
import { followUser } from '#contract/people.ts'
import { operator } from '#server/testing/setups/operators.ts'
import { addComment, nextDate, openBill } from './billSteps.ts'
import { uniquePlace } from './groupSteps.ts'
import { expect, signIn, test, uniqueName, type TestServer } from './support/product.ts'

// Every menu, list and dialog of every screen is opened with the keyboard, gets text in its fields, and is closed with Escape.

test.use({ contextOptions: { reducedMotion: 'reduce' } })

const typed = 'Words that somebody typed'
const layerRoles = ':is([role=dialog], [role=alertdialog], [role=menu], [role=listbox])'

// A menu is inside the dialog that positions it, which counts once.
const layers = (page: Page) => page.locator(`${layerRoles}:not(${layerRoles} *)`).filter({ visible: true })
const textFields = (container: Page | Locator) =>
  container.locator('textarea, input[type=text], input[type=search], input:not([type])').filter({
    visible: true,
  })

/** Opens a layer with Enter, and closes it with Escape. Text that was typed in it is there when it is opened again. */
async function pressEscapeIn(page: Page, opener: Locator, walked: string[]) {
  const name = await opener.evaluate(
    (element) => element.getAttribute('aria-label') ?? element.textContent ?? element.tagName,
  )
  const below = await layers(page).count()
  const open = async () => {
    await opener.focus()
    await page.keyboard.press('Enter')
    await expect(layers(page), `${name} opens`).toHaveCount(below + 1)
    return layers(page).last()
  }
  const close = async () => {
    await page.keyboard.press('Escape')
    await expect(layers(page), `${name} closes alone`).toHaveCount(below)
    await expect(opener, `the focus returns to ${name}`).toBeFocused()
    walked.push(name)
  }
  const fields = textFields(await open())
  const count = await fields.count()
  for (let index = 0; index < count; index += 1) await fields.nth(index).fill(typed)
  await close()
  if (count === 0) return
  const again = textFields(await open())
  for (let index = 0; index < count; index += 1) await expect(again.nth(index), name).toHaveValue(typed)
  await close()
}

/** Walks over all buttons that announce a menu, a list or a dialog. */
async function walk(page: Page, container: Page | Locator, walked: string[]) {
  const openers = container.locator('button[aria-haspopup]').filter({ visible: true })
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0)
  const count = await openers.count()
  for (let index = 0; index < count; index += 1) {
    await pressEscapeIn(page, openers.nth(index), walked)
  }
}

async function populate(app: TestServer) {
  const { division } = uniquePlace('escape')
  const ada = await operator(app, uniqueName('ada'), 'administrator')
  const bob = await app.resident(uniqueName('bob'), division, { full_name: 'Bob Brook' })
  const { bill_id } = await app.bill(uniqueName('Escape Act '), { created_at: nextDate() })
  const comment = await addComment(bob, bill_id, 'Heard from Bob')
  const cleo = await app.member(uniqueName('cleo'))
  await cleo.call(takeStance, { id: bill_id, stance: 'oppose' })
  await cleo.call(takeStance, {
    id: bill_id,
    stance: 'support',
    change_source: 'comment',
    comment_id: comment,
  })
  await cleo.call(followUser, { id: bob.user_id })
  const group = await app.groupOf(division)
  await bob.call(createGroupPost, { id: group, content: 'Bob has the word' })
  const rep_id = uniqueName('escape-rep-')
  await app.representative(rep_id, { rep_name: 'Steady Hand' })
  await ada.call(followTarget, { target_type: 'bill', target_id: bill_id })
  return { ada, bob, bill_id, group, rep_id }
}

for (const { width, height } of [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
]) {
  // covers HURD-KEYBOARD-02
  test(`Escape closes only the layer on top, on every screen, and loses no typed text, at ${width} pixels`, async ({
    page,
    app,
  }) => {
    test.setTimeout(240_000)
    await page.setViewportSize({ width, height })
    const { ada, bob, bill_id, group, rep_id } = await populate(app)
    await signIn(page, ada)
    const walked: string[] = []
    for (const path of [
      '/feed',
      '/dashboard?tab=groups',
      '/groups',
      `/groups/${group}`,
      '/profile',
      `/profile/${bob.username}`,
      '/settings',
      '/settings?section=notifications',
      '/updates',
      `/representatives/${rep_id}`,
      '/search?q=Escape',
      '/elections',
      '/news',
      '/moderation',
      '/administration/members',
      '/administration/operation',
    ]) {
      await page.goto(path)
      await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible()
      if (/^\/(?:groups\/|profile\/|elections)/.test(path)) {
        await expect(page.locator('main button[aria-haspopup]').first()).toBeVisible()
      }
      await walk(page, page, walked)
    }

    await page.goto(`/feed?highlight=${bill_id}`)
    const bill = openBill(page)
    await expect(bill.getByText('Heard from Bob').first()).toBeVisible()
    const comment = bill.getByRole('textbox', { name: 'Add to the discussion' })
    await comment.fill(typed)
    await walk(page, bill, walked)
    await pressEscapeIn(page, bill.getByRole('button', { name: /changed their mind here/ }), walked)
    await expect(comment, 'the comment below the layers stays').toHaveValue(typed)
    await comment.focus()
    await page.keyboard.press('Escape')
    await expect(bill, 'the bill is the last layer').toHaveCount(0)
    await page.goto(`/feed?highlight=${bill_id}`)
    await expect(comment, 'the comment is there when the bill is opened again').toHaveValue(typed)
    expect(walked.length, walked.join(', ')).toBeGreaterThan(24)
    for (const opener of [/^1 follower$/, /View details$/, /^More about the post of/, /^Sort threads/]) {
      expect(
        walked.some((name) => opener.test(name)),
        String(opener),
      ).toBe(true)
    }
  })
}
