import { followTarget } from '#contract/alerts.ts'
import { saveImportedVotes } from '#server/legislation/votes/import.ts'
import { readHurdVote } from '#server/sources/votes/hurdVotes.ts'
import { agenda, hearing, saveHearings } from '#server/testing/setups/records/events.ts'
import { importedBill, importRecords } from '#server/testing/setups/records/importedBills.ts'
import { openBill, openBillByLink } from './billSteps.ts'
import { expect, test, uniqueName } from './support/product.ts'
import { takeScreenshots } from './support/screenshots.ts'

// In each of these zones, one of the times below is on another day than at its place.
for (const [index, timezoneId] of ['Pacific/Honolulu', 'Asia/Tokyo'].entries()) {
  test.describe(timezoneId, () => {
    test.use({ timezoneId })

    // covers HURD-DAYS-20
    test('a reader elsewhere sees votes, steps and hearings on the day of their place', async ({
      page,
      app,
    }) => {
      const number = 7720 + index
      const year = new Date().getUTCFullYear() + 1
      const fullDate = new Intl.DateTimeFormat('en-US', { dateStyle: 'full', timeZone: 'UTC' })
      const inJune = (day: number) => fullDate.format(Date.UTC(year, 5, day))
      const ann = await app.member(uniqueName('ann'))
      await importRecords(app.pool, [
        importedBill(number, {
          title: `The Night Session Act ${number}`,
          // A record of Hurd's own format may have any time.
          created_at: '2025-05-01T02:30:00.000Z',
          parts: {
            actions: [
              {
                acted_on: '2025-05-22',
                chamber: 'House',
                description: 'Passed the House.',
                classification: 'passed',
              },
            ],
          },
        }),
      ])
      await saveHearings(
        app,
        hearing(`us/119/house/${number}`, {
          starts_at: `${year}-06-04T03:30:00.000Z`,
          ends_at: `${year}-06-05T01:00:00.000Z`,
          bills: agenda(`us/119/hr/${number}`),
        }),
      )
      // Congress sat through the night: 12:30 a.m. in Washington is the evening before in Honolulu.
      const votes = [
        ['us/house', '2025-05-22', '2025-05-22T04:30:00Z'],
        ['us/senate', '2025-06-17', '2025-06-18T03:30:00Z'],
      ].map(([organization, date, time]) =>
        readHurdVote({
          vote_key: `${organization}/${number}`,
          organization,
          session: '119',
          bill: `us/119/hr/${number}`,
          number,
          date,
          time,
          result: 'Passed',
          motion: 'On Passage',
          question: 'On Passage',
          votes: { yes: ['|Ash|D|NY', '|Cedar|D|OH'], no: ['|Birch|R|TX'] },
        }),
      )
      await app.pool.begin((transaction) => saveImportedVotes(transaction, votes))
      const [row] = await app.pool<{ bill_id: string }[]>`
        select bill_id from bills where source_id = ${`us/119/hr/${number}`}`
      const { bill_id } = row!
      await ann.call(followTarget, { target_type: 'bill', target_id: bill_id })
      await openBillByLink(page, ann, bill_id)
      const bill = openBill(page)
      await expect(bill).toContainText('May 1, 2025')
      await expect(bill.getByRole('region', { name: 'Next event' })).toContainText(
        `${inJune(3)}, 11:30 p.m. EDT, to ${inJune(4)}, 9:00 p.m. EDT`,
      )
      await expect(bill.getByRole('region', { name: 'History' })).toContainText('May 22, 2025')
      await expect(bill.getByRole('region', { name: 'Votes' }).getByRole('heading', { level: 3 })).toHaveText(
        [/^U.S. Senate, June 17, 2025/, /^U.S. House, May 22, 2025/],
      )
      for (const [position, shown] of [
        'June 17, 2025, 11:30 p.m. EDT',
        'May 22, 2025, 12:30 a.m. EDT',
      ].entries()) {
        await bill.getByRole('link', { name: 'See all 3 votes' }).nth(position).click()
        await expect(page.getByRole('main')).toContainText(shown)
        if (index === 0 && position === 0) await takeScreenshots(page, 'vote-time')
        await page.goBack()
      }
    })
  })
}
