import type { Page } from '@playwright/test'
import { embedBuilderPath } from '#contract/bills/sharedBills.ts'
import { createGroupPost } from '#contract/groups.ts'
import { openBill } from './billSteps.ts'
import { prepareEveryScreen } from './support/everyScreen.ts'
import { sidewaysOverflow } from './support/layout.ts'
import { expect, signIn, test, uniqueName, type TestServer } from './support/product.ts'
import { englishTexts, es, unmarkedEnglish } from './support/spanish.ts'

test.use({ locale: 'es-US' })

/** English words in Spanish texts: names in examples and of sources. */
const namesInEnglish = [
  'Citizens of Springfield',
  'New York',
  'Open States',
  'Test records',
  '(bills)',
  '(people)',
]

/** The walk over the screens of a member takes four minutes on a slow machine. */
const walkLimitMs = 400_000

/** Gives a bill a committee and an amendment, each of a chamber that its record names in English. */
async function addChambers(app: TestServer, bill_id: string) {
  await app.pool`
    insert into bill_committees (bill_id, position, name, chamber, activity)
    values (${bill_id}, 0, 'Steady Works', 'House', 'referred')`
  await app.pool`
    insert into bill_amendments (amendment_id, bill_id, number, chamber, outcome)
    values (${uniqueName('us/119/samdt/')}, ${bill_id}, 'S.Amdt. 1', 'Senate', 'pending')`
}

/** Opens the screens at these addresses, and returns the English on each that Hurd wrote or that is not marked. */
async function walk(page: Page, addresses: readonly string[], title: string, words: readonly string[]) {
  const found: Record<string, string[]> = {}
  const known = [...namesInEnglish, ...words]
  for (const address of addresses) {
    await page.setViewportSize({ width: 1440, height: 900 })
    await page.goto(address)
    await expect(page.locator('html'), address).toHaveAttribute('lang', 'es')
    await expect(page.getByRole('heading', { level: 1 }).last(), address).toBeVisible()
    if (address.includes('highlight=')) await expect(openBill(page)).toBeVisible()
    await expect(page.locator('#early'), address).toHaveCount(0)
    await expect(page.locator('[aria-busy="true"]'), address).toHaveCount(0)
    await expect(page.getByText(es('Loading...'), { exact: true }), address).toHaveCount(0)
    const wide = await englishTexts(page, known)
    const unmarked = await unmarkedEnglish(page, title)
    await page.setViewportSize({ width: 390, height: 844 })
    const narrow = await englishTexts(page, known)
    // The app arranges the screen again a moment after the window has become narrow.
    await expect
      .poll(() => sidewaysOverflow(page), `${address}: sideways scrolling at 390 px`)
      .toBeLessThanOrEqual(0)
    const problems = [
      ...new Set([...wide, ...narrow]),
      ...unmarked.map((markup) => `not marked as English: ${markup}`),
    ]
    if (problems.length > 0) found[address] = problems
  }
  return found
}

// covers HURD-LANGUAGE-33
test('every screen of a visitor and every page that the server writes is in Spanish', async ({
  page,
  app,
}) => {
  test.setTimeout(walkLimitMs)
  const { screens, records, title, words } = await prepareEveryScreen(app)
  await addChambers(app, records.billId)
  const addresses = [...screens.visitor.map(({ address }) => address), embedBuilderPath]
  expect(await walk(page, addresses, title, words)).toEqual({})
})

// covers HURD-LANGUAGE-33
test('every screen of a member, a moderator, an official and an administrator is in Spanish', async ({
  page,
  app,
}) => {
  test.setTimeout(walkLimitMs)
  const { me, screens, records, title, words } = await prepareEveryScreen(app)
  await addChambers(app, records.billId)
  await me.call(createGroupPost, { id: records.groupId, content: 'Hay reunión el lunes.' })
  await app.pool`
    insert into bill_updates (bill_id, update_type, update_key, occurred_on, summary, source_name, is_alertable)
    values (${records.billId}, 'status', ${uniqueName('spanish-')}, '2026-08-01',
            'Passed one chamber. Passed House by voice vote.', 'Test records', true),
           (${records.billId}, 'hearing', ${uniqueName('spanish-')}, '2026-08-01',
            'Hearing scheduled: Tuesday, August 4, 2026, 10:00 a.m. EDT, Lanterns, Room 5.', 'Test records', true)`
  await app.pool`update users set language = 'es' where user_id = ${me.user_id}`
  await signIn(page, me)
  const addresses = [...screens.member.map(({ address }) => address), '/search?q=zzzzzz', '/no-such-page']
  expect(await walk(page, addresses, title, words)).toEqual({})

  await page.goto('/updates')
  await expect(page.getByText(es('Passed one chamber.{record}', { record: '' })).first()).toBeVisible()
  await expect(page.getByText('Passed House by voice vote.').last()).toHaveAttribute('lang', 'en')
  await expect(page.getByText('Audiencia programada: martes, 4 de agosto de 2026')).toBeVisible()
})
