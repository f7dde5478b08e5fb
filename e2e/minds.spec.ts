import { takeStance } from '#contract/bills/bills.ts'
import { listMindChanges } from '#contract/discussions.ts'
import type { Stance } from '#contract/stances.ts'
import { addComment, failWithoutMessage, openBill, openBillByLink } from './billSteps.ts'
import { openProfile, statistic } from './profileSteps.ts'
import { waitUntilStill } from './support/axe.ts'
import { layoutShift } from './support/layout.ts'
import { expect, test, uniqueName, type Person, type TestServer } from './support/product.ts'
import { takeScreenshots } from './support/screenshots.ts'

const hint = 'You can change your stance at any time.'

/**
 * Creates a member for each pair of `changes`. The comment changes the member's mind from the first stance to the
 * second.
 */
async function changeMinds(
  app: TestServer,
  bill_id: string,
  comment_id: string,
  changes: [Stance, Stance][],
) {
  for (const [from, to] of changes) {
    // oxlint-disable-next-line no-await-in-loop -- one after the other, in the order of the list
    const member = await app.member(uniqueName('convinced'))
    // oxlint-disable-next-line no-await-in-loop -- see above
    await member.call(takeStance, { id: bill_id, stance: from })
    // oxlint-disable-next-line no-await-in-loop -- see above
    await member.call(takeStance, { id: bill_id, stance: to, change_source: 'comment', comment_id })
  }
}

const times = (count: number, change: [Stance, Stance]) => Array.from({ length: count }, () => change)

async function convincedBill(app: TestServer) {
  const author = await app.member(uniqueName('maya'), { full_name: 'Maya Cole' })
  const other = await app.member(uniqueName('ben'), { full_name: 'Ben Ode' })
  const { bill_id } = await app.bill(uniqueName('Night Bus Act '))
  const text = 'The clinic in my town closed in 2021. This would pay for a bus to the next one.'
  const best = await addComment(author, bill_id, text)
  const second = await addComment(
    other,
    bill_id,
    'Read section 4 before you decide.',
    null,
    'personal-stories',
  )
  await author.call(takeStance, { id: bill_id, stance: 'support' })
  await changeMinds(app, bill_id, best, [...times(5, ['oppose', 'support']), ['learning', 'support']])
  await changeMinds(app, bill_id, second, [...times(3, ['support', 'neutral']), ['oppose', 'learning']])
  return { bill_id, author, best, second }
}

// covers HURD-MINDS-10 BEY-PERSUADE-04
test('the bill shows the comment that changed the most minds, under the line that it answers', async ({
  page,
  app,
}) => {
  const [asker, author] = [
    await app.member(uniqueName('ira'), { full_name: 'Ira Long' }),
    await app.member(uniqueName('ada')),
  ]
  const { bill_id } = await app.bill(uniqueName('Rail Act '))
  const question = await addComment(asker, bill_id, 'Who would pay for the new tracks?')
  const reply = await addComment(author, bill_id, 'The freight companies pay two thirds of it.', question)
  await changeMinds(app, bill_id, reply, times(2, ['oppose', 'support']))
  await openBillByLink(page, await app.member(uniqueName('reader')), bill_id)
  const card = openBill(page).getByRole('region', { name: 'What changed minds' })
  await expect(card).toContainText('In reply to Ira Long: Who would pay for the new tracks?')
  await expect(card).toContainText('The freight companies pay two thirds of it.')
  await expect(card).toContainText('2 people say this comment changed their mind')
  await card.getByRole('button', { name: 'Read it in the discussion' }).click()
  await expect(page.locator(`[data-comment="${reply}"]`)).toBeFocused()
})

// covers HURD-MINDS-06
test('a bill says how many people changed their minds, in place of the hint', async ({ page, app }) => {
  const reader = await app.member(uniqueName('reader'))
  const { bill_id } = await convincedBill(app)
  const { bill_id: quiet } = await app.bill(uniqueName('Quiet Act '))

  // Until the response arrives the hint is shown where the strip will be, so nothing moves.
  const response = Promise.withResolvers<void>()
  await page.route('**/mind-changes?**', async (route) => {
    await response.promise
    await route.continue()
  })
  await openBillByLink(page, reader, bill_id)
  const control = openBill(page).getByRole('radiogroup')
  await expect(openBill(page).getByText(hint)).toBeVisible()
  await expect(openBill(page).getByText('The clinic in my town')).toBeVisible()
  // The bill opens with an animation, which must end before its position is measured.
  await page.evaluate(() =>
    Promise.all(document.getAnimations().map(({ finished }) => finished.catch(() => undefined))),
  )
  const before = await openBill(page)
    .getByRole('heading', { name: 'Where do you stand?' })
    .locator('../..')
    .boundingBox()
  response.resolve()
  const strip = openBill(page).getByRole('button', { name: '10 people changed their minds here' })
  await expect(strip).toBeVisible()
  await expect(openBill(page).getByText(hint)).toBeHidden()
  const after = await openBill(page)
    .getByRole('heading', { name: 'Where do you stand?' })
    .locator('../..')
    .boundingBox()
  expect(after).toEqual(before)
  expect(await layoutShift(page)).toBeLessThanOrEqual(0.02)
  await expect(control).toBeVisible()
  await page.unroute('**/mind-changes?**')

  // The hint is also shown while the number loads, so it is checked again after the response.
  const expectHint = async (id: string) => {
    const arrived = page.waitForResponse(/\/mind-changes\?(?:.*&)?limit=1(?:&|$)/)
    await openBillByLink(page, reader, id)
    await expect(openBill(page).getByText(hint)).toBeVisible()
    await (await arrived).finished()
    await waitUntilStill(page)
    await expect(openBill(page).getByText(hint)).toBeVisible()
    await expect(openBill(page).getByRole('button', { name: /changed their minds? here/ })).toHaveCount(0)
  }
  await expectHint(quiet)
  await page.route('**/mind-changes?**', failWithoutMessage)
  await expectHint(bill_id)
})

// covers HURD-MINDS-07
test('the line opens the moves between stances and the comments, with the keyboard alone', async ({
  page,
  app,
}) => {
  test.slow()
  const reader = await app.member(uniqueName('reader'))
  const { bill_id, second } = await convincedBill(app)
  await openBillByLink(page, reader, bill_id)
  const strip = openBill(page).getByRole('button', { name: '10 people changed their minds here' })
  await expect(strip).toBeVisible()
  await takeScreenshots(page, 'minds-bill', { fullPage: false })
  await strip.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Changed minds' })
  const picture = dialog.getByRole('img', { name: /^Moves between stances/ })
  await expect(picture).toHaveAccessibleName('Moves between stances. Oppose to Support: 5.')
  await expect(dialog.getByText(/^5 other people moved/)).toBeVisible()
  await takeScreenshots(page, 'minds-dialog', { fullPage: false, visible: picture })

  await expect(dialog.getByRole('table')).toBeHidden()
  await dialog.getByRole('button', { name: 'Show as a table' }).press('Enter')
  await expect(dialog.getByRole('row')).toHaveText(['BeforeAfterPeople', 'OpposeSupport5', 'Other moves5'])
  await takeScreenshots(page, 'minds-table', { fullPage: false, visible: dialog.getByRole('table') })

  const comments = dialog.getByRole('listitem')
  await expect(comments).toHaveCount(2)
  await expect(comments.first()).toContainText('Maya Cole')
  await expect(comments.first()).toContainText('Changed 6 minds')
  await comments.last().getByRole('button', { name: 'Read it in the discussion' }).press('Enter')
  await expect(dialog).toBeHidden()
  await expect(page.locator(`[data-comment="${second}"]`)).toBeFocused()

  // A second press of the link moves the focus to the comment again.
  await strip.press('Enter')
  await comments.last().getByRole('button', { name: 'Read it in the discussion' }).press('Enter')
  await expect(dialog).toBeHidden()
  await expect(page.locator(`[data-comment="${second}"]`)).toBeFocused()

  // Escape closes only the dialog and not the bill.
  await strip.press('Enter')
  await expect(dialog).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(strip).toBeFocused()
})

// covers HURD-MINDS-07
test('a list that failed to load can be loaded again, and a few changed minds show no moves', async ({
  page,
  app,
}) => {
  const reader = await app.member(uniqueName('reader'))
  const { bill_id } = await app.bill(uniqueName('Small Act '))
  const author = await app.member(uniqueName('author'))
  const comment_id = await addComment(author, bill_id, 'One view')
  await changeMinds(app, bill_id, comment_id, [['oppose', 'support']])
  await openBillByLink(page, reader, bill_id)
  const strip = openBill(page).getByRole('button', { name: '1 person changed their mind here' })
  await expect(strip).toBeVisible()
  await page.route('**/mind-changes?**', failWithoutMessage)
  await strip.click()
  const dialog = page.getByRole('dialog', { name: 'Changed minds' })
  await expect(dialog.getByText('Changed minds could not be loaded')).toBeVisible()
  await page.unroute('**/mind-changes?**')
  await dialog.getByRole('button', { name: 'Try Again' }).click()
  await expect(dialog.getByText(/shown when at least 5 people have/)).toBeVisible()
  await expect(dialog.getByText('The comment that changed minds')).toBeVisible()
  await expect(dialog.getByRole('img', { name: /^Moves/ })).toHaveCount(0)
  const { flows } = await reader.call(listMindChanges, { id: bill_id })
  expect(flows).toEqual([])
})

// covers HURD-MINDS-07
test('when each of five people made a different move, the dialog says why it shows none', async ({
  page,
  app,
}) => {
  const { bill_id } = await app.bill(uniqueName('Mixed Act '))
  const author = await app.member(uniqueName('author'))
  const comment_id = await addComment(author, bill_id, 'One view')
  await changeMinds(app, bill_id, comment_id, [
    ['oppose', 'support'],
    ['support', 'oppose'],
    ['neutral', 'support'],
    ['learning', 'support'],
    ['support', 'neutral'],
  ])
  await openBillByLink(page, author, bill_id)
  await openBill(page).getByRole('button', { name: '5 people changed their minds here' }).click()
  const dialog = page.getByRole('dialog', { name: 'Changed minds' })
  await expect(dialog.getByText(/shown when at least 5 people have/)).toBeVisible()
})

// covers HURD-MINDS-08
test('a profile opens the comments that changed minds', async ({ page, app }) => {
  test.slow()
  const { author, best } = await convincedBill(app)
  const reader: Person = await app.member(uniqueName('reader'))
  await openProfile(page, author)
  const own = statistic(page, 'Minds Changed').getByRole('button', { name: 'You changed 6 minds' })
  await expect(own).toBeVisible()
  await takeScreenshots(page, 'minds-profile', { fullPage: false })
  await own.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'You changed 6 minds' })
  await expect(dialog.getByRole('listitem')).toContainText(['Night Bus Act'])
  await takeScreenshots(page, 'minds-profile-list', { fullPage: false })
  await page.keyboard.press('Escape')
  await expect(own).toBeFocused()

  await openProfile(page, reader, author.username)
  await statistic(page, 'Minds Changed').getByRole('button', { name: 'Changed 6 minds', exact: true }).click()
  await page.getByRole('link', { name: 'Read it on the bill' }).click()
  await expect(page.locator(`[data-comment="${best}"]`)).toBeFocused()

  await openProfile(page, author, reader.username)
  await expect(statistic(page, 'Minds Changed')).toContainText('0')
  await expect(statistic(page, 'Minds Changed').getByRole('button')).toHaveCount(0)
})

// covers HURD-MINDS-08
test('the comments that changed minds stop quoting a member as soon as the reader has muted them', async ({
  page,
  app,
}) => {
  const asker = await app.member(uniqueName('ira'), { full_name: 'Ira Long' })
  const author = await app.member(uniqueName('ada'))
  const { bill_id } = await app.bill(uniqueName('Ferry Act '))
  const question = await addComment(asker, bill_id, 'Who would pay for the new ferries?')
  const reply = await addComment(author, bill_id, 'The harbor pays two thirds of it.', question)
  await changeMinds(app, bill_id, reply, times(2, ['oppose', 'support']))
  await openProfile(page, await app.member(uniqueName('reader')), author.username)
  const open = statistic(page, 'Minds Changed').getByRole('button', { name: 'Changed 2 minds', exact: true })
  const dialog = page.getByRole('dialog', { name: 'Changed 2 minds' })
  await open.click()
  await expect(dialog).toContainText('Who would pay for the new ferries?')
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)

  // A navigation without a reload keeps the cached list.
  await page.evaluate((path) => {
    history.pushState({ usr: null, key: 'test', idx: 1 }, '', path)
    dispatchEvent(new PopStateEvent('popstate', { state: history.state }))
  }, `/profile/${asker.username}`)
  await page.getByRole('button', { name: 'More about Ira Long' }).click()
  await page.getByRole('menuitem', { name: `Mute @${asker.username}` }).click()
  await expect(page.getByText(`You muted @${asker.username}.`)).toBeVisible()
  await page.goBack()
  await open.click()
  await expect(dialog).toContainText('The harbor pays two thirds of it.')
  await expect(dialog).not.toContainText('Who would pay for the new ferries?')
})
