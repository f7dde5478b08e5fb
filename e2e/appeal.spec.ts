import { decideAppeal, listAppeals, sendAppeal } from '#contract/moderation/appeals.ts'
import { decideCases } from '#contract/moderation/cases.ts'
import { createReport } from '#contract/moderation/reports.ts'
import { addComment } from './billSteps.ts'
import { loseResponses } from './support/lostResponses.ts'
import { expect, signIn, test, uniqueName, type Person, type TestServer } from './support/product.ts'
import { takeScreenshots } from './support/screenshots.ts'

async function moderator(app: TestServer): Promise<Person> {
  const person = await app.member(uniqueName('mod'))
  await app.pool`
    insert into operator_roles (user_id, role, granted_by) values (${person.user_id}, 'moderator', 'tester')`
  await app.pool`
    insert into second_factors (user_id, sealed_secret, last_step)
    values (${person.user_id}, ${Buffer.alloc(48)}, 0)`
  return person
}

/** Suspends a member for a comment, and returns the member and the path of the appeal link in their email. */
async function suspendMember(app: TestServer, mod: Person) {
  await app.pool`delete from appeals`
  const author = await app.member(uniqueName('author'), { email_verified_at: '2026-01-01T00:00:00Z' })
  return { author, link: await decideComment(app, mod, author, 'suspend') }
}

/** Decides about a comment of the author, and returns the path of the appeal link in the email. */
async function decideComment(app: TestServer, mod: Person, author: Person, decision: 'hide' | 'suspend') {
  const { bill_id } = await app.bill(uniqueName('Reported Bill'))
  const key = {
    target_type: 'bill_comment' as const,
    target_id: await addComment(author, bill_id, 'You are all fools, she wrote.'),
  }
  await (await app.member(uniqueName('reporter'))).call(createReport, { ...key, reason: 'abuse' })
  await mod.call(decideCases, {
    cases: [key],
    decision,
    reason: 'Insults another member',
    days: decision === 'suspend' ? 7 : null,
  })
  const [email] = await app.pool<{ text: string }[]>`
    select text from emails where user_id = ${author.user_id} order by created_at desc limit 1`
  return /\/appeal\?token=[0-9a-f]{64}/.exec(email?.text ?? '')?.[0] ?? ''
}

// covers HURD-APPEAL-05
test('a suspended member appeals by keyboard with the link of the email, and sees the answer of another moderator at the same address', async ({
  page,
  app,
}) => {
  const mod = await moderator(app)
  const other = await moderator(app)
  const { author, link } = await suspendMember(app, mod)
  await page.goto(link)
  await expect(page.getByRole('heading', { name: 'Appeal this decision' })).toBeFocused()
  await expect(page.getByText(/suspended your account\. The reason: Insults another member/)).toBeVisible()
  await takeScreenshots(page, 'appeal-open')
  const explanation = page.getByRole('textbox', { name: 'Why should it be reversed?' })
  await page.getByRole('heading', { name: 'Appeal this decision' }).focus()
  await page.keyboard.press('Tab')
  await expect(explanation).toBeFocused()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Write why the decision should be reversed')).toBeVisible()
  await expect(explanation).toBeFocused()
  await page.keyboard.type('I quoted what the senator wrote to me.')
  await page.route('**/api/appeals', (route) => route.abort('connectionreset'))
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alert')).toBeVisible()
  await expect(explanation, 'what was written stays').toHaveValue('I quoted what the senator wrote to me.')
  await page.unroute('**/api/appeals')
  await page.getByRole('button', { name: 'Send appeal' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Your appeal is sent' })).toBeFocused()
  await takeScreenshots(page, 'appeal-sent')

  await signIn(page, mod)
  await page.goto('/moderation')
  await page.getByRole('tab', { name: 'Appeals' }).click()
  const card = page.getByRole('article', { name: `Appeal by @${author.username}` })
  await expect(card).toContainText('You made this decision, so another moderator answers the appeal.')
  await page.evaluate(() => localStorage.clear())
  await signIn(page, other)
  await page.goto('/moderation?filter=appeals')
  await expect(card).toContainText('I quoted what the senator wrote to me.')
  await expect(card).toContainText('You are all fools, she wrote.')
  await card.getByRole('button', { name: 'Reverse it' }).click()
  await card.getByRole('button', { name: 'Cancel' }).click()
  await expect(card.getByRole('button', { name: 'Reverse it' })).toBeFocused()
  await card.getByRole('button', { name: 'Reverse it' }).click()
  await card.getByRole('button', { name: 'Reverse it' }).click()
  await expect(card).toContainText('Enter a reason')
  await card.getByRole('textbox', { name: 'Reason' }).fill('It was a quotation.')
  await takeScreenshots(page, 'appeals-answer')
  await card.getByRole('button', { name: 'Reverse it' }).click()
  await expect(page.getByRole('heading', { name: 'No appeals' })).toBeVisible()

  await page.goto(link)
  await expect(page.getByRole('heading', { name: 'The decision was reversed' })).toBeVisible()
  await expect(page.getByRole('main')).toContainText('The answerIt was a quotation.')
  await takeScreenshots(page, 'appeal-reversed')
  await page.goto('/appeal?token=wrong')
  await expect(page.getByRole('heading', { name: "This link doesn't work" })).toBeVisible()
})

// covers HURD-APPEAL-01
test('a member whose appeal arrived although its response was lost sees that it is sent', async ({
  page,
  app,
}) => {
  const { link } = await suspendMember(app, await moderator(app))
  await page.goto(link)
  await page.getByRole('textbox', { name: 'Why should it be reversed?' }).fill('It was a quotation.')
  await loseResponses(page, '**/api/appeals', 1)
  await page.getByRole('button', { name: 'Send appeal' }).click()
  await expect(page.getByRole('alert')).toBeVisible()
  await page.getByRole('button', { name: 'Send appeal' }).click()
  await expect(page.getByRole('heading', { name: 'Your appeal is sent' })).toBeFocused()
  await expect(page.getByRole('main')).toContainText('It was a quotation.')
})

// covers HURD-APPEAL-02
test('a moderator who answers an appeal second reads that it is decided, and keeps a place for the focus', async ({
  page,
  app,
}) => {
  const mod = await moderator(app)
  const [first, second] = [await moderator(app), await moderator(app)]
  const { author, link } = await suspendMember(app, mod)
  await author.call(sendAppeal, { token: link.split('=')[1] ?? '', text: 'It was a quotation.' })
  await signIn(page, second)
  await page.goto('/moderation?filter=appeals')
  const card = page.getByRole('article', { name: `Appeal by @${author.username}` })
  await card.getByRole('button', { name: 'Keep the decision' }).click()
  await card.getByRole('textbox', { name: 'Reason' }).fill('The rules are clear.')
  const { appeals } = await first.call(listAppeals, {})
  await first.call(decideAppeal, {
    appeal_id: appeals[0]?.appeal_id ?? '',
    outcome: 'reversed',
    answer: 'It was a quotation.',
  })
  await card.getByRole('button', { name: 'Keep the decision' }).click()
  await expect(page.getByRole('heading', { name: 'No appeals' })).toBeVisible()
  await expect(
    page.getByText(/Not decided: Someone else has already decided this appeal/).first(),
  ).toBeVisible()
  await expect(page.locator('#content')).toBeFocused()
})

// covers HURD-APPEAL-02
test('a moderator who appeals reads that another moderator answers', async ({ page, app }) => {
  const [mod, author] = [await moderator(app), await moderator(app)]
  await app.pool`update users set email_verified_at = now() where user_id = ${author.user_id}`
  const link = await decideComment(app, mod, author, 'hide')
  await author.call(sendAppeal, { token: link.split('=')[1] ?? '', text: 'It was a quotation.' })
  await signIn(page, author)
  await page.goto('/moderation?filter=appeals')
  await expect(page.getByRole('article', { name: `Appeal by @${author.username}` })).toContainText(
    'This is your appeal, so another moderator answers it.',
  )
})

// covers HURD-APPEAL-04
test('a moderator who restores the case of an appeal no longer finds the appeal in the list', async ({
  page,
  app,
}) => {
  const { author, link } = await suspendMember(app, await moderator(app))
  await author.call(sendAppeal, { token: link.split('=')[1] ?? '', text: 'It was a quotation.' })
  await signIn(page, await moderator(app))
  await page.goto('/moderation?filter=appeals')
  const card = page.getByRole('article', { name: `Appeal by @${author.username}` })
  await card.getByRole('link', { name: 'Open the case' }).click()
  await page.getByRole('button', { name: 'Restore', exact: true }).click()
  await page.getByRole('textbox', { name: 'Reason' }).fill('It was a quotation.')
  await page.getByRole('button', { name: 'Restore comment' }).click()
  await expect(page.getByText(/^Decided\. /)).toHaveCount(1)
  await page.getByRole('tab', { name: 'Appeals' }).click()
  await expect(page.getByRole('heading', { name: 'No appeals' })).toBeVisible()
})

test('an appeal that arrives while another is answered leaves the focus in the form', async ({
  page,
  app,
}) => {
  const mod = await moderator(app)
  const { author, link } = await suspendMember(app, mod)
  await author.call(sendAppeal, { token: link.split('=')[1] ?? '', text: 'It was a quotation.' })
  const other = await app.member(uniqueName('other'), { email_verified_at: '2026-01-01T00:00:00Z' })
  const otherLink = await decideComment(app, mod, other, 'hide')
  await signIn(page, await moderator(app))
  await page.goto('/moderation?filter=appeals')
  const card = page.getByRole('article', { name: `Appeal by @${author.username}` })
  const keep = card.getByRole('button', { name: 'Keep the decision' })
  await keep.click()
  await card.getByRole('textbox', { name: 'Reason' }).fill('The rules are clear.')
  await other.call(sendAppeal, { token: otherLink.split('=')[1] ?? '', text: 'It was a joke.' })
  await page.route('**/api/moderation/appeals/*', (route) => route.abort('connectionreset'))
  await keep.click()
  await expect(card.getByRole('alert')).toContainText('Not decided')
  await expect(page.getByRole('article', { name: /^Appeal by @/ })).toHaveCount(2)
  await expect(keep).toBeFocused()
})
