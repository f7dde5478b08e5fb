import { getBill, takeStance } from '#contract/bills/bills.ts'
import { storeText } from '#server/testing/setups/records/billTexts.ts'
import { failWithoutMessage, nextDate, openBill } from './billSteps.ts'
import { expect, holdScripts, signIn, test, uniqueName, type TestServer } from './support/product.ts'
import { takeScreenshots } from './support/screenshots.ts'

const words = 'A landlord would have the air tested once a year.'

async function billWithText(app: TestServer) {
  const title = uniqueName('Early Air Quality Act ')
  const summary = `${uniqueName('Summary ')} of a bill about the air in rented homes.`
  const { bill_id, path } = await app.bill(title, { summary, created_at: nextDate() })
  await storeText(app, bill_id, {
    bill_sections: {
      note: 'Plain-language summary by Hurd, not the official text.',
      sections: [{ number: '1', title: 'A test every year', content: words }],
    },
  })
  return { bill_id, path, title, summary }
}

const links = {
  'the permanent address': ({ path }: { path: string }) => `/${path}`,
  'an address with the id': ({ bill_id }: { bill_id: string }) => `/bills/${bill_id}`,
  'a link into the feed': ({ bill_id }: { bill_id: string }) => `/feed?highlight=${bill_id}`,
}

for (const width of [390, 1440]) {
  for (const [kind, linkTo] of Object.entries(links)) {
    // covers HURD-SPEED-08
    test(`a member who opens ${kind} reads the bill before the code of the app is loaded, at ${width} pixels`, async ({
      page,
      app,
    }) => {
      await page.setViewportSize({ width, height: 844 })
      const bill = await billWithText(app)
      const ann = await app.member(uniqueName('early'))
      await ann.call(takeStance, { id: bill.bill_id, stance: 'oppose' })
      await signIn(page, ann)
      const release = await holdScripts(page)
      await page.goto(linkTo(bill), { waitUntil: 'commit' })
      // The URL of the bill stays. Only a link into the feed keeps its own URL for a moment.
      const address = kind === 'a link into the feed' ? `/feed?highlight=${bill.bill_id}` : `/${bill.path}`
      await expect(page).toHaveURL((url) => `${url.pathname}${url.search}`.startsWith(address))
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(bill.title)
      for (const text of [bill.summary, words]) await expect(page.getByText(text)).toBeInViewport()
      await expect(page.getByRole('radio', { name: 'OPPOSE, 1' })).toBeChecked()
      // Nothing there asks a member for an account.
      await expect(page.getByRole('link', { name: /Sign in|Join/ })).toHaveCount(0)
      if (kind === 'a link into the feed') {
        await takeScreenshots(page, `early-bill-${width}`, { isEarly: true })
      }

      release()
      await expect(openBill(page).getByRole('heading', { level: 1 })).toHaveText(bill.title)
      await expect(openBill(page).getByRole('radio', { name: 'OPPOSE' })).toBeChecked()
      await expect(page.locator('#early')).toHaveCount(0)
      await expect(page).toHaveURL(`/${bill.path}`)
      await page.goBack()
      await expect(page).toHaveURL('/robots.txt')
    })
  }
}

// covers HURD-SPEED-09
test('a stance that a member takes before the code of the app is loaded counts once, and the app goes on from it', async ({
  page,
  app,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  const bill = await billWithText(app)
  const ann = await app.member(uniqueName('early'))
  await signIn(page, ann)
  const release = await holdScripts(page)
  await page.goto(`/${bill.path}`, { waitUntil: 'commit' })
  const early = page.locator('#early')
  await expect(early.getByRole('radio', { checked: true })).toHaveCount(0)
  await early.getByRole('radio', { name: 'SUPPORT, 0' }).focus()
  await page.keyboard.press('ArrowRight')
  await expect(early.getByRole('radio', { name: 'OPPOSE, 0' })).toBeFocused()
  await early.getByRole('radio', { name: 'OPPOSE, 0' }).click()
  await expect(early.getByRole('radio', { name: 'OPPOSE, 1' })).toBeChecked()
  await early.getByRole('radio', { name: 'SUPPORT, 0' }).click()
  await expect(early.getByRole('radio', { name: 'SUPPORT, 1' })).toBeChecked()
  await expect(early.getByRole('radio', { name: 'OPPOSE, 0' })).not.toBeChecked()
  const { bill: saved } = await ann.call(getBill, { id: bill.bill_id })
  expect([saved.user_stance, saved.support_count, saved.oppose_count]).toEqual(['support', 1, 0])

  release()
  await expect(openBill(page).getByRole('radio', { name: 'SUPPORT, 1' }).first()).toBeChecked()
  await expect(openBill(page).getByText('You support it. Why?')).toBeVisible()
  const { bill: later } = await ann.call(getBill, { id: bill.bill_id })
  expect([later.user_stance, later.support_count, later.oppose_count]).toEqual(['support', 1, 0])
})

// covers HURD-SPEED-09
test('a stance that is on its way while the app starts is kept', async ({ page, app }) => {
  const bill = await billWithText(app)
  const ann = await app.member(uniqueName('early'))
  await signIn(page, ann)
  const release = await holdScripts(page)
  const first = Promise.withResolvers<void>()
  await page.route(
    '**/stance',
    async (route) => {
      if (route.request().method() === 'POST') await first.promise
      await route.fallback()
    },
    { times: 2 },
  )
  await page.goto(`/${bill.path}`, { waitUntil: 'commit' })
  await page.locator('#early').getByRole('radio', { name: 'OPPOSE' }).click()
  release()
  await expect(openBill(page).getByRole('radio', { name: 'OPPOSE, 1' }).first()).toBeChecked()
  first.resolve()
  await expect(openBill(page).getByText('You oppose it. Why?')).toBeVisible()
  const { bill: saved } = await ann.call(getBill, { id: bill.bill_id })
  expect([saved.user_stance, saved.oppose_count]).toEqual(['oppose', 1])
})

// covers HURD-SPEED-09
test('a stance that cannot be saved before the app is loaded says so, and can be pressed again', async ({
  page,
  app,
}) => {
  const bill = await billWithText(app)
  await signIn(page, await app.member(uniqueName('early')))
  await holdScripts(page)
  await page.route('**/stance', async (route) => {
    await (route.request().method() === 'POST' ? failWithoutMessage(route) : route.fallback())
  })
  await page.goto(`/${bill.path}`, { waitUntil: 'commit' })
  const neutral = page.getByRole('radio', { name: 'NEUTRAL' })
  await neutral.click()
  await expect(page.getByRole('alert')).toHaveText('Failed to submit stance. Please try again.')
  await expect(neutral).not.toBeChecked()
  await page.unroute('**/stance')
  await neutral.click()
  await expect(page.getByRole('radio', { name: 'NEUTRAL, 1' })).toBeChecked()
  await expect(page.getByRole('alert')).toHaveCount(0)
})

// covers HURD-SPEED-08
test('the bill stays in view until it is open in the app, even when the feed is ready earlier', async ({
  page,
  app,
}) => {
  const bill = await billWithText(app)
  await signIn(page, await app.member(uniqueName('early')))
  const code = Promise.withResolvers<void>()
  await page.route(/\/assets\/bill-.*\.js$/, async (route) => {
    await code.promise
    await route.continue()
  })
  await page.goto(`/feed?highlight=${bill.bill_id}`, { waitUntil: 'commit' })
  await expect(page.getByRole('article', { name: bill.title })).toBeAttached()
  await expect(page.locator('#early').getByText(bill.summary)).toBeInViewport()
  code.resolve()
  await expect(openBill(page).getByRole('heading', { level: 1 })).toHaveText(bill.title)
  await expect(page.locator('#early')).toHaveCount(0)
})

// covers HURD-SPEED-08
test('a bill that cannot be opened gives way to the feed, which says why', async ({ page, app }) => {
  const bill = await billWithText(app)
  await signIn(page, await app.member(uniqueName('early')))
  // The feed could show the bill as well.
  for (const read of [`**/api/bills/${bill.bill_id}`, '**/api/bills?**']) {
    await page.route(read, (route) => route.fulfill({ status: 500, json: { success: false } }))
  }
  await page.goto(`/feed?highlight=${bill.bill_id}`)
  await expect(page.getByRole('heading', { name: 'Error Loading Bill', exact: true })).toBeVisible()
  await expect(page.locator('#early')).toHaveCount(0)

  await page.unroute('**/api/bills?**')
  await page.goto('/feed?highlight=00000000-0000-4000-8000-000000000000')
  await expect(page.getByText('This bill is no longer available.').first()).toBeVisible()
  await expect(page.getByRole('heading', { level: 1, name: 'Bills' })).toBeVisible()
  await expect(page.locator('#early')).toHaveCount(0)
})

// covers HURD-SPEED-08
test('a deactivated member who opens a link reads the bill early and then in the app', async ({
  page,
  app,
}) => {
  const bill = await billWithText(app)
  const ann = await app.member(uniqueName('inactive'))
  await app.pool`update users set account_status = 'inactive' where user_id = ${ann.user_id}`
  await signIn(page, ann)
  const release = await holdScripts(page)
  await page.goto(`/${bill.path}`, { waitUntil: 'commit' })
  await expect(page.getByText(bill.summary)).toBeInViewport()
  release()
  await expect(page.getByRole('button', { name: 'Reactivate' }).first()).toBeVisible()
  await expect(page.locator('#early')).toHaveCount(0)
})

// covers HURD-SPEED-08
test('a visitor who opens a link into the feed gets the sign-in and never the early bill', async ({
  page,
  app,
}) => {
  const bill = await billWithText(app)
  const release = await holdScripts(page)
  await page.goto(`/feed?highlight=${bill.bill_id}`)
  await expect(page.locator('#root')).toBeAttached()
  await expect(page.locator('#early')).toHaveCount(0)
  release()
  await expect(page).toHaveURL('/login')
  await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible()
})
