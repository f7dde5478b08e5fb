import { setParts } from '#server/testing/billParts.ts'
import { card, nextDate, openBill, openFeed, stance } from './billSteps.ts'
import { expect, test, uniqueName } from './support/product.ts'

// covers CIV-BILLCARD-01 CIV-BILLCARD-02
test('a card shows at most three topics and three lines of the summary', async ({ page, app }) => {
  const ann = await app.member(uniqueName('ann'))
  const title = uniqueName('Crowded ')
  await app.bill(title, {
    created_at: nextDate(),
    topics: ['health', 'law', 'energy', 'taxation', 'education'],
    summary: 'This bill would change a great many things at once, one after the other. '.repeat(20),
  })
  await openFeed(page, ann)
  await expect(card(page, title).getByRole('list', { name: 'Topics' }).getByRole('listitem')).toHaveCount(3)
  await expect(card(page, title).getByText('No comments yet', { exact: true })).toBeVisible()

  const summary = card(page, title).getByText('This bill would change')
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 844 })
    const lines = await summary.evaluate(
      (text) => text.clientHeight / parseFloat(getComputedStyle(text).lineHeight),
    )
    expect(Math.round(lines), `${width} px`).toBe(3)
  }
})

// covers CIV-BILLCARD-03 CIV-BILLCARD-04 CIV-BILLCARD-05 CIV-BILLCARD-06 CIV-BILLCARD-07 CIV-BILLCARD-08
// covers CIV-BILLCARD-09 CIV-BILLCARD-10 CIV-BILLCARD-12
test('a card opens over the whole screen, shows everything about the bill, and closes in several ways', async ({
  page,
  app,
}) => {
  const ann = await app.member(uniqueName('ann'))
  const title = uniqueName('Open me ')
  const { bill_id, path } = await app.bill(title, { created_at: nextDate(), topics: ['health', 'law'] })
  await app.pool`update bills set source_checked_at = '2026-06-01' where bill_id = ${bill_id}`
  await setParts(app.pool, bill_id, {
    sponsors: [
      { name: 'Rosa Delgado', party: 'Independent', role: 'Sponsor', district: 'NE-1' },
      { name: 'Tom Brennan', party: null, role: 'Cosponsor', district: null },
    ],
    actions: [
      { date: '2026-01-05', text: 'Introduced', chamber: 'House' },
      { date: '2026-02-06', text: 'Heard in committee', chamber: null },
    ],
  })
  await openFeed(page, ann)

  const bill = openBill(page)
  const heading = bill.getByRole('heading', { level: 1, name: title })
  const waysToClose = [
    () => page.keyboard.press('Escape'),
    () => bill.getByRole('button', { name: 'Close', exact: true }).click(),
    () => bill.getByRole('button', { name: 'Back to feed' }).click(),
    () => page.goBack(),
  ]
  for (const close of waysToClose) {
    // A press anywhere on the card opens the bill, not only a press on its title.
    await card(page, title).click({ position: { x: 40, y: 130 } })
    await expect(heading).toBeFocused()
    await expect(page).toHaveURL(`/${path}`)
    const box = await bill.boundingBox()
    expect(box?.width).toBeGreaterThanOrEqual(1400)
    await close()
    await expect(bill).toBeHidden()
    await expect(page).toHaveURL(/\/feed$/)
    await expect(card(page, title).getByRole('link', { name: title })).toBeFocused()
  }

  await page.keyboard.press('Enter')
  await expect(heading).toBeFocused()
  await expect(bill.getByText(`What ${title} would do.`)).toBeVisible()
  await expect(bill.getByRole('heading', { name: 'Where do you stand?' })).toBeVisible()
  await expect(stance(bill, 'SUPPORT')).toBeVisible()
  await expect(bill.getByRole('button', { name: 'READ FULL BILL' })).toBeVisible()
  await expect(bill.getByRole('button', { name: 'Contact My Representative' })).toBeVisible()
  await expect(bill.getByRole('button', { name: 'Share' })).toBeVisible()
  await expect(bill.getByRole('button', { name: 'Bookmark' })).toBeVisible()
  await expect(bill.getByRole('heading', { name: 'Discussion' })).toBeVisible()

  await expect(bill.getByRole('region', { name: 'People' }).getByRole('listitem')).toHaveText([
    'Rosa DelgadoSponsor · Independent, NE-1',
    'Tom BrennanCosponsor',
  ])
  await expect(bill.getByRole('region', { name: 'History' }).locator('li')).toHaveText([
    /January 5, 2026 · HouseIntroduced/,
    /February 6, 2026Heard in committee/,
  ])
  await expect(bill.getByText(/^Source: Test records, last checked June 1, 2026$/)).toBeVisible()

  const follow = bill.getByRole('button', { name: 'Follow Health' })
  await follow.click()
  await expect(follow).toHaveAttribute('aria-pressed', 'true')
  await follow.click()
  await expect(follow).toHaveAttribute('aria-pressed', 'false')
})

test('a reload keeps the bill open, and closing it stays in the feed', async ({ page, app }) => {
  const ann = await app.member(uniqueName('ann'))
  const title = uniqueName('Reloaded ')
  await app.bill(title, { created_at: nextDate() })
  await openFeed(page, ann)
  await card(page, title).getByRole('link', { name: title }).click()
  await page.reload()
  await expect(openBill(page).getByRole('heading', { level: 1, name: title })).toBeVisible()
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  await expect(openBill(page)).toBeHidden()
  await expect(page).toHaveURL(/\/feed$/)
  await expect(card(page, title)).toBeVisible()
})

// covers CIV-SHARE-01 CIV-SHARE-02 CIV-SHARE-03 CIV-SHARE-04 CIV-SHARE-05 CIV-SHARE-06 CIV-SHARE-07 CIV-SHARE-09
test('a member shares a bill through services, through the device, and by copying its link', async ({
  page,
  app,
  context,
}) => {
  const ann = await app.member(uniqueName('ann'))
  const title = uniqueName('Shared ')
  const { bill_id, path } = await app.bill(title, { created_at: nextDate() })
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.addInitScript(() => {
    if (sessionStorage.getItem('without-share')) return
    Object.defineProperty(navigator, 'share', {
      configurable: true,
      value: async (shared: { url: string }) => sessionStorage.setItem('shared', shared.url),
    })
  })
  await openFeed(page, ann, `?highlight=${bill_id}`)
  const share = openBill(page).getByRole('button', { name: 'Share' })
  const item = (name: string) => page.getByRole('menuitem', { name, exact: true })

  await share.click()
  for (const [name, start] of [
    ['X', 'https://x.com/'],
    ['Facebook', 'https://www.facebook.com/'],
    ['LinkedIn', 'https://www.linkedin.com/'],
    ['Email', 'mailto:'],
    ['Text message', 'sms:'],
  ] as const) {
    const href = await item(name).getAttribute('href')
    expect(href?.startsWith(start), name).toBe(true)
    expect(href, name).toContain(encodeURIComponent(`/${path}`))
  }
  await item('Share…').click()
  const address = `${app.origin}/${path}`
  expect(await page.evaluate(() => sessionStorage.getItem('shared'))).toBe(address)

  await share.click()
  await item('Copy link').click()
  const toast = page.getByRole('alert').filter({ hasText: 'Link copied to clipboard!' })
  await expect(toast).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(address)

  // In a browser without the clipboard API, the page selects hidden text and copies it.
  await toast.getByRole('button', { name: 'Dismiss' }).click()
  await page.evaluate(async () => {
    await navigator.clipboard.writeText('something else')
    Object.defineProperty(navigator.clipboard, 'writeText', {
      configurable: true,
      value: () => Promise.reject(new Error('not allowed')),
    })
    sessionStorage.setItem('without-share', 'true')
  })
  await share.click()
  await item('Copy link').click()
  await expect(toast).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(address)

  await page.evaluate(() => Reflect.deleteProperty(navigator, 'share'))
  await page.reload()
  await share.click()
  await expect(item('Copy link')).toBeVisible()
  await expect(item('Share…')).toHaveCount(0)
})

// covers CIV-SHARE-09
test('the shared link opens the bill', async ({ page, app }) => {
  const ann = await app.member(uniqueName('ann'))
  const title = uniqueName('By link ')
  const { bill_id } = await app.bill(title)
  await openFeed(page, ann)
  await page.goto(`/bills/${bill_id}`)
  await expect(openBill(page).getByRole('heading', { level: 1, name: title })).toBeVisible()
})
