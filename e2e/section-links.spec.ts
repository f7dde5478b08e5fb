import type { Page } from '@playwright/test'
import type { VersionSection } from '#contract/bills/versions.ts'
import { listComments, postComment } from '#contract/discussions.ts'
import { storeText, storeVersion } from '#server/testing/setups/records/billTexts.ts'
import type { TestServer } from '#server/testing/testServer.ts'
import { openBill, openBillByLink, openFeed, supportWithReason } from './billSteps.ts'
import { expect, test, uniqueName } from './support/product.ts'
import { takeScreenshots } from './support/screenshots.ts'

const box = (page: Page) => openBill(page).getByRole('region', { name: 'Full bill' })
const marked = (page: Page) => box(page).locator('[aria-current=location]')
const composer = (page: Page) => openBill(page).getByRole('textbox', { name: 'Add to the discussion' })

function plainSection(number: string, title: string, paragraphs: string[]): VersionSection {
  return {
    key: number,
    path: [],
    number,
    title,
    blocks: paragraphs.map((text) => {
      const enumerator = /^\((\w+)\)/.exec(text)?.[1]
      return { mark: 'plain', text, ...(enumerator ? { key: enumerator } : {}) }
    }),
  }
}

const shortTitle = plainSection('1', 'Short title', ['This Act may be cited as the Night Ferry Act.'])
const filler = Array.from(
  { length: 12 },
  (_, index) =>
    `(${index + 1}) A ferry that leaves pier ${index + 1} after sunset shall carry a lamp at the bow.`,
)
const lamps = plainSection('2', 'Lamps', filler)
const grants = plainSection('3', 'Grants to harbors', [
  'The Director may make grants to harbors.',
  '(a) A grant pays for lamps and for the people who tend them.',
  '(b) A grant may not exceed $40,000 in a year.',
  '(c) A harbor reports each year how it spent its grant.',
])

async function storePrintedVersion(
  app: TestServer,
  bill_id: string,
  sections: VersionSection[],
  label: string,
  printed_on: string,
) {
  const text = {
    format: 'xml' as const,
    sections,
    struck_sections: [],
    formatted_text: null,
    full_text: null,
  }
  await storeVersion(app, bill_id, { code: null, label, printed_on, document_type: 'bill', text })
}

async function ferryBill(app: TestServer) {
  const bill = await app.bill(uniqueName('Night Ferry Act '))
  await storePrintedVersion(
    app,
    bill.bill_id,
    [shortTitle, lamps, grants],
    'Introduced in House',
    '2025-03-24',
  )
  return bill
}

// covers BEY-TEXT-17
test('the URL of a section opens the text, scrolls to the section and highlights it', async ({
  page,
  app,
}) => {
  const ann = await app.member(uniqueName('ann'))
  const { bill_id } = await ferryBill(app)
  await openFeed(page, ann, `?highlight=${bill_id}#s-3-b`)
  await expect(marked(page)).toHaveText(/^\(b\) A grant may not exceed \$40,000/)
  await expect(marked(page)).toBeFocused()
  await expect(marked(page)).toBeInViewport()
  await expect(marked(page)).toHaveCount(1)
  await takeScreenshots(page, 'section-link', { fullPage: false, visible: marked(page) })
  // The section has no paragraph with this letter, so the link leads to the section.
  await page.goto(`/feed?highlight=${bill_id}#s-3-z`)
  await expect(marked(page).getByRole('heading', { name: '§ 3 Grants to harbors' })).toBeVisible()
  await page.goto(`/feed?highlight=${bill_id}&version=1#s-9`)
  await expect(box(page).getByText('The current text has no § 9.')).toBeVisible()
  await expect(marked(page)).toHaveCount(0)
})

// covers BEY-TEXT-17
test('a member starts a comment at a section, and the link in the comment moves the focus to that section', async ({
  page,
  app,
}) => {
  const ann = await app.member(uniqueName('ann'))
  const { bill_id: id } = await ferryBill(app)
  await openBillByLink(page, ann, id)
  await openBill(page).getByRole('button', { name: 'READ FULL BILL' }).click()
  await expect(box(page).getByRole('heading', { name: '§ 3 Grants to harbors' })).toBeVisible()
  await box(page).getByRole('button', { name: 'Comment on § 3(b)' }).press('Enter')
  await expect(composer(page)).toBeFocused()
  await expect(openBill(page).getByRole('button', { name: 'Remove § 3(b) from the comment' })).toBeVisible()
  await page.keyboard.type('Why so little?')
  await takeScreenshots(page, 'section-comment', { fullPage: false, visible: composer(page) })
  await openBill(page).getByRole('button', { name: 'Post comment' }).press('Enter')
  const comment = openBill(page).getByRole('listitem').filter({ hasText: 'Why so little?' })
  const link = comment.getByRole('link', { name: '§ 3(b)' })
  await expect(link).toBeVisible()
  await expect(openBill(page).getByRole('button', { name: 'Remove § 3(b) from the comment' })).toHaveCount(0)
  await expect
    .poll(async () => (await ann.call(listComments, { id, section: '3-b' })).comments.length)
    .toBe(1)

  await openBill(page).getByRole('button', { name: 'HIDE FULL BILL' }).click()
  await link.press('Enter')
  await expect(marked(page)).toHaveText(/^\(b\) A grant may not exceed/)
  await expect(marked(page)).toBeFocused()
  // The same link works again after the reader has moved the focus elsewhere.
  await composer(page).focus()
  await link.press('Enter')
  await expect(marked(page)).toBeFocused()
})

test('a comment on an earlier version leads to where the section is now', async ({ page, app }) => {
  const ann = await app.member(uniqueName('ann'))
  const { bill_id: id } = await ferryBill(app)
  const category_id = 'general-discussion'
  await ann.call(postComment, { id, category_id, content: 'On money.', section_key: '3-b' })
  await ann.call(postComment, { id, category_id, content: 'On lamps.', section_key: '2' })
  const moved = { ...grants, key: '4', number: '4' }
  const pilots = plainSection('3', 'Pilots', [
    'Every night ferry has two pilots, who keep a log of each trip.',
  ])
  await storePrintedVersion(app, id, [shortTitle, pilots, moved], 'Engrossed in House', '2025-06-09')
  await openBillByLink(page, ann, id)
  const linkIn = (text: string) =>
    openBill(page).getByRole('listitem').filter({ hasText: text }).getByRole('link', { name: /^§/ })
  await linkIn('On money.').click()
  await expect(marked(page)).toHaveText(/^\(b\) A grant may not exceed/)
  await expect(marked(page)).toHaveId('s-4-b')
  await expect(marked(page)).toBeFocused()
  await expect(marked(page)).toBeInViewport()
  await linkIn('On lamps.').click()
  await expect(box(page).getByText('The current text has no § 2.')).toBeVisible()
  await expect(box(page).getByRole('link', { name: 'See what changed since' })).toHaveAttribute(
    'href',
    `/bills/${id}/compare/1/2`,
  )
})

test('a section is chosen in the form of a comment, and its URL is copied', async ({
  page,
  app,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const ann = await app.member(uniqueName('ann'))
  const { bill_id } = await ferryBill(app)
  await openBillByLink(page, ann, bill_id)
  const choose = openBill(page).getByRole('button', { name: 'Comment on a section of the text' })
  await choose.press('Enter')
  const select = openBill(page).getByLabel('Section', { exact: true })
  await expect(select).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(composer(page)).toBeFocused()
  await choose.press('Enter')
  await select.selectOption({
    label: '\u2003§ 3(a) A grant pays for lamps and for the people who tend them.',
  })
  await takeScreenshots(page, 'section-choice', { fullPage: false, visible: select })
  await openBill(page).getByRole('button', { name: 'Add', exact: true }).press('Enter')
  await expect(composer(page)).toBeFocused()
  // The draft of a comment keeps its section after a reload.
  await page.reload()
  await openBill(page).getByRole('button', { name: 'Remove § 3(a) from the comment' }).press('Enter')
  await expect(choose).toBeVisible()

  await openBill(page).getByRole('button', { name: 'READ FULL BILL' }).click()
  await box(page).getByRole('link', { name: 'Copy the link to § 3', exact: true }).click()
  await expect(page.getByText('Link to § 3 copied.').first()).toBeVisible()
  const copied = await page.evaluate(() => navigator.clipboard.readText())
  await page.goto(copied)
  await expect(marked(page).getByRole('heading', { name: '§ 3 Grants to harbors' })).toBeVisible()
})

// covers BEY-TEXT-17 HURD-BILLPAGE-04
test('a section belongs to the comment in the form where it was chosen, not to the one in the moment', async ({
  page,
  app,
}) => {
  const ann = await app.member(uniqueName('ann'))
  const { bill_id: id } = await ferryBill(app)
  await openBillByLink(page, ann, id)
  const bill = openBill(page)
  await bill.getByRole('button', { name: 'Comment on a section of the text' }).press('Enter')
  await bill.getByLabel('Section', { exact: true }).selectOption({ label: '§ 3 Grants to harbors' })
  await bill.getByRole('button', { name: 'Add', exact: true }).press('Enter')
  await composer(page).fill('Why so little?')
  await supportWithReason(page, 'It kept my street alive')
  const reason = bill.getByRole('listitem').filter({ hasText: 'It kept my street alive' })
  await expect(reason).toHaveAttribute('data-comment', /^[0-9a-f-]{36}$/)
  await expect(reason.getByRole('link', { name: /^§/ })).toHaveCount(0)
  const { comments } = await ann.call(listComments, { id })
  expect(comments.map(({ section_key }) => section_key)).toEqual([null])
  await expect(bill.getByRole('button', { name: 'Remove § 3 from the comment' })).toBeVisible()
})

test('sections that cannot be loaded leave the text readable and offer another try', async ({
  page,
  app,
}) => {
  const ann = await app.member(uniqueName('ann'))
  const { bill_id } = await ferryBill(app)
  let isCut = true
  await page.route(`**/api/bills/${bill_id}/versions/1`, (route) =>
    isCut ? route.fulfill({ status: 400, json: { success: false, error: 'Not now' } }) : route.continue(),
  )
  await openBillByLink(page, ann, bill_id)
  await openBill(page).getByRole('button', { name: 'READ FULL BILL' }).click()
  await expect(box(page).getByRole('alert')).toContainText(
    'The links to sections could not be loaded. Not now',
  )
  await expect(box(page).getByText('The Director may make grants to harbors.')).toBeVisible()
  isCut = false
  await box(page).getByRole('button', { name: 'Try Again' }).click()
  await expect(box(page).getByRole('button', { name: 'Comment on § 3', exact: true })).toBeVisible()
})

test('a formatted text shows its sections when a member asks for them or opens a link to a section', async ({
  page,
  app,
}) => {
  const ann = await app.member(uniqueName('ann'))
  const { bill_id } = await app.bill(uniqueName('Laid out '))
  const formatted_text =
    '<h2>The ferry law</h2><p>SEC. 1. Ferries carry lamps.</p><p>SEC. 2. Lamps are lit.</p>'
  await storeText(app, bill_id, { formatted_text })
  await openBillByLink(page, ann, bill_id)
  await openBill(page).getByRole('button', { name: 'READ FULL BILL' }).click()
  await expect(box(page).getByRole('heading', { name: 'The ferry law' })).toBeVisible()
  await openBill(page).getByRole('button', { name: 'Show sections with links' }).press('Enter')
  await expect(box(page).getByRole('heading', { name: '§ 2' })).toBeVisible()
  await openBill(page).getByRole('button', { name: 'Show as published' }).press('Enter')
  await expect(box(page).getByRole('heading', { name: 'The ferry law' })).toBeVisible()
  await page.goto(`/feed?highlight=${bill_id}#s-2`)
  await expect(marked(page)).toContainText('Lamps are lit.')
})
