import { contactRepresentative, listContacts } from '#contract/representatives.ts'
import { openBill, openBillByLink, refuseWith } from './billSteps.ts'
import { expect, test, uniqueName } from './support/product.ts'
import { takeScreenshots } from './support/screenshots.ts'

const oregon = 'ocd-division/country:us/state:or'
const verified = { email_verified_at: '2026-01-01T00:00:00.000Z' }

// covers BEY-LOOP-07
test('a sender reports an answer and later sees how the representative voted', async ({ page, app }) => {
  test.slow()
  const rep_id = uniqueName('rep')
  await app.representative(rep_id, { rep_name: 'Olga Oak', division: oregon, organization: 'us/senate' })
  const ann = await app.resident(uniqueName('ann'), oregon, verified)
  const { bill_id } = await app.bill(uniqueName('River Act '))
  const message = { rep_id, subject: 'Rivers', message: 'Please keep the gauges.', bill_id }
  const { contact } = await ann.call(contactRepresentative, message)
  // In New York it was still the evening of May 2.
  await app.pool`
    update messages set created_at = '2026-05-03T01:00:00Z' where message_id = ${contact.contact_id}`
  await openBillByLink(page, ann, bill_id)
  const section = openBill(page).getByRole('region', { name: 'Contact my representative' })
  const steps = section.getByRole('list', { name: 'What happened next' }).getByRole('listitem')
  await expect(steps).toHaveText([/^You wrote /])

  await section.getByRole('button', { name: 'Did they answer?' }).press('Enter')
  await expect(section.getByLabel('When?')).toHaveAttribute('min', '2026-05-02')
  const settings = '**/api/representatives/contacts/settings'
  const question = section.getByRole('switch', { name: 'Ask me once about an answer' })
  await expect(question).toBeVisible()
  await page.route(settings, refuseWith('Not now'))
  await question.press('Space')
  await expect(page.getByRole('alert').filter({ hasText: 'Not saved: Not now' })).toBeVisible()
  await page.unroute(settings)
  await section.getByRole('button', { name: 'Save' }).press('Enter')
  await expect(section.getByText('Please choose what happened')).toBeVisible()
  await section.getByLabel('Note (optional, only you see it)').fill('They will hold a hearing.')
  // The typed text survives a reload.
  await page.reload()
  await expect(section.getByLabel('Note (optional, only you see it)')).toHaveValue(
    'They will hold a hearing.',
  )
  // A canceled report is gone.
  await section.getByRole('button', { name: 'Cancel' }).click()
  await page.reload()
  await section.getByRole('button', { name: 'Did they answer?' }).press('Enter')
  await expect(section.getByLabel('Note (optional, only you see it)')).toHaveValue('')
  await section.getByLabel('Note (optional, only you see it)').fill('They will hold a hearing.')
  await section.getByLabel('They answered').check()
  await takeScreenshots(page, 'message-reply', { visible: section.getByLabel('They answered') })
  await section.getByRole('button', { name: 'Save' }).click()
  await expect(steps).toHaveText([/^You wrote /, /^Answered .*They will hold a hearing\.$/])
  await expect(section.getByRole('button', { name: 'Change your report' })).toBeFocused()
  await section.getByRole('button', { name: 'Change your report' }).press('Enter')
  await section.getByLabel('Note (optional, only you see it)').fill('')
  await expect(
    section.getByLabel('Note (optional, only you see it)'),
    'a cleared note stays empty',
  ).toHaveValue('')
  await section.getByRole('button', { name: 'Save' }).click()
  await expect(steps).toHaveText([/^You wrote /, /^Answered (?!.*hearing)/])

  const [event] = await app.pool<{ vote_event_id: string }[]>`
    insert into vote_events (vote_key, bill_id, organization, legislative_session, voted_on, motion_text,
                             motion_classification, direction, counts_for_agreement, is_complete, source_name, content_hash)
    values (${rep_id}, ${bill_id}, 'us/senate', '119', current_date, 'On Passage of the Bill', 'passage', 'for', true, true,
            'Test records', sha256('vote'))
    returning vote_event_id`
  await app.pool`
    insert into person_votes (vote_event_id, position, option, voter_name, voted_on, rep_id)
    values (${event!.vote_event_id}, 1, 'no', 'Oak', current_date, ${rep_id})`
  await app.pool`select refresh_last_votes(array[${bill_id}::uuid])`
  // The background worker looks for new votes every 30 seconds.
  await expect
    .poll(async () => (await ann.call(listContacts, { bill_id })).contacts[0]?.timeline.length, {
      timeout: 60_000,
    })
    .toBe(2)
  await page.reload()
  await expect(steps).toHaveText([/^You wrote /, /^Answered /, /^Voted no .*On Passage of the Bill$/])
  await takeScreenshots(page, 'message-timeline', { visible: steps.last() })
})
