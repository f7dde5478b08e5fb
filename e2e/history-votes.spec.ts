import { saveImportedVotes } from '#server/legislation/votes/import.ts'
import { readHurdVote } from '#server/sources/votes/hurdVotes.ts'
import { importedBill, importRecords } from '#server/testing/setups/records/importedBills.ts'
import { openBill, openBillByLink } from './billSteps.ts'
import { expect, test, uniqueName } from './support/product.ts'
import { takeScreenshots } from './support/screenshots.ts'

// covers HURD-LINKS-03
test('a step of the history leads to its vote, also with the keyboard alone', async ({ page, app }) => {
  const ann = await app.member(uniqueName('ann'))
  const passed = {
    acted_on: '2025-05-22',
    chamber: 'House',
    description: 'On passage Passed by the Yeas and Nays: 2 - 1 (Roll no. 881).',
    classification: 'passed' as const,
  }
  await importRecords(app.pool, [
    importedBill(8851, {
      title: 'The Stairway Lantern Act',
      status: 'engrossed',
      parts: { actions: [passed] },
    }),
  ])
  const vote = readHurdVote({
    vote_key: 'us/119/h/881/2025',
    organization: 'us/house',
    session: '119',
    bill: 'us/119/hr/8851',
    number: 881,
    date: '2025-05-22',
    result: 'Passed',
    motion: 'On Passage: H R 8851',
    question: 'On Passage',
    votes: { yes: ['|Ash|D|NY', '|Cedar|D|OH'], no: ['|Birch|R|TX'] },
  })
  await app.pool.begin((transaction) => saveImportedVotes(transaction, [vote]))
  const [row] = await app.pool<
    { bill_id: string }[]
  >`select bill_id from bills where source_id = 'us/119/hr/8851'`
  await openBillByLink(page, ann, row!.bill_id)
  const history = openBill(page).getByRole('region', { name: 'History' })
  await history.getByText('1 step, May 22, 2025').click()
  const link = history.getByRole('link', { name: 'See the vote' })
  await takeScreenshots(page, 'history-vote', { fullPage: false, visible: link })

  await link.focus()
  await page.keyboard.press('Shift+Tab')
  await expect(link).not.toBeFocused()
  await page.keyboard.press('Tab')
  await expect(link).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Passed, 2 to 1' })).toBeVisible()
  await expect(page.getByRole('main')).toContainText('On Passage: H R 8851')
})
