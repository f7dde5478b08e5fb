import { takeStance } from '#contract/bills/bills.ts'
import { engross, newBill } from '#server/testing/setups/alerts.ts'
import { openBill, openBillByLink } from './billSteps.ts'
import { expect, test, uniqueName } from './support/product.ts'
import { takeScreenshots } from './support/screenshots.ts'
import { es } from './support/spanish.ts'

// covers HURD-BILLPAGE-05 HURD-LANGUAGE-10
test('stances over time have marks at dated actions, listed in words and in a table that opens by keyboard', async ({
  page,
  app,
}) => {
  test.slow()
  const id = await newBill(app, 7301, { title: 'The Lantern Act of many weeks' })
  await engross(app, 7301)
  const people = []
  for (let number = 0; number < 21; number += 1) people.push(await app.member(uniqueName('voice')))
  const [reader, ...others] = people
  for (const [index, person] of others.entries()) {
    await person.call(takeStance, { id, stance: index < 12 ? 'support' : index < 18 ? 'oppose' : 'learning' })
  }
  await app.pool`
    update stance_changes set changed_at = now() - interval '50 days' where bill_id = ${id} and to_stance = 'support'`
  await openBillByLink(page, reader!, id)

  const card = openBill(page).getByRole('region', { name: 'Stances over time', exact: true })
  const chart = card.getByRole('img', { name: /^Stances on this bill since / })
  await expect(chart).toHaveAccessibleName(/There are now 20: .*12.*6.*2.* marked\.$/)
  const marks = card.getByRole('list').getByRole('listitem')
  await expect(marks.filter({ hasText: /House/ })).not.toHaveCount(0)
  const count = await marks.count()
  await expect(chart.locator('circle'), 'one line for each action').toHaveCount(count)
  await expect(card).toContainText('They do not say that it changed anyone’s stance.')

  await card.getByRole('button', { name: 'Show as a table' }).press('Enter')
  await expect(card.getByRole('button', { name: 'Hide the table' })).toBeFocused()
  const table = card.getByRole('region', { name: 'Stances over time as a table' })
  const rows = table.getByRole('row')
  await expect(rows).toHaveCount(1 + count + 1)
  await expect(table).toContainText('Each action has the counts at the end of its week, or the counts so far')
  await expect(rows.last().getByRole('cell')).toHaveText(['12', '6', '0', '2', '20'])
  const introduced = rows.filter({ hasText: 'Introduced' })
  await expect(introduced.getByRole('cell').last()).toHaveText(/^\d+$/)
  await card.getByRole('button', { name: 'Hide the table' }).press('Enter')
  await expect(table).toHaveCount(0)
  await takeScreenshots(page, 'stances-over-time', { fullPage: false, visible: card })

  await page.goto(`/feed?highlight=${id}&lang=es`)
  const spanishCard = openBill(page).getByRole('region', { name: es('Stances over time'), exact: true })
  const spanishMarks = spanishCard.getByRole('list').getByRole('listitem')
  await expect(spanishMarks.filter({ hasText: 'Cámara' })).not.toHaveCount(0)
  await expect(spanishMarks.filter({ hasText: 'House' })).toHaveCount(0)
})

// covers HURD-BILLPAGE-05
test('below twenty stances the card says how many there are, and draws nothing', async ({ page, app }) => {
  const { bill_id: id } = await app.bill(uniqueName('Few stances '))
  const reader = await app.member(uniqueName('reader'))
  await reader.call(takeStance, { id, stance: 'support' })
  await openBillByLink(page, reader, id)
  const card = openBill(page).getByRole('region', { name: 'Stances over time', exact: true })
  await expect(card).toContainText('Shown once 20 people have taken a stance. So far there is 1.')
  await expect(card.getByRole('img')).toHaveCount(0)
})

// covers HURD-BILLPAGE-05
test('a chart that cannot be loaded says so, and loads on request', async ({ page, app }) => {
  const { bill_id } = await app.bill(uniqueName('Many stances '))
  await app.pool`update bill_counters set support_count = 20 where bill_id = ${bill_id}`
  const chart = '**/stances-over-time'
  await page.route(chart, (route) => route.fulfill({ status: 500, json: { success: false } }))
  await openBillByLink(page, await app.member(uniqueName('reader')), bill_id)
  const card = openBill(page).getByRole('region', { name: 'Stances over time', exact: true })
  await expect(card.getByRole('alert')).toHaveText('The chart could not be loaded. Try Again')
  await page.unroute(chart)
  await page.route(chart, (route) =>
    route.fulfill({
      json: {
        success: true,
        weeks: [
          { week: '2026-11-16', support_count: 20, oppose_count: 0, neutral_count: 0, learning_count: 0 },
        ],
      },
    }),
  )
  await card.getByRole('button', { name: 'Try Again' }).click()
  await expect(card.getByRole('img', { name: /^Stances on this bill since / })).toBeVisible()
})
