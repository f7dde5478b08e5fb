import { fileURLToPath } from 'node:url'
import type { Page } from '@playwright/test'
import { createGroupComment, createGroupPost } from '#contract/groups.ts'
import { listOwnStances } from '#contract/people.ts'
import { startTestServer, type Person, type TestServer } from '#server/testing/testServer.ts'
import { addComment, openBill } from './billSteps.ts'
import { failWithoutMessage, uniquePlace } from './groupSteps.ts'
import { findViolations } from './support/axe.ts'
import { dist, expect, signIn, test, uniqueName } from './support/product.ts'
import { takeScreenshots } from './support/screenshots.ts'

/* These tests have a server of their own, because the product has no translator unless its operator chooses one. */

const program = fileURLToPath(new URL('../server/testing/playTranslatorProcess.ts', import.meta.url))
const translators = {
  'es-en': [process.execPath, program, 'es-en'],
  'en-es': [process.execPath, program, 'en-es'],
} as const

const spanish = 'Lo pagamos todos los años. Nadie sabe cuánto cuesta HB 1234.'
const inEnglish = 'It we pay all the years. Nobody knows how much costs HB 1234.'
const english = 'We pay for this every year, and nobody knows how much water costs.'

let server: TestServer
test.beforeAll(async () => {
  server = await startTestServer({ translators }, dist, { gazetteer: true })
})
test.afterAll(() => server.close())

async function openDiscussion(page: Page, person: Person, bill_id: string, query = '') {
  await signIn(page, person, server.origin)
  await page.goto(`${server.origin}/feed?highlight=${bill_id}${query}`)
  return openBill(page).locator('[data-comment]')
}

const announced = (page: Page) => page.locator('.vh[aria-live=polite]')

// covers HURD-TRANSLATE-07
test('a reader has a comment translated with the keyboard, sees that a machine did it, and goes back to the original', async ({
  page,
}) => {
  const [luz, ann] = [await server.member(uniqueName('luz')), await server.member(uniqueName('ann'))]
  const { bill_id } = await server.bill(uniqueName('Translated '))
  await addComment(luz, bill_id, spanish)
  await addComment(luz, bill_id, english)
  const comments = await openDiscussion(page, ann, bill_id)
  const comment = comments.filter({ hasText: 'HB 1234' })
  await expect(comment.getByText(spanish)).toHaveAttribute('lang', 'es')
  // A text in the language of the page needs no translation.
  await expect(comments.filter({ hasText: english }).getByRole('button', { name: 'Translate' })).toHaveCount(
    0,
  )

  await comment.getByRole('button', { name: 'Translate' }).focus()
  await page.keyboard.press('Enter')
  await expect(comment.getByText(inEnglish)).toBeVisible()
  await expect(comment.getByText(spanish)).toHaveCount(0)
  await expect(comment.getByText('Machine translation', { exact: true })).toBeVisible()
  await expect(announced(page)).toHaveText('Machine translation')
  const back = comment.getByRole('button', { name: 'Show original' })
  await expect(back).toBeFocused()
  expect(await findViolations(page)).toEqual([])
  await takeScreenshots(page, 'translated-comment')

  await page.keyboard.press('Enter')
  await expect(comment.getByText(spanish)).toHaveAttribute('lang', 'es')
  await expect(comment.getByText('Machine translation', { exact: true })).toHaveCount(0)
  await expect(comment.getByRole('button', { name: 'Translate' })).toBeFocused()
})

// covers HURD-TRANSLATE-07
test('in Spanish, a comment in English is translated, and what is not safe stays in English and is marked as such', async ({
  page,
}) => {
  const [luz, ann] = [await server.member(uniqueName('luz')), await server.member(uniqueName('ann'))]
  const { bill_id } = await server.bill(uniqueName('Traducido '))
  await addComment(ann, bill_id, `${english} That wouldn’t help us.`)
  const comments = await openDiscussion(page, luz, bill_id, '&lang=es')
  await comments.getByRole('button', { name: 'Traducir' }).click()
  await expect(comments.getByText('Nosotros pagamos por esto cada año')).toBeVisible()
  await expect(comments.getByText('That wouldn’t help us.', { exact: true })).toHaveAttribute('lang', 'en')
  await expect(comments.getByText('Traducción automática', { exact: true })).toBeVisible()
  await expect(comments.getByText('Las frases que no se pueden traducir con seguridad')).toBeVisible()
  expect(await findViolations(page)).toEqual([])
  await takeScreenshots(page, 'translated-comment-spanish')
  await comments.getByRole('button', { name: 'Ver original' }).click()
  await expect(comments.getByText(english)).toHaveAttribute('lang', 'en')
})

// covers HURD-TRANSLATE-07
test('posts in groups and the comments on them are translated, and visitors have no button', async ({
  page,
}) => {
  const place = uniquePlace('bilingual')
  const ann = await server.resident(uniqueName('ann'), place.division)
  const id = await server.groupOf(place.division)
  const { post } = await ann.call(createGroupPost, { id, content: spanish })
  await ann.call(createGroupComment, { id, post_id: post.post_id, content: 'Nadie sabe cuánto cuesta.' })
  await page.goto(`${server.origin}/groups/${id}?tab=feed`)
  await expect(page.getByRole('article').getByText(spanish)).toHaveAttribute('lang', 'es')
  await expect(page.getByRole('button', { name: 'Translate' })).toHaveCount(0)

  await signIn(page, ann, server.origin)
  await page.goto(`${server.origin}/groups/${id}?tab=feed`)
  await page.getByRole('article').getByRole('button', { name: 'Translate' }).click()
  await expect(page.getByRole('article').getByText(inEnglish)).toBeVisible()
  await page.getByRole('button', { name: /1 comment/ }).click()
  const comment = page.locator('[data-comment]')
  await comment.getByRole('button', { name: 'Translate' }).click()
  await expect(comment.getByText('Nobody knows how much costs.')).toBeVisible()
  await takeScreenshots(page, 'translated-post')
})

// covers HURD-TRANSLATE-07
test('a translation that fails can be tried again, and a session that has ended leads to the sign-in', async ({
  page,
}) => {
  const ann = await server.member(uniqueName('ann'))
  const { bill_id } = await server.bill(uniqueName('Failing '))
  await addComment(ann, bill_id, spanish)
  const comment = await openDiscussion(page, ann, bill_id)
  await page.route('**/api/translations', failWithoutMessage, { times: 1 })
  await comment.getByRole('button', { name: 'Translate' }).click()
  await expect(comment.getByRole('alert')).toBeVisible()
  await expect(comment.getByText(spanish)).toBeVisible()
  await comment.getByRole('button', { name: 'Translate' }).click()
  await expect(comment.getByText(inEnglish)).toBeVisible()
  await expect(comment.getByRole('alert')).toHaveCount(0)

  await page.reload()
  await expect(comment.getByRole('button', { name: 'Translate' })).toBeVisible()
  // Other requests of the page could learn of the end of the session first.
  await page.route(/\/api\/(?!translations)/, (route) => route.abort())
  await server.pool`delete from sessions where user_id = ${ann.user_id}`
  // The server may accept a token for another second after its session has ended.
  await expect.poll(() => ann.refusal(listOwnStances, {})).toBe('session_expired')
  await comment.getByRole('button', { name: 'Translate' }).click()
  await expect(page).toHaveURL(/\/login/)
})

// covers HURD-TRANSLATE-03
test('without a translator there is no button', async ({ page, app }) => {
  const luz = await app.member(uniqueName('luz'))
  const { bill_id } = await app.bill(uniqueName('Untranslated '))
  await addComment(luz, bill_id, spanish)
  await signIn(page, luz)
  await page.goto(`/feed?highlight=${bill_id}`)
  await expect(openBill(page).locator('[data-comment]').getByText(spanish)).toHaveAttribute('lang', 'es')
  await expect(page.getByRole('button', { name: 'Translate' })).toHaveCount(0)
})
