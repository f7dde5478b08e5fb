import { takeStance } from '#contract/bills/bills.ts'
import { getFeaturedBill } from '#contract/bills/publicBills.ts'
import { postComment } from '#contract/discussions.ts'
import type { Person, TestServer } from '#server/testing/testServer.ts'
import { uniquePlace } from './groupSteps.ts'
import { layoutShift } from './support/layout.ts'
import { expect, signIn, test, uniqueName } from './support/product.ts'
import { takeScreenshots } from './support/screenshots.ts'

/** Creates a bill about which a comment changed eight minds. Returns its path. */
async function discussBill(
  app: TestServer,
  people: readonly Person[],
  title: string,
  jurisdiction: string,
): Promise<string> {
  const { bill_id, path } = await app.bill(title, {
    government_level: 'local',
    jurisdiction,
    summary: 'Ferries run in summer. This bill would run them in winter too.',
  })
  for (const [index, person] of people.entries()) {
    await person.call(takeStance, { id: bill_id, stance: index === 0 ? 'support' : 'oppose' })
  }
  const say = {
    id: bill_id,
    category_id: 'general-discussion' as const,
    content: 'Winter is when we need them.',
  }
  const { comment } = await people[0]!.call(postComment, say)
  for (const person of people.slice(1, 9)) {
    await person.call(takeStance, {
      id: bill_id,
      stance: 'support',
      change_source: 'comment',
      comment_id: comment.comment_id,
    })
  }
  return path
}

// covers HURD-FIRST-01
test('a visitor reads on the sign-in page how a comment changed minds, and the form does not move', async ({
  page,
  app,
}) => {
  const [{ division }, other] = [uniquePlace('first'), uniquePlace('firstother')]
  const people = await Promise.all(Array.from({ length: 10 }, () => app.member(uniqueName('first'))))
  const title = uniqueName('Ferry Act ')
  const path = await discussBill(app, people, title, division)
  await discussBill(app, people, uniqueName('Other Act '), other.division)
  // The server chooses the bills at most every ten seconds.
  await expect
    .poll(async () => (await app.visitor.call(getFeaturedBill, { place: division })).bill?.title, {
      timeout: 20_000,
    })
    .toBe(title)
  const answer = Promise.withResolvers<void>()
  await page.route('**/api/featured-bill*', async (route) => {
    await answer.promise
    await route.continue()
  })
  await page.goto('/login')
  await expect(page).toHaveTitle('Sign in · Hurd')
  await page.getByLabel('Email').fill('ann@example.org')
  const before = await page.getByLabel('Email').boundingBox()
  answer.resolve()
  const card = page.getByRole('complementary')
  await expect(card.getByRole('heading', { level: 2 })).toBeVisible()
  expect(await page.getByLabel('Email').boundingBox()).toEqual(before)
  expect(await layoutShift(page)).toBeLessThanOrEqual(0.02)

  const choice = card.getByLabel('A bill from')
  await choice.selectOption(division)
  await expect(card.getByRole('heading', { name: title })).toBeVisible()
  await page.route('**/api/featured-bill*', (route) => route.abort())
  await choice.selectOption(other.division)
  await expect(card.getByRole('alert')).toHaveText('The bill could not be loaded. Please try again.')
  await expect(card.getByRole('heading', { name: title })).toBeVisible()
  // The next failure is a new message, which a screen reader announces again.
  const failure = Promise.withResolvers<void>()
  await page.route('**/api/featured-bill*', async (route) => {
    await failure.promise
    await route.abort()
  })
  await choice.selectOption(other.division)
  await expect(card.getByRole('alert')).toHaveCount(0)
  failure.resolve()
  await expect(card.getByRole('alert')).toHaveText('The bill could not be loaded. Please try again.')
  await page.unroute('**/api/featured-bill*')
  await choice.selectOption(other.division)
  await expect(card.getByRole('heading', { name: title })).toHaveCount(0)
  await expect(card.getByRole('alert')).toHaveCount(0)
  await choice.selectOption(division)
  await expect(card.getByRole('heading', { name: title })).toBeVisible()
  await expect(card.getByText('This bill would run them in winter too.')).toBeVisible()
  await expect(card.getByText('Winter is when we need them.')).toBeVisible()
  await expect(card.getByText('8 people say this comment changed their mind.')).toBeVisible()
  await takeScreenshots(page, 'first-page')
  await card.getByRole('link', { name: title }).click()
  await expect(page).toHaveURL(new RegExp(`/${path}$`))
})

// covers HURD-FIRST-01
test('until the bill has arrived, its place has the shape of its card', async ({ page }) => {
  const bill = Promise.withResolvers<void>()
  await page.route('**/api/featured-bill*', async (route) => {
    await bill.promise
    await route.fulfill({ status: 500, json: {} })
  })
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/login')
  const place = page.getByRole('complementary', { name: 'A bill under discussion' })
  const shape = () =>
    place.evaluate((element) => {
      const { content, height } = getComputedStyle(element, '::before')
      return content === 'none' ? 0 : Math.round(parseFloat(height))
    })
  await expect.poll(shape).toBeGreaterThan(400)
  expect((await place.boundingBox())!.height).toBeLessThanOrEqual(466)
  bill.resolve()
  await expect(place.locator('svg')).toBeVisible()
  expect(await shape()).toBe(0)
})

test('if no bill can be read, the sign-in page shows one large chamber', async ({ page }) => {
  await page.route('**/api/featured-bill*', (route) => route.abort())
  await page.goto('/login')
  await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible()
  await expect(page.getByRole('complementary').locator('svg')).toBeVisible()
  await expect(page.getByRole('complementary').getByRole('heading')).toHaveCount(0)
  const chambers = page.locator('svg[viewBox="-302 -302 604 316"]')
  await expect(chambers).toHaveCount(2)
  await expect(chambers.filter({ visible: true })).toHaveCount(1)
})

// covers HURD-FIRST-02
test('from the sign-in page a visitor reads the bills and learns where codes come from', async ({
  page,
  app,
}) => {
  const { path } = await app.bill(uniqueName('Listed '))
  await page.goto('/login')
  await page.getByRole('button', { name: 'How do I get a code?' }).click()
  const help = page.getByRole('dialog', { name: 'How do I get a code?' })
  await expect(help).toContainText('Libraries, schools and groups hand out codes.')
  await page.keyboard.press('Escape')
  await expect(help).toBeHidden()
  await page.getByRole('link', { name: 'Read today’s bills' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Today’s bills' })).toBeVisible()
  await expect(page.locator(`ol a[href="/${path}"]`)).toBeVisible()
  await takeScreenshots(page, 'bill-list')
})

// covers HURD-FIRST-03
test('a member who opens an address that leads nowhere is in the feed, and one line says so', async ({
  page,
  app,
}) => {
  await signIn(page, await app.member(uniqueName('lost')))
  // The link of another site sends no session cookie either.
  for (const address of ['/nonsense', '/groups/a/b']) {
    await page.goto(address)
    await expect(page.getByText(`There is nothing at ${address}. This is your feed.`)).toBeVisible()
    await expect(page).toHaveURL(/\/feed$/)
  }
})

// covers ACC-ROUTES-06
test('another spelling of the address of the dashboard opens it without a message', async ({ page, app }) => {
  await signIn(page, await app.member(uniqueName('speller')))
  await page.goto('/Dashboard/?tab=groups')
  await expect(page).toHaveURL('/dashboard?tab=groups')
  await expect(page.getByRole('heading', { level: 1, name: /^All Groups/ })).toBeVisible()
  await expect(page.getByText('There is nothing at')).toHaveCount(0)
})
