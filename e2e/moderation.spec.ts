import type { Page } from '@playwright/test'
import { deleteComment } from '#contract/discussions.ts'
import { createGroupPost } from '#contract/groups.ts'
import { decideCases } from '#contract/moderation/cases.ts'
import { createReport } from '#contract/moderation/reports.ts'
import { addComment } from './billSteps.ts'
import { holdPosts } from './support/lostResponses.ts'
import { expect, signIn, test, uniqueName, type Person, type TestServer } from './support/product.ts'
import { takeScreenshots } from './support/screenshots.ts'
import { es } from './support/spanish.ts'

async function moderator(app: TestServer, secured = true): Promise<Person> {
  const person = await app.member(uniqueName('mod'))
  await app.pool`
    insert into operator_roles (user_id, role, granted_by) values (${person.user_id}, 'moderator', 'tester')`
  if (secured) {
    await app.pool`
      insert into second_factors (user_id, sealed_secret, last_step)
      values (${person.user_id}, ${Buffer.alloc(48)}, 0)`
  }
  return person
}

/** Creates comments of one author, each of which the same member has reported. */
async function reportComments(app: TestServer, count: number) {
  await app.pool`delete from reports`
  const author = await app.member(uniqueName('author'), { full_name: 'Ada Author' })
  const reporter = await app.member(uniqueName('reporter'))
  const { bill_id } = await app.bill(uniqueName('Reported Bill'))
  const ids: string[] = []
  for (let number = 1; number <= count; number += 1) {
    const id = await addComment(author, bill_id, `Reported comment ${number}: you are all fools.`)
    await reporter.call(createReport, {
      target_type: 'bill_comment',
      target_id: id,
      reason: 'abuse',
      details: `Insult ${number}`,
    })
    ids.push(id)
  }
  return { author, reporter, bill_id, ids }
}

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const caseTitle = (page: Page) => page.getByRole('heading', { name: /^Reported comment by @/ })

// covers HURD-MODERATE-10
test('a moderator decides ten reports on a phone, each with two taps and a reason', async ({ page, app }) => {
  const { author, reporter, ids } = await reportComments(app, 10)
  await page.setViewportSize({ width: 390, height: 844 })
  await signIn(page, await moderator(app))
  await page.goto('/moderation')
  await expect(page.getByRole('list', { name: 'Cases' }).getByRole('listitem')).toHaveCount(10)
  await expect(page.getByText(reporter.username), 'the queue names no reporter').toHaveCount(0)
  await page.getByRole('list', { name: 'Cases' }).getByRole('link').first().click()
  await expect(
    page.getByRole('region', { name: 'Reported content' }).getByRole('link'),
    'leads to the comment',
  ).toHaveAttribute('href', new RegExp(`comment=${ids[0]}`))
  const looks = await Promise.all(
    ['Dismiss', 'Hide', 'Suspend'].map((name) =>
      button(page, name).evaluate((element) => getComputedStyle(element).backgroundColor),
    ),
  )
  expect(new Set(looks).size, 'no decision stands out').toBe(1)
  for (let number = 1; number <= 10; number += 1) {
    await expect(page.getByRole('region', { name: 'Reported content' })).toContainText(
      `Reported comment ${number}: you are all fools.`,
    )
    await expect(caseTitle(page), 'the focus is on the case').toBeFocused()
    const decision = number % 2 === 0 ? 'Dismiss' : 'Hide'
    await button(page, decision).click()
    await expect(page.getByRole('textbox', { name: 'Reason' })).toBeFocused()
    await page.getByRole('textbox', { name: 'Reason' }).fill(`Reason ${number}`)
    await button(page, `${decision} comment`).click()
  }
  await expect(page.getByRole('heading', { name: 'No open reports' })).toBeVisible()
  await takeScreenshots(page, 'moderation-empty')
  const rows = await app.pool<{ note: string }[]>`
    select note from reports where target_id = any(${ids}::uuid[]) and resolved_at is not null order by created_at`
  expect(rows.map(({ note }) => note)).toEqual(ids.map((_, index) => `Reason ${index + 1}`))
  const [hidden] = await app.pool<{ count: number }[]>`
    select count(*)::int from bill_comments where user_id = ${author.user_id} and hidden_at is not null`
  expect(hidden?.count).toBe(5)
})

test("a moderator works by keyboard beside the queue, learns of a missing reason and of somebody else's decision, and decides several cases at once", async ({
  page,
  app,
}) => {
  const { ids } = await reportComments(app, 4)
  await signIn(page, await moderator(app))
  await page.goto('/moderation')
  await expect(page.getByRole('list', { name: 'Cases' }).getByRole('listitem')).toHaveCount(4)
  await takeScreenshots(page, 'moderation-queue')
  await page.getByRole('list', { name: 'Cases' }).getByRole('link').first().focus()
  await page.keyboard.press('Enter')
  await expect(caseTitle(page)).toBeFocused()
  await button(page, 'Assign to me').click()
  await expect(page.getByText('This case is assigned to you.')).toBeVisible()
  await takeScreenshots(page, 'moderation-case')
  await button(page, 'Add a note').focus()
  await page.keyboard.press('Enter')
  await button(page, 'Save note').click()
  await expect(page.getByText('Enter a note')).toBeVisible()
  await page.getByRole('textbox', { name: 'Note' }).fill('Was asked by telephone to stop.')
  await takeScreenshots(page, 'moderation-note')
  await button(page, 'Save note').click()
  await expect(page.getByRole('region', { name: 'Notes' })).toContainText('Was asked by telephone to stop.')
  await expect(button(page, 'Add a note')).toBeFocused()
  const { release } = await holdPosts(page, '**/notes')
  await button(page, 'Add a note').click()
  await page.getByRole('textbox', { name: 'Note' }).fill('Was asked again.')
  await button(page, 'Save note').click()
  await button(page, 'Hide').click()
  await page.getByRole('textbox', { name: 'Reason' }).fill('Too many')
  release()
  await expect(button(page, 'Add a note')).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Reason' })).toBeFocused()
  await button(page, 'Cancel').click()
  await button(page, 'Suspend').focus()
  await page.keyboard.press('Enter')
  await button(page, 'Suspend the author').click()
  await expect(page.getByText('Enter a reason')).toBeVisible()
  await takeScreenshots(page, 'moderation-decision')
  await button(page, 'Cancel').click()
  await expect(button(page, 'Suspend')).toBeFocused()

  await app.pool`
    update reports set resolved_at = now(), resolved_by = 'someone' where target_id = ${ids[0] ?? ''}`
  await button(page, 'Hide').click()
  await button(page, 'Insults another member').click()
  await button(page, 'Hide comment').click()
  await expect(
    page.getByText('Not decided: Someone else has already decided this. Reload to see the decision.'),
  ).toBeVisible()

  await page.goto('/moderation')
  const marks = page.getByRole('checkbox', { name: /^Select: Comment by @/ })
  await expect(marks).toHaveCount(3)
  await marks.nth(0).check()
  await marks.nth(1).check()
  await expect(page.getByText('2 cases selected')).toBeVisible()
  await button(page, 'Hide').click()
  await button(page, 'Cancel').click()
  await expect(button(page, 'Hide')).toBeFocused()
  await button(page, 'Hide').click()
  await page.getByRole('textbox', { name: 'Reason' }).fill('Insults')
  await takeScreenshots(page, 'moderation-bulk')
  await button(page, 'Hide 2 cases').click()
  await expect(marks).toHaveCount(1)
})

// covers HURD-LANGUAGE-06
test('in Spanish, a case has its place and a deleted comment in Spanish, and its bill in English', async ({
  page,
  app,
}) => {
  const division = 'ocd-division/country:us/state:il/county:cook'
  const [ben, cleo] = [
    await app.resident(uniqueName('ben'), division),
    await app.resident(uniqueName('cleo'), division),
  ]
  const { bill_id } = await app.bill(uniqueName('Reported Bill'))
  const first = await addComment(ben, bill_id, 'Words that Ben deletes')
  const reply = await addComment(cleo, bill_id, 'You are a fool.', first)
  await ben.call(deleteComment, { id: first })
  await ben.call(createReport, { target_type: 'bill_comment', target_id: reply, reason: 'abuse' })
  const id = await app.groupOf(division)
  const { post } = await cleo.call(createGroupPost, { id, content: 'You are all fools.' })
  await ben.call(createReport, { target_type: 'group_post', target_id: post.post_id, reason: 'abuse' })
  await signIn(page, await moderator(app))
  await page.goto(`/moderation/cases/bill_comment/${reply}?lang=es`)
  const content = page.getByRole('region', { name: es('Reported content') })
  await expect(content.getByRole('list', { name: es('Before it') })).toContainText(
    es('[Comment deleted by user]'),
  )
  await expect(content.getByRole('link', { name: /Reported Bill/ })).toHaveAttribute('lang', 'en')
  await page.goto(`/moderation/cases/group_post/${post.post_id}`)
  await expect(
    content.getByRole('link', { name: es('{county} County, {state}', { county: 'Cook', state: 'IL' }) }),
  ).toBeVisible()
})

// covers HURD-MODERATE-11
test('only a role leads to the screens, and without two-step sign-in they say how to turn it on', async ({
  page,
  app,
}) => {
  await signIn(page, await app.member(uniqueName('maya')))
  await page.goto('/feed')
  await page.getByRole('button', { name: /^Account menu of/ }).click()
  await expect(page.getByRole('menuitem', { name: 'Settings' })).toBeVisible()
  await expect(page.getByRole('menuitem', { name: 'Moderation' })).toHaveCount(0)
  await page.goto('/moderation')
  await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible()

  await page.evaluate(() => localStorage.clear())
  await signIn(page, await moderator(app, false))
  await page.goto('/feed')
  await page.getByRole('button', { name: /^Account menu of/ }).click()
  await page.getByRole('menuitem', { name: 'Moderation' }).click()
  await expect(page.getByRole('heading', { name: 'Turn on two-step sign-in first' })).toBeVisible()
  await takeScreenshots(page, 'moderation-needs-second-factor')
  await page.getByRole('link', { name: 'Open settings' }).click()
  await expect(page).toHaveURL(/\/settings/)
})

// covers HURD-MODERATE-10 HURD-MODERATE-13
test('a moderator goes through the queue with keys, which do nothing while a reason is written, and finds the comment in its thread', async ({
  page,
  app,
}) => {
  const { reporter, bill_id, ids } = await reportComments(app, 3)
  await addComment(reporter, bill_id, 'An answer that gave the tone', ids[0])
  await signIn(page, await moderator(app))
  await page.goto('/moderation')
  await expect(page.getByText('for the next and previous case')).toBeVisible()
  const content = page.getByRole('region', { name: 'Reported content' })
  await page.keyboard.press('j')
  await expect(content).toContainText('Reported comment 1')
  await expect(content.getByRole('list', { name: 'Replies to it' })).toContainText('gave the tone')
  await expect(caseTitle(page)).toBeFocused()
  await takeScreenshots(page, 'moderation-thread')
  await page.keyboard.press('j')
  await expect(content).toContainText('Reported comment 2')
  await page.keyboard.press('k')
  await expect(content).toContainText('Reported comment 1')
  await expect(caseTitle(page)).toBeFocused()

  await page.keyboard.press('2')
  const reason = page.getByRole('textbox', { name: 'Reason' })
  await expect(reason).toBeFocused()
  await page.keyboard.type('3 jokes, kept')
  await expect(reason).toHaveValue('3 jokes, kept')
  await button(page, 'Insults another member').focus()
  await page.keyboard.press('j')
  await expect(content, 'an open form keeps its case').toContainText('Reported comment 1')
  await expect(reason).toHaveValue('3 jokes, kept')
  await button(page, 'Hide comment').click()
  await expect(content).toContainText('Reported comment 2')

  await page.evaluate(() => localStorage.setItem('character-keys', 'off'))
  await page.keyboard.press('j')
  await page.keyboard.press('1')
  await expect(content).toContainText('Reported comment 2')
  await expect(reason).toHaveCount(0)

  await content.getByRole('link').click()
  const linked = page.getByRole('dialog').getByRole('listitem').filter({ hasText: 'Reported comment 2' })
  await expect(linked).toBeFocused()
})

// covers HURD-MODERATE-06
test('a moderator whose selected cases are decided by someone else reads that nothing was decided', async ({
  page,
  app,
}) => {
  const { ids } = await reportComments(app, 3)
  const other = await moderator(app)
  const hide = (hidden: string[]) =>
    other.call(decideCases, {
      cases: hidden.map((target_id) => ({ target_type: 'bill_comment' as const, target_id })),
      decision: 'hide',
      reason: 'Insults',
    })
  await signIn(page, await moderator(app))
  await page.goto('/moderation')
  const boxes = page.getByRole('list', { name: 'Cases' }).getByRole('checkbox')
  await boxes.nth(0).check()
  await boxes.nth(1).check()
  await boxes.nth(2).check()
  await button(page, 'Dismiss').click()
  await page.getByRole('textbox', { name: 'Reason' }).fill('These are quotations.')
  await hide(ids.slice(0, 1))
  await button(page, 'Dismiss 3 cases').click()
  const refusal = page.getByText(/Not decided: Someone else has already decided this/)
  await expect(button(page, 'Dismiss 2 cases')).toBeFocused()
  await expect(page.getByRole('textbox', { name: 'Reason' })).toHaveValue('These are quotations.')
  await expect(refusal, 'only the form says so').toHaveCount(1)

  await hide(ids.slice(1))
  await button(page, 'Dismiss 2 cases').click()
  await expect(page.getByRole('heading', { name: 'No open reports' })).toBeVisible()
  await expect(refusal.first()).toBeVisible()
  await expect(page.locator('#content')).toBeFocused()
})

// covers HURD-MODERATE-06
test('a moderator who cancels a decision while it is being saved still learns that someone else was faster', async ({
  page,
  app,
}) => {
  const { ids } = await reportComments(app, 2)
  const other = await moderator(app)
  await signIn(page, await moderator(app))
  await page.goto('/moderation')
  const boxes = page.getByRole('list', { name: 'Cases' }).getByRole('checkbox')
  await boxes.nth(0).check()
  await boxes.nth(1).check()
  await button(page, 'Dismiss').click()
  const reason = page.getByRole('textbox', { name: 'Reason' })
  await reason.fill('These are quotations.')
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  await page.route('**/api/moderation/decisions', async (route) => {
    await released
    await route.continue()
  })
  await button(page, 'Dismiss 2 cases').click()
  await button(page, 'Cancel').click()
  await expect(reason).toHaveCount(0)
  await other.call(decideCases, {
    cases: ids.map((target_id) => ({ target_type: 'bill_comment' as const, target_id })),
    decision: 'hide',
    reason: 'Insults',
  })
  release()
  await expect(page.getByText(/Not decided: Someone else has already decided this/).first()).toBeVisible()
})

// covers HURD-MODERATE-13
test('the key for the next case continues with the next page of the queue', async ({ page, app }) => {
  await reportComments(app, 21)
  await signIn(page, await moderator(app))
  await page.goto('/moderation')
  await page.getByRole('list', { name: 'Cases' }).getByRole('link').nth(19).click()
  await expect(caseTitle(page)).toBeFocused()
  await page.keyboard.press('j')
  await expect(page.getByRole('region', { name: 'Reported content' })).toContainText('Reported comment 21')
})

// covers HURD-MODERATE-13
test('the key for the next case reports a failed page even where the queue is hidden, and a slow page leaves a reason that is being written', async ({
  page,
  app,
}) => {
  await reportComments(app, 21)
  await signIn(page, await moderator(app))
  await page.setViewportSize({ width: 900, height: 900 })
  await page.goto('/moderation')
  const nextPage = '**/api/moderation/cases?*after=*'
  await page.route(nextPage, (route) => route.abort('connectionreset'))
  const cases = page.getByRole('list', { name: 'Cases' }).getByRole('listitem')
  await cases.nth(19).getByRole('link').click()
  await expect(caseTitle(page)).toBeFocused()
  await page.keyboard.press('j')
  await expect(page.getByRole('alert').filter({ hasText: 'The cases could not be loaded' })).toBeVisible()

  await page.setViewportSize({ width: 1440, height: 900 })
  await page.unroute(nextPage)
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  await page.route(nextPage, async (route) => {
    await released
    await route.continue()
  })
  await page.keyboard.press('j')
  await page.keyboard.press('2')
  const reason = page.getByRole('textbox', { name: 'Reason' })
  await expect(reason).toBeFocused()
  await page.keyboard.type('Insults')
  release()
  await expect(cases).toHaveCount(21)
  await expect(reason).toHaveValue('Insults')
  await expect(reason).toBeFocused()
})

test('a comment that is reported while a case is open leaves the focus in the case', async ({
  page,
  app,
}) => {
  const { author, reporter, bill_id } = await reportComments(app, 1)
  await signIn(page, await moderator(app))
  await page.goto('/moderation')
  const cases = page.getByRole('list', { name: 'Cases' }).getByRole('listitem')
  await cases.getByRole('link').click()
  await expect(caseTitle(page)).toBeFocused()
  const target_id = await addComment(author, bill_id, 'You are still fools.')
  await reporter.call(createReport, { target_type: 'bill_comment', target_id, reason: 'abuse' })
  await button(page, 'Assign to me').click()
  await expect(cases).toHaveCount(2)
  await expect(button(page, 'Unassign me')).toBeFocused()
})

test('a page of cases that fails says so, and the first new case takes the focus after a retry', async ({
  page,
  app,
}) => {
  await reportComments(app, 21)
  await signIn(page, await moderator(app))
  await page.goto('/moderation')
  const cases = page.getByRole('list', { name: 'Cases' }).getByRole('listitem')
  await expect(cases).toHaveCount(20)
  await page.route('**/api/moderation/cases?*after=*', (route) => route.abort('connectionreset'))
  await button(page, 'Show more').click()
  await expect(page.getByRole('heading', { name: 'The cases could not be loaded' })).toBeVisible()
  await page.unroute('**/api/moderation/cases?*after=*')
  await button(page, 'Try Again').click()
  await expect(cases).toHaveCount(21)
  await expect(cases.nth(20)).toBeFocused()
})
