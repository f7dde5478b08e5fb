import { storeText } from '#server/testing/setups/records/billTexts.ts'
import type { TestServer } from '#server/testing/testServer.ts'
import { openBill, openBillByLink } from './billSteps.ts'
import { expect, signIn, test, uniqueName } from './support/product.ts'
import { takeScreenshots } from './support/screenshots.ts'

const title = { number: '1', title: 'Short title', content: 'This Act may be cited as the Night Ferry Act.' }
const grants = {
  number: '2',
  title: 'Grants for night ferries',
  content:
    '(a) In general.—The Director shall award grants of not more than $40,000 to towns that run ferries at night.\n(b) Use.—A grant may be used to repair piers and to train crews.',
}
const report = {
  number: '3',
  title: 'Report',
  content:
    'Not later than 1 year after the date of enactment, the Director shall report to Congress on the grants.',
}
const newer = [
  title,
  {
    ...grants,
    content: grants.content
      .replace('$40,000', '$75,000')
      .replace('to train crews', 'to train crews and pilots'),
  },
  { number: '3', title: 'Safety', content: 'A ferry that runs at night shall carry lights on both sides.' },
  { ...report, number: '4' },
]

const secondPage = (url: URL) => url.pathname.endsWith('/compare') && url.searchParams.get('offset') === '50'
const versionList = (url: URL) => url.pathname.endsWith('/versions')

async function ferryBill(app: TestServer) {
  const { bill_id } = await app.bill(uniqueName('Night Ferry Act '))
  for (const [label, printed_on, sections] of [
    ['Introduced in House', '2025-03-24', [title, grants, report]],
    ['Engrossed in House', '2025-06-09', newer],
  ] as const) {
    await storeText(app, bill_id, { bill_sections: { sections: [...sections] } }, { label, printed_on })
  }
  return bill_id
}

// covers BEY-TEXT-10
test('a bill says what its new version changed, and leads to the comparison', async ({ page, app }) => {
  const bill_id = await ferryBill(app)
  await openBillByLink(page, await app.member(uniqueName('ann')), bill_id)
  await expect(
    openBill(page).getByText('The text changed on June 9, 2025: 1 section differs, 1 is new.'),
  ).toBeVisible()
  await openBill(page).getByRole('link', { name: 'See what changed', exact: true }).click()
  await expect(page).toHaveURL(`/bills/${bill_id}/compare/1/2`)
  await expect(page.getByText('1 of 4 sections changed, 1 added, 1 moved.')).toBeVisible()
  await expect(page.getByLabel('From')).toHaveValue('1')
  await expect(page.getByRole('heading', { name: '§ 2 Grants for night ferries' })).toBeVisible()
  await expect(page.locator('ins').first()).toContainText('75,000')
  await expect(page.locator('del').first()).toContainText('40,000')
  await expect(page.getByText('Numbers or binding words changed')).toHaveCount(1)
  await expect(page.getByText('§ 4')).toBeHidden()
  await page.getByText('1 section unchanged, 1 moved').click()
  await expect(page.getByText('(moved from § 3)')).toBeVisible()
  await takeScreenshots(page, 'compare-versions')
  await page.getByRole('link', { name: 'Back to the bill' }).click()
  await expect(openBill(page)).toBeVisible()
})

test('the comparison has two columns on a wide screen and one on a narrow one', async ({ page, app }) => {
  const bill_id = await ferryBill(app)
  await signIn(page, await app.member(uniqueName('ann')))
  for (const [width, columns] of [
    [1280, 2],
    [320, 1],
  ] as const) {
    await page.setViewportSize({ width, height: 800 })
    await page.goto(`/bills/${bill_id}/compare/1/2`)
    const firstChange = page.locator('[data-change]').first()
    await expect(firstChange).toContainText('75,000')
    await expect(firstChange.locator('p')).toHaveCount(columns === 2 ? 2 : 0)
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
    expect(overflow).toBeLessThanOrEqual(0)
  }
})

// covers BEY-TEXT-11
test('the keys n and p step through the changes and announce them', async ({ page, app }) => {
  const bill_id = await ferryBill(app)
  await signIn(page, await app.member(uniqueName('ann')))
  await page.goto(`/bills/${bill_id}/compare/1/2`)
  await expect(page.getByRole('button', { name: 'Next change' })).toBeVisible()
  await page.keyboard.press('n')
  await expect(page.locator('[data-change]').first()).toBeFocused()
  await expect(page.getByText('Change 1 of 3', { exact: true })).toBeAttached()
  await page.keyboard.press('n')
  await expect(page.locator('[data-change]').nth(1)).toBeFocused()
  await page.keyboard.press('p')
  await expect(page.locator('[data-change]').first()).toBeFocused()
  await page.getByRole('button', { name: 'Next change' }).click()
  await expect(page.getByText('Change 2 of 3', { exact: true })).toBeAttached()
})

// covers BEY-TEXT-10
test('versions that cannot be compared say so', async ({ page, app }) => {
  const bill_id = await ferryBill(app)
  await signIn(page, await app.member(uniqueName('ann')))
  await page.goto(`/bills/${bill_id}/compare/1/9`)
  await expect(page.getByRole('heading', { name: "The versions couldn't be compared" })).toBeVisible()
  await expect(page.getByText('Version not found')).toBeVisible()
  await expect(page.getByLabel('To', { exact: true })).toHaveText(/^Another version/)
})

// covers BEY-TEXT-10
test('a comparison whose second page fails says so, and loads the rest on request', async ({ page, app }) => {
  const { bill_id } = await app.bill(uniqueName('Many Ferries Act '))
  for (const [printed_on, amount] of [
    ['2025-03-24', '40,000'],
    ['2025-06-09', '75,000'],
  ] as const) {
    const sections = Array.from({ length: 60 }, (_, index) => ({
      number: `${index + 1}`,
      title: `Ferry ${index + 1}`,
      content: `The Director shall award ferry ${index + 1} a grant of not more than $${amount}.`,
    }))
    await storeText(app, bill_id, { bill_sections: { sections } }, { label: `Of ${printed_on}`, printed_on })
  }
  await signIn(page, await app.member(uniqueName('ann')))
  let requests = 0
  await page.route(secondPage, (route) => {
    requests += 1
    return route.fulfill({ status: 500, json: { success: false } })
  })
  await page.goto(`/bills/${bill_id}/compare/1/2`)
  await expect(page.getByRole('alert')).toHaveText('The other sections could not be loaded. Try Again')
  await expect(page.getByText('Loading more sections...')).toHaveCount(0)
  await expect(page.getByRole('heading', { name: /^§ / })).toHaveCount(50)
  expect(requests).toBe(1)
  await page.unroute(secondPage)
  await page.getByRole('button', { name: 'Try Again' }).click()
  await expect(page.getByRole('heading', { name: /^§ / })).toHaveCount(60)
  await expect(page.getByRole('alert')).toHaveCount(0)
})

// covers HURD-VERSION-05
test('a reader chooses an earlier version in the text of a bill, and compares it, with the keyboard alone', async ({
  page,
  app,
}) => {
  const bill_id = await ferryBill(app)
  await openBillByLink(page, await app.member(uniqueName('ann')), bill_id)
  const bill = openBill(page)
  await bill.getByRole('button', { name: 'READ FULL BILL' }).click()
  const version = bill.getByLabel('Version', { exact: true })
  await expect(version.getByRole('option')).toHaveText([
    'Engrossed in House, June 9, 2025 (1 section changed, 1 added)',
    'Introduced in House, March 24, 2025',
  ])
  const text = bill.getByRole('region', { name: 'Full bill' })
  await expect(text).toContainText('$75,000')
  await version.focus()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(text).toContainText('$40,000')
  await expect(text).not.toContainText('$75,000')
  await takeScreenshots(page, 'bill-text-version')
  await page.keyboard.press('Tab')
  await expect(bill.getByRole('link', { name: 'Compare with…' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(new RegExp(`/bills/${bill_id}/compare/1/2$`))
})

// covers HURD-VERSION-05
test('when the versions of a bill cannot be loaded, its text says so, and they load on request', async ({
  page,
  app,
}) => {
  const bill_id = await ferryBill(app)
  await page.route(versionList, (route) => route.fulfill({ status: 500, json: { success: false } }))
  await openBillByLink(page, await app.member(uniqueName('ann')), bill_id)
  const bill = openBill(page)
  await bill.getByRole('button', { name: 'READ FULL BILL' }).click()
  await expect(bill.getByText('The versions could not be loaded.')).toBeVisible()
  await expect(bill.getByText('Version: Loading...')).toHaveCount(0)
  await page.unroute(versionList)
  await bill.getByRole('button', { name: 'Try Again' }).click()
  await expect(bill.getByLabel('Version', { exact: true }).getByRole('option')).toHaveCount(2)
})

// covers HURD-VERSION-01
test('a withdrawn version is marked in the select of versions, not compared, and not in the list of the page', async ({
  page,
  app,
}) => {
  const bill_id = await ferryBill(app)
  const third = { label: 'Enrolled Bill', printed_on: '2025-07-01' }
  await storeText(app, bill_id, { bill_sections: { sections: [title, grants] } }, third)
  await app.pool`update bill_versions set kind = 'retracted' where bill_id = ${bill_id} and version_no = 1`
  await openBillByLink(page, await app.member(uniqueName('ann')), bill_id)
  const versions = openBill(page).getByRole('region', { name: 'Text and versions' }).getByRole('listitem')
  await expect(versions).toHaveText([/^Enrolled Bill/, /^Engrossed in House/])
  await openBill(page).getByRole('button', { name: 'READ FULL BILL' }).click()
  const select = openBill(page).getByLabel('Version', { exact: true })
  const oldest = select.getByRole('option').last()
  await expect(oldest).toHaveText('Introduced in House, March 24, 2025 (withdrawn: listed by mistake)')
  await select.selectOption('2')
  await expect(openBill(page).getByRole('link', { name: 'Compare with…' })).toHaveAttribute(
    'href',
    `/bills/${bill_id}/compare/2/3`,
  )
})
