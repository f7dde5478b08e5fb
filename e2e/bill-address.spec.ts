import { card, nextDate, openBill, openFeed } from './billSteps.ts'
import { expect, signIn, test, uniqueName } from './support/product.ts'

// covers BEY-OPEN-06
test('a stranger and a member open a bill by its address, even in another spelling', async ({
  page,
  app,
}) => {
  const number = Math.trunc(Date.now() / 100) % 10_000_000
  const title = uniqueName('Addressed ')
  await app.bill(title, { source_id: `us/119/hr/${number}`, bill_code: `H.R. ${number}` })
  await page.goto(`/US/119/H.R.%20${number}`)
  await expect(page).toHaveURL(`/us/119/hr/${number}`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)

  const ann = await app.member(uniqueName('ann'))
  await signIn(page, ann)
  await page.goto(`/us/119/hr/${number}`, { waitUntil: 'commit' })
  await expect(openBill(page).getByRole('heading', { level: 1 })).toHaveText(title)

  // A link within the app opens the bill without loading the page again.
  await page.goto('/news')
  await page.evaluate((address) => {
    history.pushState(null, '', address)
    dispatchEvent(new PopStateEvent('popstate'))
  }, `/us/119/HR${number}`)
  await expect(openBill(page).getByRole('heading', { level: 1 })).toHaveText(title)
  await page.evaluate(() => {
    history.pushState(null, '', '/nowhere/to/be/found')
    dispatchEvent(new PopStateEvent('popstate'))
  })
  await expect(page).toHaveURL('/feed')
})

// covers HURD-BILLPAGE-03
test('an open bill has its own address, and going back returns to the same place in the same feed', async ({
  page,
  app,
}) => {
  const ann = await app.member(uniqueName('ann'))
  const title = uniqueName('Address bar ')
  const { path } = await app.bill(title, { created_at: nextDate() })
  for (const name of ['A ', 'B ', 'C ', 'D ', 'E ', 'F ']) {
    await app.bill(uniqueName(name), { created_at: nextDate() })
  }
  await page.setViewportSize({ width: 390, height: 700 })
  await openFeed(page, ann, '?level=federal')
  await card(page, title).scrollIntoViewIfNeeded()
  const before = await page.evaluate(() => window.scrollY)
  expect(before).toBeGreaterThan(0)
  await card(page, title).getByRole('heading').click()
  await expect(openBill(page).getByRole('heading', { level: 1 })).toHaveText(title)
  await expect(page).toHaveURL(`/${path}`)

  await page.goBack()
  await expect(openBill(page)).toBeHidden()
  await expect(page).toHaveURL('/feed?level=federal')
  expect(await page.evaluate(() => window.scrollY)).toBe(before)
  await page.goForward()
  await expect(openBill(page).getByRole('heading', { level: 1 })).toHaveText(title)

  // The address opens the same bill again, above the feed that it was opened in.
  await page.reload()
  await expect(openBill(page).getByRole('heading', { level: 1 })).toHaveText(title)
  await expect(page).toHaveURL(`/${path}`)
  await openBill(page).getByRole('button', { name: 'Close', exact: true }).click()
  await expect(page).toHaveURL('/feed?level=federal')

  // A bill that was closed and opened again by Forward can be closed again.
  await page.goForward()
  await expect(openBill(page).getByRole('heading', { level: 1 })).toHaveText(title)
  await openBill(page).getByRole('button', { name: 'Close', exact: true }).click()
  await expect(page).toHaveURL('/feed?level=federal')
})

// covers HURD-BILLPAGE-03
test('a member gets the app at the address of a bill, and a visitor gets the page', async ({ page, app }) => {
  const title = uniqueName('Two pages ')
  const { bill_id, path } = await app.bill(title)
  const visitor = await page.request.get(`/${path}`)
  expect(visitor.headers()['vary']).toContain('cookie')
  expect(await visitor.text()).toContain('to take a stance')
  const asked = await page.request.get(`/${path}?app`)
  expect(asked.headers()['cache-control']).toBe('no-cache')
  expect(await asked.text()).toContain(`<meta name="hurd-bill" content="${bill_id}"`)

  // A browser without a session that asks for the app gets the page for visitors.
  await page.goto(`/${path}?app&comment=1`)
  await expect(page.getByRole('link', { name: /to take a stance/ })).toBeVisible()

  await signIn(page, await app.member(uniqueName('ann')))
  await page.goto(`/${path}`)
  await expect(openBill(page).getByRole('heading', { level: 1 })).toHaveText(title)
  await expect(page).toHaveURL(`/${path}`)
  await openBill(page).getByRole('button', { name: 'Close', exact: true }).click()
  await expect(page).toHaveURL('/feed')
})

// covers HURD-BILLPAGE-03
test('a linked bill that is closed in the moment in which its link ends stays closed', async ({
  page,
  app,
}) => {
  const ann = await app.member(uniqueName('ann'))
  const title = uniqueName('Closed in time ')
  const { bill_id } = await app.bill(title, { created_at: nextDate() })
  await signIn(page, ann)
  // Holds the timer of three seconds so that it runs before React draws the press, as it can on a slow device.
  await page.addInitScript(() => {
    const schedule = window.setTimeout.bind(window)
    const delayed: (() => void)[] = []
    Object.assign(window, {
      endLink: () => delayed.forEach((run) => run()),
      setTimeout: (run: () => void, delay?: number) =>
        delay === 3_000 ? delayed.push(run) : schedule(run, delay),
    })
  })
  await page.goto(`/feed?highlight=${bill_id}`)
  await expect(openBill(page).getByRole('heading', { level: 1 })).toHaveText(title)
  await openBill(page)
    .getByRole('button', { name: 'Back to feed' })
    .evaluate((button: HTMLElement) => {
      button.click()
      const endLink: unknown = Reflect.get(window, 'endLink')
      if (typeof endLink === 'function') endLink()
    })
  await expect(openBill(page)).toBeHidden()
  await expect(page).toHaveURL('/feed')
  await card(page, title).getByRole('link', { name: title }).click()
  await expect(openBill(page).getByRole('heading', { level: 1 })).toHaveText(title)
})
