import { contactRepresentative } from '#contract/representatives.ts'
import { cutNetwork, failWithoutMessage, openBillByLink, refuseWith } from './billSteps.ts'
import { createSenators, form, open, send, verified, washington } from './contactSteps.ts'
import { expect, test, uniqueName } from './support/product.ts'
import { saveScreenshot, takeScreenshots } from './support/screenshots.ts'

test('past messages about the bill are listed under the form with their delivery states', async ({
  page,
  app,
}) => {
  await createSenators(app)
  const ann = await app.resident(uniqueName('ann'), washington, verified)
  const { bill_id } = await app.bill(uniqueName('Twice Written Act '))
  for (const rep_id of ['W1', 'W2']) {
    const input = { rep_id, subject: `To ${rep_id}`, message: `My words\nto ${rep_id}`, bill_id }
    await ann.call(contactRepresentative, input)
  }
  await openBillByLink(page, ann, bill_id)
  await form(page).getByRole('button', { name: 'Contact Again' }).click()
  await form(page).getByText('You wrote 2 messages about this bill').click()
  await expect(form(page).getByText('Saved on Hurd')).toBeVisible()
  await form(page).getByText('Prepared for the official form').click()
  await expect(form(page).getByText('My words to W1')).toBeVisible()
  const list = form(page).locator('details').first()
  await list.scrollIntoViewIfNeeded()
  await saveScreenshot(list, 'bill-contact-list')
  await takeScreenshots(page, 'bill-contact-earlier', { fullPage: false })
})

test('a missing representative is named with a link to choose the unknown district', async ({
  page,
  app,
}) => {
  const state = 'ocd-division/country:us/state:mt'
  const [existing] = await app.pool`select from representatives where rep_id = 'M1'`
  if (!existing) {
    await app.representative('M1', { rep_name: 'Mona Mount', division: state, district: 'Montana' })
    const house = { title: 'U.S. Representative', division: `${state}/cd:1`, organization: 'us/house' }
    await app.representative('M2', { rep_name: 'Hal House', district: 'Montana district 1', ...house })
  }
  const ann = await app.resident(uniqueName('ann'), state, verified)
  const { bill_id } = await app.bill(uniqueName('District Act '))
  await openBillByLink(page, ann, bill_id)
  await open(page).click()
  await expect(form(page).getByRole('radio')).toHaveCount(1)
  await expect(form(page).getByText('but not your congressional district')).toBeVisible()
  await expect(form(page).getByRole('link', { name: 'Choose your district' })).toHaveAttribute(
    'href',
    '/settings?section=location',
  )
  await expect(form(page).getByText('Source: Test records, last checked June 15, 2026')).toBeVisible()
  await takeScreenshots(page, 'bill-contact-district', { fullPage: false })

  await app.pool`insert into member_divisions (user_id, division) values (${ann.user_id}, ${`${state}/cd:1`})`
  await page.reload()
  await open(page).click()
  await expect(form(page).getByRole('radio', { name: 'Hal House' })).toBeVisible()
  await expect(form(page).getByText('U.S. Representative, Montana district 1')).toBeVisible()
  await expect(form(page).getByRole('link', { name: 'Choose your district' })).toHaveCount(0)
})

// covers CIV-CONTACT-16 CIV-CONTACT-17
test('a message that cannot be sent shows the reason and keeps its text', async ({ page, app }) => {
  await createSenators(app)
  const ann = await app.resident(uniqueName('ann'), washington, { ...verified, email_verified_at: null })
  const { bill_id } = await app.bill(uniqueName('Unsent '))
  await openBillByLink(page, ann, bill_id)
  await open(page).click()
  await form(page).getByRole('radio', { name: 'Wanda West' }).check()
  await form(page).getByLabel('Message').fill('My own words')
  await send(page).click()
  await expect(form(page).getByRole('alert')).toHaveText(
    'Error: Please verify your email address before contacting representatives.',
  )
  expect(page.context().pages(), 'the form of the office is not opened').toHaveLength(1)
  await page.route('**/api/representatives/contact', cutNetwork)
  await send(page).click()
  await expect(form(page).getByRole('alert')).toHaveText('Failed to prepare contact: Network error')
  await page.reload()
  await expect(form(page).getByLabel('Message'), 'the reopened form keeps the message').toHaveValue(
    'My own words',
  )
})

// covers CIV-REPRESENTATIVES-02 CIV-REPRESENTATIVES-03 CIV-REPRESENTATIVES-04
test('without an address, a representative or an answer the section explains why', async ({ page, app }) => {
  const ann = await app.member(uniqueName('ann'))
  const { bill_id } = await app.bill(uniqueName('Nobody there '))
  const forUser = '**/api/representatives/for-user*'
  await openBillByLink(page, ann, bill_id)
  await open(page).click()
  await expect(
    form(page).getByText(
      'Address required to find representatives. Please update your address in your profile.',
      { exact: true },
    ),
  ).toBeVisible()
  await expect(form(page).getByRole('link', { name: 'Add your address' })).toHaveAttribute(
    'href',
    '/settings?section=location',
  )

  for (const [answer, explanation] of [
    [failWithoutMessage, 'Failed to load representatives'],
    [cutNetwork, 'Failed to load representatives. Please try again.'],
    [refuseWith('The directory is closed'), 'The directory is closed'],
  ] as const) {
    await page.route(forUser, answer)
    await page.reload()
    await open(page).click()
    await expect(form(page).getByRole('heading', { name: explanation, exact: true })).toBeVisible()
    await page.unroute(forUser)
  }

  await app.pool`update users set address = 'A house on the moon' where user_id = ${ann.user_id}`
  await form(page).getByRole('button', { name: 'Try Again' }).click()
  await expect(form(page).getByText('No representatives found for your address.')).toBeVisible()
})
