import { updateProfile } from '#contract/people.ts'
import { contactRepresentative } from '#contract/representatives.ts'
import { openBill, openBillByLink, reconnect, refuseWith, stance } from './billSteps.ts'
import { createSenators, form, open, send, verified, washington } from './contactSteps.ts'
import { expect, test, uniqueName } from './support/product.ts'
import { takeScreenshots } from './support/screenshots.ts'
import { es } from './support/spanish.ts'

// covers CIV-CONTACT-01 CIV-CONTACT-02 CIV-CONTACT-03 CIV-CONTACT-04 CIV-CONTACT-05 CIV-CONTACT-06 CIV-CONTACT-07
// covers HURD-CONTACT-01 CIV-CONTACT-08 CIV-CONTACT-10 CIV-CONTACT-11 CIV-CONTACT-12 CIV-CONTACT-13 CIV-CONTACT-14 CIV-CONTACT-15
test('a message to a representative has a draft, is validated and stored, and is still there after a reload', async ({
  page,
  app,
}) => {
  test.slow()
  await createSenators(app)
  const ann = await app.resident(uniqueName('ann'), washington, verified)
  const title = uniqueName('Clean Water Act ')
  const { bill_id, bill_code } = await app.bill(title)
  const queries: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('/for-user')) queries.push(new URL(request.url()).search)
  })
  await openBillByLink(page, ann, bill_id)
  await expect(open(page)).toBeVisible()
  await open(page).click()
  await expect(form(page).getByRole('radio')).toHaveCount(2)
  // The card beside the feed, which is behind the bill, asks for all levels.
  expect(queries.filter((query) => query !== '')).toEqual(['?government_level=federal'])
  await expect(
    form(page).getByText('U.S. Senator · Party: Independent', { exact: true }).first(),
  ).toBeVisible()
  await expect(form(page).getByRole('group', { name: 'Representative · FEDERAL' })).toBeVisible()

  const message = form(page).getByLabel('Message')
  const subject = form(page).getByLabel('Subject')
  const refusal = form(page).getByRole('alert')
  await expect(subject).toHaveValue(`Regarding ${bill_code}: ${title}`)
  await expect(message).toHaveValue(
    new RegExp(
      `I am writing as your constituent about ${bill_code}, ${title}\\.[^]*Sincerely,\\nAnn Archer$`,
    ),
  )
  await send(page).click()
  await expect(refusal).toHaveText('Please fill in all fields')
  await form(page).getByRole('radio', { name: 'Wanda West' }).check()
  await expect(message).toHaveValue(/^Dear Wanda West,/)
  await takeScreenshots(page, 'bill-contact', { fullPage: false })
  for (const field of [subject, message]) {
    const text = await field.inputValue()
    await field.fill('  ')
    await send(page).click()
    await expect(refusal).toHaveText('Please fill in all fields')
    await field.fill(text)
    await expect(refusal).toHaveCount(0)
  }

  const sent = page.waitForRequest('**/api/representatives/contact')
  const officeForm = page.waitForEvent('popup')
  await expect(send(page)).toHaveText('Copy and open their form')
  await send(page).click()
  expect((await sent).postDataJSON()).toMatchObject({ rep_id: 'W1', bill_id })
  await (await officeForm).close()
  const today = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'America/New_York' }).format()
  const step = form(page).getByRole('heading', { name: 'One step left: paste it into their form' })
  await expect(step).toBeVisible()
  await expect(form(page).getByText('Representative Contacted')).toHaveCount(0)
  await expect(form(page).getByText(`Wanda West, ${today}`)).toBeVisible()
  const official = form(page).getByRole('link', { name: 'Open official contact form' })
  await expect(official).toHaveAttribute('href', 'https://west.example.org/contact')
  await expect(form(page).getByRole('button', { name: 'Copy message' })).toBeVisible()

  await takeScreenshots(page, 'bill-contact-sent', { fullPage: false })
  await page.reload()
  await expect(form(page).getByText(`Wanda West, ${today}`)).toBeVisible()
  await expect(form(page).getByText('To reach the office, paste it into the official form')).toBeVisible()
  await expect(official).toHaveAttribute('href', 'https://west.example.org/contact')
  // A member who does not send it now finds the message again.
  await form(page).getByRole('button', { name: 'Not now' }).click()
  await expect(open(page)).toBeFocused()
  await page.reload()
  await form(page).getByRole('button', { name: 'I sent it' }).click()
  await expect(form(page).getByRole('heading', { name: 'Representative Contacted' })).toBeVisible()
  await expect(form(page).getByRole('group', { name: 'Representative Contacted' })).toBeFocused()
  await expect(form(page).getByText('You sent it through their form')).toBeVisible()
  await takeScreenshots(page, 'bill-contact-done', { fullPage: false })
  await page.reload()
  await expect(form(page).getByRole('heading', { name: 'Representative Contacted' })).toBeVisible()
  await form(page).getByRole('button', { name: 'Contact Again' }).click()
  await form(page).getByRole('radio', { name: 'Nora North' }).check()
  await send(page).click()
  await expect(form(page).getByRole('link', { name: '202-555-0147' })).toBeVisible()
  await expect(form(page).getByText('It was not sent for you')).toBeVisible()
  await expect(form(page).getByRole('heading', { name: 'Saved, not sent' })).toBeVisible()
})

// covers HURD-CONTACT-02
test('a bill of another state offers no message, and says whose bill it is', async ({ page, app }) => {
  await createSenators(app)
  const ann = await app.member(uniqueName('ann'), verified)
  await ann.call(updateProfile, { address: '18 Lantern Road, Spokane, WA 99201' })
  const { bill_id } = await app.bill(uniqueName('Desert Act '), {
    government_level: 'state',
    jurisdiction: 'ocd-division/country:us/state:az',
  })
  await openBillByLink(page, ann, bill_id)
  await open(page).click()
  await expect(form(page).getByRole('heading', { name: /before the legislature of Arizona$/ })).toBeVisible()
  await expect(form(page).getByText("Your representatives don't vote on it.")).toBeVisible()
  await expect(form(page).getByRole('link', { name: 'Find bills like this in Washington' })).toHaveAttribute(
    'href',
    /^\/feed\?scope=state/,
  )
  await expect(form(page).getByLabel('Message')).toHaveCount(0)
  await takeScreenshots(page, 'bill-contact-elsewhere', { fullPage: false })
})

// covers HURD-CONTACT-02
test('a bill that was decided on an unknown day is not said to be before the legislature', async ({
  page,
  app,
}) => {
  await createSenators(app)
  const ann = await app.member(uniqueName('ann'), verified)
  await ann.call(updateProfile, { address: '18 Lantern Road, Spokane, WA 99201' })
  const { bill_id } = await app.bill(uniqueName('Decided Act '), {
    government_level: 'state',
    jurisdiction: 'ocd-division/country:us/state:az',
    status: 'passed',
  })
  await openBillByLink(page, ann, bill_id)
  await open(page).click()
  await expect(
    form(page).getByRole('heading', { name: 'Decided by the legislature of Arizona', exact: true }),
  ).toBeVisible()
  await page.goto(`/feed?highlight=${bill_id}&lang=es`)
  await openBill(page)
    .getByRole('button', { name: es('Contact My Representative') })
    .click()
  await expect(
    openBill(page).getByRole('link', {
      name: es('Find bills like this in {state}', { state: 'Washington' }),
    }),
  ).toBeVisible()
})

// covers HURD-CONTACT-02
test('a bill of a state is not from elsewhere while the state of the member is unknown', async ({
  page,
  app,
}) => {
  await createSenators(app)
  const ann = await app.member(uniqueName('ann'), verified)
  await ann.call(updateProfile, { address: 'Nowhere Lane 12, Nowhere' })
  const { bill_id } = await app.bill(uniqueName('Maybe Yours Act '), {
    government_level: 'state',
    jurisdiction: 'ocd-division/country:us/state:az',
  })
  await openBillByLink(page, ann, bill_id)
  await open(page).click()
  await expect(form(page).getByText('No representatives found for your address.')).toBeVisible()
  await expect(form(page).getByText("Your representatives don't vote on it.")).toHaveCount(0)
})

// covers HURD-ACCESS-06
test('the form is closed with the keyboard, and the focus returns to the button that opens it', async ({
  page,
  app,
}) => {
  await createSenators(app)
  const ann = await app.resident(uniqueName('ann'), washington, verified)
  const { bill_id } = await app.bill(uniqueName('Closed Form Act '))
  await openBillByLink(page, ann, bill_id)
  await open(page).press('Enter')
  await form(page).getByRole('button', { name: 'Close the form' }).press('Enter')
  await expect(open(page)).toBeFocused()
})

// covers BEY-LOOP-07
test('a new message does not show what happened to an earlier one', async ({ page, app }) => {
  await createSenators(app)
  const ann = await app.resident(uniqueName('ann'), washington, verified)
  const { bill_id } = await app.bill(uniqueName('Second Message Act '))
  await ann.call(contactRepresentative, {
    rep_id: 'W1',
    subject: 'First',
    message: 'My first words',
    bill_id,
  })
  await openBillByLink(page, ann, bill_id)
  const steps = form(page).getByRole('list', { name: 'What happened next' })
  await expect(steps).toBeVisible()
  await form(page).getByRole('button', { name: 'Contact Again' }).click()
  await form(page).getByRole('radio', { name: 'Nora North' }).check()
  const listed = Promise.withResolvers<void>()
  await page.route('**/contacts?**', async (route) => {
    await listed.promise
    await route.continue()
  })
  await send(page).click()
  await expect(form(page).getByRole('heading', { name: 'Saved, not sent' })).toBeVisible()
  await expect(steps).toHaveCount(0)
  listed.resolve()
  await expect(steps).toBeVisible()
})

// covers HURD-CONTACT-03
test('the only representative who can act on a bill is selected, and a missing verification is said before writing', async ({
  page,
  app,
}) => {
  const state = 'ocd-division/country:us/state:id'
  await app.representative('I1', {
    rep_name: 'Ida Hill',
    title: 'Governor',
    government_level: 'state',
    organization: 'id/governor',
    division: state,
  })
  const ann = await app.resident(uniqueName('ann'), state, { ...verified, email_verified_at: null })
  const { bill_id } = await app.bill(uniqueName('Only One Act '), {
    government_level: 'state',
    jurisdiction: state,
  })
  await openBillByLink(page, ann, bill_id)
  await open(page).click()
  await expect(form(page).getByRole('radio', { name: 'Ida Hill' })).toBeChecked()
  await expect(form(page).getByRole('heading', { name: 'Verify your email first' })).toBeVisible()
  const above = (await form(page).getByText('You can write now.').boundingBox())!
  const resend = (await form(page).getByRole('button', { name: 'Resend email' }).boundingBox())!
  expect(resend.y - above.y - above.height, 'the button stands apart from the text').toBeGreaterThan(6)
  await takeScreenshots(page, 'bill-contact-unverified', {
    fullPage: false,
    visible: form(page).getByRole('button', { name: 'Resend email' }),
  })
  await form(page).getByRole('button', { name: 'Resend email' }).click()
  await expect(page.getByText('Verification email sent! Please check your inbox.').first()).toBeVisible()
  const mails = await app.pool`select from emails where user_id = ${ann.user_id} and purpose = 'verify_email'`
  expect(mails).toHaveLength(1)
})

test('a message that is still mostly the draft shows a hint until the member has written a third of it', async ({
  page,
  app,
}) => {
  await createSenators(app)
  const ann = await app.resident(uniqueName('ann'), washington, verified)
  const { bill_id } = await app.bill(uniqueName('Own Words Act '))
  await openBillByLink(page, ann, bill_id)
  await open(page).click()
  const hint = form(page).getByText('Your own words count more than a template')
  await form(page).getByRole('radio', { name: 'Wanda West' }).check()
  await expect(hint).toBeVisible()
  await expect(form(page).getByText('This office only accepts messages through its website.')).toBeVisible()
  const message = form(page).getByLabel('Message')
  const template = await message.inputValue()
  await message.fill(template.replace('Please tell me', 'Kindly tell me'))
  await expect(hint).toBeVisible()
  await message.fill(`${template}\n\n${'My bus comes at night and nobody waits with me. '.repeat(6)}`)
  await expect(hint).toHaveCount(0)
  await message.fill(template)
  await expect(hint).toBeVisible()
})

test('a message that the member has not edited follows their stance after a recipient is chosen', async ({
  page,
  app,
}) => {
  await createSenators(app)
  const ann = await app.resident(uniqueName('ann'), washington, verified)
  const { bill_id } = await app.bill(uniqueName('Later Stance Act '))
  await openBillByLink(page, ann, bill_id)
  await open(page).click()
  await form(page).getByRole('radio', { name: 'Wanda West' }).check()
  await stance(openBill(page).getByRole('region', { name: 'Where do you stand?' }), 'OPPOSE').click()
  await expect(form(page).getByLabel('Message')).toHaveValue(/^Dear Wanda West,[^]*I oppose this bill/)
})

test('the newest messages stay in view when the earlier ones cannot be loaded, which only a press retries', async ({
  page,
  app,
}) => {
  await createSenators(app)
  const ann = await app.resident(uniqueName('ann'), washington, verified)
  const { bill_id } = await app.bill(uniqueName('Often Written Act '))
  for (const number of [1, 2, 3]) {
    for (const rep_id of ['W1', 'W2']) {
      const input = { rep_id, subject: `Letter ${number}`, message: `Letter ${number} to ${rep_id}`, bill_id }
      await ann.call(contactRepresentative, input)
    }
  }
  await openBillByLink(page, ann, bill_id)
  const list = form(page).getByText('You wrote 6 messages about this bill')
  await list.click()
  const earlier = /\/contacts\?.*limit=50/
  let reads = 0
  await page.route(earlier, (route) => {
    reads += 1
    return refuseWith('Not now')(route)
  })
  const button = form(page).getByRole('button', { name: 'Show earlier messages' })
  await button.press('Enter')
  await expect(form(page).getByText('The messages could not be loaded')).toBeVisible()
  await expect(list).toBeVisible()
  await reconnect(page)
  expect(reads).toBe(1)
  await page.unroute(earlier)
  await button.press('Enter')
  await expect(button).toHaveCount(0)
  await expect(form(page).locator('summary').last()).toBeFocused()

  // A report reads all messages again. If that fails, they are still there.
  await page.route(earlier, refuseWith('Not now'))
  await form(page).getByRole('button', { name: 'Did they answer?' }).press('Enter')
  await form(page).getByLabel('They answered').check()
  await form(page).getByRole('button', { name: 'Save' }).press('Enter')
  await expect(form(page).getByRole('button', { name: 'Change your report' })).toBeVisible()
  await expect(form(page).getByText('The messages could not be loaded')).toHaveCount(0)
})
