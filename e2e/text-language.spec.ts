import { getThread, listComments } from '#contract/discussions.ts'
import { createGroupPost, listGroupPosts } from '#contract/groups.ts'
import { createReport } from '#contract/moderation/reports.ts'
import { addComment, openBill, openBillByLink } from './billSteps.ts'
import { box, openGroup } from './groupSteps.ts'
import { expect, signIn, test, uniqueName } from './support/product.ts'
import { takeScreenshots } from './support/screenshots.ts'

const spanish = 'Lo pagamos todos los años, y nadie sabe cuánto.'

// covers HURD-TRANSLATE-01
test('a comment in another language than the page is marked with its language for screen readers', async ({
  page,
  app,
}) => {
  const luz = await app.member(uniqueName('luz'))
  const { bill_id } = await app.bill(uniqueName('Bilingual '))
  await addComment(luz, bill_id, spanish)
  await addComment(luz, bill_id, 'We pay for this every year.')
  await openBillByLink(page, luz, bill_id)
  const comments = openBill(page).locator('[data-comment]')
  await expect(comments.getByText(spanish)).toHaveAttribute('lang', 'es')
  await expect(comments.getByText('We pay for this')).not.toHaveAttribute('lang')
  await page.goto(`/feed?highlight=${bill_id}&lang=es`)
  await expect(comments.getByText('We pay for this')).toHaveAttribute('lang', 'en')
  await expect(comments.getByText(spanish)).not.toHaveAttribute('lang')
})

// covers HURD-TRANSLATE-02
test('the form shows the language of a text in another language, and the author can choose it', async ({
  page,
  app,
}) => {
  const luz = await app.member(uniqueName('luz'))
  const { bill_id } = await app.bill(uniqueName('Chosen '))
  await openBillByLink(page, luz, bill_id)
  const field = openBill(page).getByRole('textbox', { name: 'Add to the discussion' })
  const choice = openBill(page).getByRole('combobox', { name: 'Language of the text' })
  // The code that recognizes the language has arrived once the choice is shown.
  await field.fill(spanish)
  await expect(choice).toHaveValue('es')
  await field.fill('We pay for this every year, and nobody knows how much.')
  await expect(openBill(page).getByRole('button', { name: 'Post comment' })).toBeEnabled()
  await expect(choice).toHaveCount(0)
  await field.fill(spanish)
  await expect(choice).toHaveValue('es')
  await takeScreenshots(page, 'composer-language')
  await choice.selectOption({ label: 'Portuguese' })
  await openBill(page).getByRole('button', { name: 'Post comment' }).click()
  await expect(openBill(page).locator('[data-comment]').getByText(spanish)).toHaveAttribute('lang', 'pt')
  await expect(choice).toHaveCount(0)
  const { comments } = await luz.call(listComments, { id: bill_id })
  expect(comments.map(({ language }) => language)).toEqual(['pt'])
  // The next text is recognized again.
  await field.fill(spanish)
  await expect(choice).toHaveValue('es')

  await openBill(page).getByRole('button', { name: 'Reply' }).click()
  const reply = openBill(page).getByRole('textbox', { name: /^Reply to/ })
  await reply.fill('¿Quién lo paga?')
  await openBill(page).getByRole('button', { name: 'Post reply' }).click()
  await expect(openBill(page).locator('[data-comment]').getByText('¿Quién lo paga?')).toHaveAttribute(
    'lang',
    'es',
  )
  const { thread } = await luz.call(getThread, { id: bill_id, comment_id: comments[0]!.comment_id })
  expect(thread.replies.map(({ language }) => language)).toEqual(['es'])
})

// covers HURD-TRANSLATE-02
test('a reply on the page of updates has the language that its author chose', async ({ page, app }) => {
  const luz = await app.member(uniqueName('luz'))
  const ana = await app.member(uniqueName('ana'), { full_name: 'Ana Reader' })
  const { bill_id } = await app.bill(uniqueName('Answered '))
  const comment = await addComment(luz, bill_id, 'We pay for this every year.')
  await addComment(ana, bill_id, 'Who does?', comment)
  await signIn(page, luz)
  await page.goto('/updates')
  await page.getByRole('button', { name: 'Reply to Ana Reader' }).click()
  await page.getByRole('textbox', { name: 'Reply to Ana Reader' }).fill(spanish)
  const choice = page.getByRole('combobox', { name: 'Language of the text' })
  await expect(choice).toHaveValue('es')
  await choice.selectOption({ label: 'Portuguese' })
  await page.getByRole('button', { name: 'Post reply' }).click()
  await expect(page.getByText('Reply posted').last()).toBeVisible()
  const [reply] = await app.pool`
    select language from bill_comments where bill_id = ${bill_id} and content = ${spanish}`
  expect(reply).toMatchObject({ language: 'pt' })
})

// covers HURD-TRANSLATE-01 HURD-TRANSLATE-02
test('posts in groups have a language as well', async ({ page, app }) => {
  const { person, id } = await openGroup(page, app, 'luz')
  await person.call(createGroupPost, { id, content: spanish })
  await page.reload()
  await expect(page.getByRole('article').getByText(spanish)).toHaveAttribute('lang', 'es')
  await box(page).fill('La basura se recoge el martes.')
  await page.getByRole('combobox', { name: 'Language of the text' }).selectOption({ label: 'English' })
  await page.getByRole('button', { name: 'POST', exact: true }).click()
  await expect(page.getByRole('article').getByText('La basura')).toBeVisible()
  const { posts } = await person.call(listGroupPosts, { id })
  expect(posts.map(({ language }) => language)).toEqual(['en', 'es'])
})

// covers HURD-TRANSLATE-08
test('quotes of members and descriptions of operators are marked with their language on a page in English', async ({
  page,
  app,
}) => {
  const { person: ana, id } = await openGroup(page, app, 'quoted')
  const luz = await app.member(uniqueName('luz'))
  await app.pool`
    update groups set description = 'Para todas las personas que viven en esta ciudad.' where group_id = ${id}`
  await ana.call(createGroupPost, { id, content: spanish })
  const { bill_id } = await app.bill(uniqueName('Quoted '))
  const comment = await addComment(ana, bill_id, 'We pay for this every year.')
  const reply = await addComment(luz, bill_id, spanish, comment)
  await page.goto('/groups')
  await expect(page.getByText(spanish)).toHaveAttribute('lang', 'es')
  await expect(page.getByText('Para todas las personas')).toHaveAttribute('lang', 'es')
  await page.goto('/updates')
  await expect(page.getByText(`“${spanish}”`)).toHaveAttribute('lang', 'es')
  await expect(page.getByText('We pay for this every year.')).not.toHaveAttribute('lang')

  await ana.call(createReport, { target_type: 'bill_comment', target_id: reply, reason: 'abuse' })
  await app.pool`
    insert into operator_roles (user_id, role, granted_by) values (${ana.user_id}, 'moderator', 'tester')`
  await app.pool`
    insert into second_factors (user_id, sealed_secret, last_step) values (${ana.user_id}, ${Buffer.alloc(48)}, 0)`
  await page.goto(`/moderation/cases/bill_comment/${reply}`)
  const reported = page.getByRole('region', { name: 'Reported content' })
  await expect(reported.getByText(spanish)).toHaveAttribute('lang', 'es')
  await expect(reported.getByText('We pay for this every year.')).not.toHaveAttribute('lang')
})
