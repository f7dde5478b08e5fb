import { createGroupPost } from '#contract/groups.ts'
import { maxMentioned } from '#contract/mentions.ts'
import { addComment, openBill, openBillByLink } from './billSteps.ts'
import { openGroup, post } from './groupSteps.ts'
import { expect, test, uniqueName } from './support/product.ts'
import { takeScreenshots } from './support/screenshots.ts'

// covers HURD-MENTION-02 HURD-MENTION-03
test('after @ the composer suggests people of the discussion, chosen by keyboard while the focus stays in the field', async ({
  page,
  app,
}) => {
  const code: string[] = []
  page.on('request', (request) => {
    if (/\/assets\/MentionList-.*\.js/.test(request.url())) code.push(request.url())
  })
  const writer = await app.member(uniqueName('quill'), { full_name: 'Rosa Quillfeather' })
  const other = await app.member(uniqueName('quillon'), { full_name: 'Tom Quillon' })
  const reader = await app.member(uniqueName('reader'))
  const { bill_id } = await app.bill(uniqueName('Mentioned '))
  await addComment(writer, bill_id, 'A first view')
  await openBillByLink(page, reader, bill_id)

  const field = openBill(page).getByRole('textbox', { name: 'Add to the discussion' })
  const list = openBill(page).getByRole('listbox', { name: 'People to mention' })
  await field.click()
  await field.pressSequentially('I agree with ')
  await expect(list).toHaveCount(0)
  expect(code, 'loaded with the first @').toEqual([])

  await field.pressSequentially('@quil')
  await expect(list.getByRole('option')).toHaveText([
    new RegExp(`Rosa Quillfeather.*@${writer.username}`),
    new RegExp(`Tom Quillon.*@${other.username}`),
  ])
  expect(code.length, 'loaded with the first @').toBeGreaterThan(0)
  await expect(list.getByRole('option', { selected: true })).toContainText('Rosa')
  await expect(openBill(page).getByText('2 people. Use the arrow keys to choose one.')).toHaveCount(1)
  const first = await list.getByRole('option').first().getAttribute('id')
  await expect(field).toHaveAttribute('aria-activedescendant', first ?? '')
  await expect(field).toHaveAttribute('aria-controls', (await list.getAttribute('id')) ?? '')
  await takeScreenshots(page, 'mentions', { fullPage: false, visible: list })

  await page.keyboard.press('Escape')
  await expect(list).toHaveCount(0)
  await expect(openBill(page), 'Escape closes only the list').toBeVisible()
  await expect(field).toBeFocused()
  await expect(field).not.toHaveAttribute('aria-activedescendant')

  await field.pressSequentially('l')
  await expect(list).toBeVisible()
  await page.keyboard.press('ArrowDown')
  await expect(list.getByRole('option', { selected: true })).toContainText('Tom')
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Enter')
  await expect(field).toHaveValue(`I agree with @${writer.username} `)
  await expect(list).toHaveCount(0)
  await field.pressSequentially('and @nobody-of-this-name.')
  await openBill(page).getByRole('button', { name: 'Post comment' }).click()

  const mine = openBill(page).locator('[data-comment]').filter({ hasText: 'I agree with' })
  await expect(mine.getByRole('link', { name: `@${writer.username}` })).toHaveAttribute(
    'href',
    `/profile/${writer.username}`,
  )
  await expect(mine.getByText('@nobody-of-this-name')).toBeVisible()
  await expect(mine.getByRole('link', { name: '@nobody-of-this-name' })).toHaveCount(0)
})

// covers HURD-MENTION-02
test('a suggestion is chosen with the pointer too', async ({ page, app }) => {
  const writer = await app.member(uniqueName('pointed'), { full_name: 'Pat Pointer' })
  const reader = await app.member(uniqueName('reader'))
  const { bill_id } = await app.bill(uniqueName('Pointed '))
  await addComment(writer, bill_id, 'A view')
  await openBillByLink(page, reader, bill_id)
  const field = openBill(page).getByRole('textbox', { name: 'Add to the discussion' })
  await field.click()
  await field.pressSequentially('@')
  await openBill(page)
    .getByRole('option', { name: /Pat Pointer/ })
    .click()
  await expect(field).toHaveValue(`@${writer.username} `)
  await expect(field).toBeFocused()

  // A name that is chosen while the caret stands within it is replaced as a whole.
  await field.fill('')
  await field.pressSequentially(`@${writer.username.slice(0, 5)}`)
  await expect(openBill(page).getByRole('option', { name: /Pat Pointer/ })).toBeVisible()
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('ArrowLeft')
  await expect(openBill(page).getByRole('option', { name: /Pat Pointer/ })).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(field).toHaveValue(`@${writer.username} `)

  // A word that only follows the caret stays.
  await field.fill('for this')
  await field.press('Home')
  await field.pressSequentially(`@${writer.username.slice(0, 5)}`)
  await expect(openBill(page).getByRole('option', { name: /Pat Pointer/ })).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(field).toHaveValue(`@${writer.username} for this`)
})

// covers HURD-MENTION-02
test('Enter never inserts a person of an earlier search, and sending closes the list', async ({
  page,
  app,
}) => {
  const writer = await app.member(uniqueName('ferndale'), { full_name: 'Fern Dale' })
  const other = await app.member(uniqueName('ferngrove'), { full_name: 'Gus Grove' })
  const reader = await app.member(uniqueName('reader'))
  const { bill_id } = await app.bill(uniqueName('Slow search '))
  await addComment(other, bill_id, 'An early view')
  await addComment(writer, bill_id, 'The latest view')
  await openBillByLink(page, reader, bill_id)
  // Only the first search has a response.
  await page.route(/\/api\/mentions\/suggestions\?q=fern\w/, () => undefined)
  const field = openBill(page).getByRole('textbox', { name: 'Add to the discussion' })
  const options = openBill(page).getByRole('listbox', { name: 'People to mention' }).getByRole('option')
  await field.click()
  await field.pressSequentially('@fern')
  await expect(options).toHaveCount(2)
  await page.keyboard.press('ArrowDown')
  await field.pressSequentially('g')
  await expect(options).toHaveText([/Gus Grove/])
  await page.keyboard.press('Enter')
  await expect(field).toHaveValue(`@${other.username} `)

  await field.fill('')
  await field.pressSequentially('I thank @fern')
  await expect(options).toHaveCount(2)
  await field.pressSequentially('zzz')
  await expect(options, 'nobody of the earlier search has this name').toHaveCount(0)
  await field.press('Backspace')
  await field.press('Backspace')
  await field.press('Backspace')
  await expect(options).toHaveCount(2)
  await page.keyboard.press('Control+Enter')
  await expect(openBill(page).locator('[data-comment]').filter({ hasText: 'I thank @fern' })).toBeVisible()
  await expect(options).toHaveCount(0)
})

// covers HURD-MENTION-03
test('posts full of names do not keep the names of another post from being links', async ({ page, app }) => {
  const { person, id } = await openGroup(page, app, 'crowded')
  const ben = await app.member(uniqueName('ben'))
  const names = Array.from({ length: maxMentioned }, (_, index) => `@nobody-${index}`)
  for (const content of [`Thanks to @${ben.username}`, names.join(' '), `@${'a'.repeat(4900)}`]) {
    await person.call(createGroupPost, { id, content })
  }
  await page.reload()
  await expect(post(page, 'Thanks to').getByRole('link', { name: `@${ben.username}` })).toBeVisible()
})
