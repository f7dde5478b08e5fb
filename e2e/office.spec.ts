import { contactRepresentative, listContacts } from '#contract/representatives.ts'
import { openBill, openBillByLink } from './billSteps.ts'
import { failWith, holdBack } from './groupSteps.ts'
import { expect, signIn, test, uniqueName, type Person, type TestServer } from './support/product.ts'
import { takeScreenshots } from './support/screenshots.ts'

const oregon = 'ocd-division/country:us/state:or'
const verified = { email_verified_at: '2026-01-01T00:00:00.000Z' }

async function senator(app: TestServer): Promise<{ olga: Person; rep_id: string; rep_name: string }> {
  const rep_id = uniqueName('rep')
  const rep_name = `Olga ${rep_id}`
  await app.representative(rep_id, { rep_name, title: 'Senator', division: oregon, email: 'oak@example.org' })
  const olga = await app.member(uniqueName('olga'), { member_type: 'elected_official' })
  await app.pool`
    insert into official_accounts (user_id, rep_id, verified_by, valid_from)
    values (${olga.user_id}, ${rep_id}, 'operator', '2026-01-01')`
  return { olga, rep_id, rep_name }
}

/** A resident sends a copy of the campaign's text. Returns the id of the message. */
async function sendCopy(
  app: TestServer,
  rep_id: string,
  bill_id: string,
  full_name: string,
): Promise<string> {
  const writer = await app.resident(uniqueName('writer'), oregon, { ...verified, full_name })
  const text =
    'I am writing as your constituent. The creek floods our street every spring. I support this bill.'
  const message = `${text}\n\nSincerely,\n${full_name}`
  const { contact } = await writer.call(contactRepresentative, {
    rep_id,
    subject: 'Creek Act',
    message,
    bill_id,
  })
  await markSent(app, rep_id)
  return contact.contact_id
}

async function sendPersonalMessage(app: TestServer, rep_id: string, bill_id: string) {
  const dora = await app.resident(uniqueName('dora'), oregon, { ...verified, full_name: 'Dora Pike' })
  const message = 'My basement was under water for a week, and I lost the letters of my grandmother.'
  await dora.call(contactRepresentative, { rep_id, subject: 'My basement', message, bill_id })
  await markSent(app, rep_id)
}

async function markSent(app: TestServer, rep_id: string) {
  await app.pool`update messages set delivery = 'email' where rep_id = ${rep_id}`
}

// covers BEY-LOOP-02
test('a representative reads their messages and answers one', async ({ page, app }) => {
  const { olga, rep_id, rep_name } = await senator(app)
  const ann = await app.resident(uniqueName('ann'), oregon, { ...verified, full_name: 'Ann Lima' })
  const { bill_id, bill_code } = await app.bill(uniqueName('River Act '))
  await signIn(page, olga)
  await page.goto('/feed')
  await page.getByRole('button', { name: /^Account menu of/ }).press('Enter')
  await page.getByRole('menuitem', { name: 'Your Office' }).press('Enter')
  await expect(page.getByRole('heading', { name: 'No messages yet' })).toBeVisible()
  await takeScreenshots(page, 'office-empty')

  const message = 'Please keep the gauges on the upper river.'
  await ann.call(contactRepresentative, { rep_id, subject: 'River gauges', message, bill_id })
  await markSent(app, rep_id)
  await page.reload()
  await expect(page.getByText(`Sent through Hurd to ${rep_name}`)).toBeVisible()
  const item = page.getByRole('listitem').filter({ hasText: 'River gauges' })
  await expect(item).toContainText(message)
  await expect(item.getByRole('link', { name: bill_code })).toBeVisible()
  await item.getByRole('button', { name: 'Answer to Ann Lima' }).press('Enter')
  const field = item.getByLabel('Answer to Ann Lima')
  await expect(field).toBeFocused()
  await item.getByRole('button', { name: 'Send answer' }).press('Enter')
  await expect(item.getByText('Please write an answer')).toBeVisible()
  await field.fill('The gauges stay. A hearing is planned for May.')
  await takeScreenshots(page, 'office-answer', { visible: field })
  await page.route('**/api/officials/messages/*/reply', failWith('Not now'))
  await item.getByRole('button', { name: 'Send answer' }).click()
  await expect(item.getByText('Not sent: Not now')).toBeVisible()
  await page.unroute('**/api/officials/messages/*/reply')
  // The typed text survives a reload.
  await page.reload()
  await expect(field).toHaveValue('The gauges stay. A hearing is planned for May.')
  await item.getByRole('button', { name: 'Send answer' }).click()
  await expect(item.getByText('Your answer', { exact: true })).toBeVisible()
  await expect(item.getByRole('button', { name: 'Change your answer to Ann Lima' })).toBeFocused()
  await takeScreenshots(page, 'office-messages')
  const { contacts } = await ann.call(listContacts, { bill_id })
  expect(contacts[0]?.timeline.at(-1)).toMatchObject({
    actor: 'official',
    note: 'The gauges stay. A hearing is planned for May.',
  })
})

// covers HURD-GROUPED-05
test('the copies of a campaign are one item, which an office opens by keyboard, and a personal message stays apart', async ({
  page,
  app,
}) => {
  const { olga, rep_id } = await senator(app)
  const { bill_id } = await app.bill(uniqueName('Creek Act '))
  for (const name of ['Ann Lima', 'Ben Cole', 'Cleo Dunn']) await sendCopy(app, rep_id, bill_id, name)
  await sendPersonalMessage(app, rep_id, bill_id)

  await signIn(page, olga)
  await page.goto('/office')
  const button = page.getByRole('button', { name: 'Show the 2 other messages' })
  await expect(page.getByRole('heading', { level: 2, name: 'Creek Act' })).toHaveCount(1)
  await expect(page.getByRole('heading', { level: 2, name: 'My basement' })).toBeVisible()
  await button.press('Enter')
  const others = page.getByRole('list', { name: 'Messages with nearly the same text' })
  await expect(others.getByRole('listitem')).toHaveCount(2)
  await expect(others).toContainText('Ann Lima')
  await expect(others).toContainText('Ben Cole')
  await takeScreenshots(page, 'office-group')
  await page.getByRole('button', { name: 'Hide the others' }).press('Enter')
  await expect(others).toHaveCount(0)
})

// covers HURD-GROUPED-03
test('a message that arrives between two pages repeats none in the list, and the keyboard goes on with the new page', async ({
  page,
  app,
}) => {
  const { olga, rep_id } = await senator(app)
  const { bill_id } = await app.bill(uniqueName('Creek Act '))
  const writer = await app.resident(uniqueName('writer'), oregon, verified)
  await app.pool`
    insert into message_groups (rep_id, bands, newest_at)
    select ${rep_id}::text, '{}'::int[], date '2026-03-01' - n from generate_series(1, 21) n`
  await app.pool`
    insert into messages (user_id, rep_id, group_id, subject, body, delivery, created_at)
    select ${writer.user_id}::uuid, rep_id, group_id, 'Letter ' || row_number() over (order by newest_at desc), 'My words',
           'email', newest_at
      from message_groups where rep_id = ${rep_id}`
  await signIn(page, olga)
  await page.goto('/office')
  const letters = page.getByRole('heading', { level: 2, name: /^Letter \d+$/ })
  await expect(letters).toHaveCount(20)
  await sendPersonalMessage(app, rep_id, bill_id)
  await page.getByRole('button', { name: 'Show older messages' }).press('Enter')
  await expect(page.getByRole('listitem').filter({ hasText: 'Letter 21' })).toBeFocused()
  await expect(letters).toHaveCount(21)
})

// covers HURD-GROUPED-06
test('an answer that is being written stays in view with its message when a newer copy arrives', async ({
  page,
  app,
}) => {
  const { olga, rep_id } = await senator(app)
  const { bill_id } = await app.bill(uniqueName('Creek Act '))
  await sendPersonalMessage(app, rep_id, bill_id)
  await sendCopy(app, rep_id, bill_id, 'Ann Lima')
  const bens = await sendCopy(app, rep_id, bill_id, 'Ben Cole')
  await signIn(page, olga)
  await page.goto('/office')
  await page.getByRole('button', { name: 'Answer to Ben Cole' }).press('Enter')
  const field = page.getByLabel('Answer to Ben Cole')
  await field.fill('Hello Ben, the creek gets a wider bed.')

  // The list is read again after another answer.
  await sendCopy(app, rep_id, bill_id, 'Cleo Dunn')
  await page.getByRole('button', { name: 'Answer to Dora Pike' }).press('Enter')
  await page.getByLabel('Answer to Dora Pike').fill('I am sorry to hear this.')
  await page.getByRole('button', { name: 'Send answer' }).last().press('Enter')
  await expect(page.getByText('3 messages have nearly the same text.')).toBeVisible()
  const others = page.getByRole('list', { name: 'Messages with nearly the same text' })
  const bensItem = others.getByRole('listitem').filter({ hasText: 'Sincerely,\nBen Cole' })
  await expect(bensItem.getByLabel('Answer to Ben Cole')).toHaveValue(
    'Hello Ben, the creek gets a wider bed.',
  )
  await expect(page.getByRole('button', { name: 'Answer to Cleo Dunn' })).toBeVisible()
  await expect(page.getByRole('textbox')).toHaveCount(1)
  await expect(page.getByRole('button', { name: 'Change your answer to Dora Pike' })).toBeFocused()
  await takeScreenshots(page, 'office-answer-moved', { visible: field })

  // After a reload the answer is in view too.
  await page.reload()
  await expect(bensItem.getByLabel('Answer to Ben Cole')).toHaveValue(
    'Hello Ben, the creek gets a wider bed.',
  )
  await bensItem.getByRole('button', { name: 'Send answer' }).press('Enter')
  await expect(bensItem.getByText('Your answer', { exact: true })).toBeVisible()
  await expect(bensItem.getByRole('button', { name: 'Change your answer to Ben Cole' })).toBeFocused()
  const answers = await app.pool`
    select note from message_events where message_id = ${bens} and event_type = 'replied'`
  expect(answers).toEqual([{ note: 'Hello Ben, the creek gets a wider bed.' }])
})

// covers HURD-GROUPED-06
test('the draft of an answer is deleted even if its form moves away while it is sent', async ({
  page,
  app,
}) => {
  const { olga, rep_id } = await senator(app)
  const { bill_id } = await app.bill(uniqueName('Creek Act '))
  await sendCopy(app, rep_id, bill_id, 'Ann Lima')
  await signIn(page, olga)
  await page.goto('/office')
  await page.getByRole('button', { name: 'Answer to Ann Lima' }).press('Enter')
  await page.getByLabel('Answer to Ann Lima').fill('Hello Ann, the creek gets a wider bed.')
  await sendCopy(app, rep_id, bill_id, 'Ben Cole')
  await page.getByRole('button', { name: 'Send answer' }).press('Enter')
  await page.getByRole('button', { name: 'Show the 1 other message' }).press('Enter')
  const others = page.getByRole('list', { name: 'Messages with nearly the same text' })
  await expect(others.getByText('Hello Ann, the creek gets a wider bed.')).toBeVisible()
  await expect(others.getByRole('button', { name: 'Change your answer to Ann Lima' })).toBeVisible()
  await expect(page.getByRole('textbox')).toHaveCount(0)
})

// covers BEY-LOOP-02
test('a representative publishes a statement on a bill, which readers and the office see', async ({
  page,
  app,
}) => {
  const { olga, rep_name } = await senator(app)
  const ben = await app.member(uniqueName('ben'))
  const title = uniqueName('Harbor Act ')
  const { bill_id } = await app.bill(title)
  await signIn(page, olga)
  await page.goto('/office?tab=statements')
  await expect(page.getByRole('heading', { name: 'No statements yet' })).toBeVisible()
  await page.goto(`/feed?highlight=${bill_id}`)
  const section = openBill(page).getByRole('region', { name: 'From representatives' })
  await section.getByRole('button', { name: 'Write a statement' }).press('Enter')
  await section.getByLabel('Your statement on this bill').fill('I support the harbor lamps.')
  const release = await holdBack(page, '**/api/bills/*/statements', 'POST')
  await section.getByRole('button', { name: 'Publish statement' }).click()
  await expect(section.getByRole('button', { name: 'Cancel' })).toBeDisabled()
  release()
  await expect(section.getByRole('listitem')).toContainText('I support the harbor lamps.')
  await expect(section.getByRole('button', { name: 'Write a statement' })).toBeFocused()
  await section.getByRole('link', { name: 'Your statements' }).click()
  await expect(page.getByRole('listitem').filter({ hasText: title })).toContainText(
    'I support the harbor lamps.',
  )
  await takeScreenshots(page, 'office-statements')

  await openBillByLink(page, ben, bill_id)
  await expect(section.getByRole('listitem')).toContainText(rep_name)
  await expect(section.getByRole('button', { name: 'Write a statement' })).toHaveCount(0)
  const [statements, discussion] = await Promise.all([
    section.boundingBox(),
    openBill(page).getByRole('region', { name: 'Discussion' }).boundingBox(),
  ])
  expect(statements!.y).toBeLessThan(discussion!.y)
  await takeScreenshots(page, 'bill-statements', { visible: section })

  await section.getByRole('button', { name: `More about the statement of ${rep_name}` }).click()
  await page.getByRole('menuitem', { name: 'Report statement' }).click()
  const dialog = page.getByRole('dialog', { name: 'Report statement' })
  await dialog.getByRole('radio', { name: 'Spam or advertising' }).check()
  await dialog.getByRole('button', { name: 'Send report' }).click()
  await expect(dialog).toHaveCount(0)
  const reports = await app.pool`
    select reason from reports where target_type = 'official_statement' and reported_user_id = ${olga.user_id}`
  expect(reports).toEqual([{ reason: 'spam' }])
})

// covers BEY-LOOP-02
test('the statements on a bill can all be read, the oldest after a press', async ({ page, app }) => {
  const ben = await app.member(uniqueName('ben'))
  const { bill_id } = await app.bill(uniqueName('Much Discussed Act '))
  for (let number = 1; number <= 21; number += 1) {
    const rep_id = uniqueName('rep')
    await app.representative(rep_id)
    await app.pool`
      insert into official_statements (rep_id, bill_id, title, content, created_at)
      values (${rep_id}, ${bill_id}, 'Senator', ${`Statement ${number}.`}, now() - make_interval(days => ${number}))`
  }
  await openBillByLink(page, ben, bill_id)
  const section = openBill(page).getByRole('region', { name: 'From representatives' })
  await expect(section.getByRole('listitem')).toHaveCount(20)
  await section.getByRole('button', { name: 'Show older statements' }).press('Enter')
  const oldest = section.getByRole('listitem').filter({ hasText: 'Statement 21.' })
  await expect(oldest.getByRole('link')).toBeFocused()
  await expect(section.getByRole('listitem')).toHaveCount(21)
})

test('the office is for representatives only, and a list that failed to load can be loaded again', async ({
  page,
  app,
}) => {
  const ben = await app.member(uniqueName('ben'))
  await signIn(page, ben)
  await page.goto('/office')
  await expect(page.getByRole('heading', { name: 'This page is for representatives' })).toBeVisible()
  const { olga } = await senator(app)
  await signIn(page, olga)
  await page.route('**/api/officials/messages?*', failWith('Not now'))
  await page.goto('/office')
  await expect(page.getByRole('heading', { name: 'The messages could not be loaded' })).toBeVisible()
  await page.unroute('**/api/officials/messages?*')
  await page.getByRole('button', { name: 'Try Again' }).click()
  await expect(page.getByRole('heading', { name: 'No messages yet' })).toBeVisible()
})
