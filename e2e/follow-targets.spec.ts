import { listFollows } from '#contract/alerts.ts'
import { engrossed, newBill } from '#server/testing/setups/alerts.ts'
import { importRecords } from '#server/testing/setups/records/importedBills.ts'
import { openBill, openBillByLink, openFeed } from './billSteps.ts'
import { failWith, uniquePlace } from './groupSteps.ts'
import { expect, signIn, test, uniqueName, type Person } from './support/product.ts'
import { takeScreenshots } from './support/screenshots.ts'

async function followsOf(person: Person): Promise<string[]> {
  return (await person.call(listFollows, {})).follows.map((follow) => `${follow.target_type} ${follow.name}`)
}

// covers BEY-ALERTS-05
test('a member follows a representative on their page, and a follow that fails is reverted', async ({
  page,
  app,
}) => {
  const rep_id = uniqueName('rep')
  await app.representative(rep_id, { rep_name: 'Olga Oak', division: 'ocd-division/country:us/state:or' })
  const ann = await app.member(uniqueName('ann'))
  await signIn(page, ann)
  await page.goto(`/representatives/${rep_id}`)
  const follow = page.getByRole('button', { name: 'Follow Olga Oak' })
  await page.route('**/api/follows', (route) =>
    route.request().method() === 'POST' ? failWith('Not now')(route) : route.continue(),
  )
  await follow.click()
  await expect(page.getByRole('alert').filter({ hasText: 'Failed to follow: Not now' })).toBeVisible()
  await expect(follow).toHaveAttribute('aria-pressed', 'false')
  await page.unroute('**/api/follows')
  await follow.press('Enter')
  await expect(follow).toHaveAttribute('aria-pressed', 'true')
  await expect.poll(() => followsOf(ann)).toEqual(['representative Olga Oak'])
  await takeScreenshots(page, 'representative-followed')
  await page.reload()
  await expect(follow).toHaveAttribute('aria-pressed', 'true')
  await follow.press('Enter')
  await expect.poll(() => followsOf(ann)).toEqual([])
})

// covers BEY-ALERTS-05
test('a member follows the bills of a place on the page of its group', async ({ page, app }) => {
  const { division, name } = uniquePlace('harbor')
  const ann = await app.resident(uniqueName('ann'), division)
  const group_id = await app.groupOf(division)
  await app.bill(uniqueName('Harbor rules '), { government_level: 'local', jurisdiction: division })
  await signIn(page, ann)
  await page.goto(`/groups/${group_id}`)
  const follow = page.getByRole('button', { name: 'Follow bill updates' })
  await follow.press('Enter')
  await expect(follow).toHaveAttribute('aria-pressed', 'true')
  await expect.poll(() => followsOf(ann)).toEqual([`jurisdiction ${name}`])
  await takeScreenshots(page, 'group-followed-updates')
})

// covers BEY-ALERTS-05
test('bookmarking a bill offers once to follow it', async ({ page, app }) => {
  const ann = await app.member(uniqueName('ann'))
  const title = uniqueName('Bookmarked ')
  const { bill_id, bill_code } = await app.bill(title)
  await openBillByLink(page, ann, bill_id)
  const bookmark = openBill(page).getByRole('button', { name: `Bookmark ${bill_code}` })
  const offer = openBill(page).getByText('Follow this bill?')
  await expect(bookmark).toBeVisible()
  await expect(offer).toHaveCount(0)
  await bookmark.press('Enter')
  await expect(offer).toBeVisible()
  await takeScreenshots(page, 'bookmark-offer', { fullPage: false, visible: offer })
  await openBill(page).getByRole('button', { name: 'No, thanks' }).press('Enter')
  await expect(offer).toHaveCount(0)
  await expect(bookmark).toBeFocused()

  await bookmark.press('Enter')
  await expect(bookmark).toHaveAttribute('aria-pressed', 'false')
  await expect(offer).toHaveCount(0)
  await bookmark.press('Enter')
  await openBill(page).getByRole('button', { name: 'Follow', exact: true }).press('Enter')
  await expect(openBill(page).getByRole('button', { name: `Follow ${bill_code}` })).toHaveAttribute(
    'aria-pressed',
    'true',
  )
  await expect(offer).toHaveCount(0)
  await expect.poll(() => followsOf(ann)).toEqual([`bill ${bill_code}: ${title}`])
})

// covers HURD-LARGETEXT-01
test('the button that follows a representative does not cover a long name', async ({ page, app }) => {
  const rep_id = uniqueName('rep-')
  const rep_name = 'Maximiliana Alexandra Featherstonehaugh-Wolfeschlegelstein of Winchesterfield'
  await app.representative(rep_id, { rep_name })
  await signIn(page, await app.member(uniqueName('ann')))
  await page.goto(`/representatives/${rep_id}`)
  const follow = page.getByRole('button', { name: `Follow ${rep_name}` })
  await expect(follow).toBeVisible()
  for (const width of [768, 1024, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    const end = await page.getByRole('heading', { level: 1 }).evaluate((heading) => {
      const words = document.createRange()
      words.selectNodeContents(heading)
      return words.getBoundingClientRect().right
    })
    const button = await follow.boundingBox()
    const head = await page.getByRole('heading', { level: 1 }).boundingBox()
    const isBeside = (button?.y ?? 0) < (head?.y ?? 0) + (head?.height ?? 0)
    expect(isBeside ? (button?.x ?? 0) : end, `at ${width} px`).toBeGreaterThanOrEqual(end)
  }
})

// covers BEY-ALERTS-05
test('a member follows a topic above the bills of that topic', async ({ page, app }) => {
  const ann = await app.member(uniqueName('ann'))
  await app.bill(uniqueName('Clinic Act '), { topics: ['health'] })
  await openFeed(page, ann, '?topics=health')
  const follow = page
    .getByRole('main')
    .getByRole('button', { name: 'Follow Health' })
    .filter({ hasText: 'Follow Health' })
  await follow.press('Enter')
  await expect(follow).toHaveAttribute('aria-pressed', 'true')
  await expect.poll(() => followsOf(ann)).toEqual(['topic Health'])
  await page.setViewportSize({ width: 390, height: 844 })
  const remove = await page.getByRole('list', { name: 'Filters' }).getByRole('button').last().boundingBox()
  const end = (remove?.x ?? 0) + (remove?.width ?? 0)
  expect(
    (await follow.boundingBox())?.x,
    'on a phone the chips are beside each other',
  ).toBeGreaterThanOrEqual(end)
  await takeScreenshots(page, 'feed-topic-followed', { fullPage: false, visible: follow })
  await page.reload()
  await expect(follow).toHaveAttribute('aria-pressed', 'true')
  await follow.press('Enter')
  await expect.poll(() => followsOf(ann)).toEqual([])
})

// covers BEY-ALERTS-05
test('a topic that is followed in the feed is on the page of updates without a reload, and can be stopped there', async ({
  page,
  app,
}) => {
  const ann = await app.member(uniqueName('ann'))
  await app.bill(uniqueName('Clinic Act '), { topics: ['health'] })
  await newBill(app, 7101, { topics: ['health'] })
  await page.setViewportSize({ width: 390, height: 844 })
  await openFeed(page, ann, '?topics=health')
  const follow = page
    .getByRole('main')
    .getByRole('button', { name: 'Follow Health' })
    .filter({ hasText: 'Follow Health' })
  const updates = page.getByRole('link', { name: /^UPDATES/ })
  const follows = page.getByRole('region', { name: 'Everything you follow' })
  await updates.click()
  await expect(follows.getByText("You don't follow anything yet.")).toBeVisible()
  await page.goBack()
  await follow.click()
  await expect.poll(() => followsOf(ann)).toEqual(['topic Health'])
  await importRecords(app.pool, [engrossed(7101, { topics: ['health'] })])

  await updates.click()
  const moved = page.getByRole('region', { name: 'Bills that moved' })
  await expect(moved.getByText('You follow Health')).toBeVisible()
  await follows.getByText('Topics').click()
  await follows.getByRole('button', { name: 'Stop following Health' }).click()
  await expect.poll(() => followsOf(ann)).toEqual([])
  await page.goBack()
  await expect(follow).toHaveAttribute('aria-pressed', 'false')
})
