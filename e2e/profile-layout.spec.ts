import { addBookmark, followTopic } from '#contract/bills/bills.ts'
import { followGroup } from '#contract/groups.ts'
import { openProfile, section, statistic } from './profileSteps.ts'
import { layoutShift } from './support/layout.ts'
import { expect, signIn, test, uniqueName } from './support/product.ts'
import { takeScreenshots } from './support/screenshots.ts'

const sizes = [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
]

for (const size of sizes) {
  test(`nothing on a profile moves when its statistics arrive, at ${size.width} px`, async ({
    page,
    app,
  }) => {
    const maya = await app.member(uniqueName('maya'), { full_name: 'Maya Okafor' })
    const { bill_id } = await app.bill(uniqueName('Kept '), { topics: ['health', 'education'] })
    await maya.call(addBookmark, { id: bill_id })
    await maya.call(followTopic, { topic: 'health' })
    await page.setViewportSize(size)
    await signIn(page, maya)
    const response = Promise.withResolvers<void>()
    await page.route('**/profile-stats', async (route) => {
      await response.promise
      await route.continue()
    })
    await page.goto('/profile')
    await expect(section(page, 'Recent Activity')).toBeVisible()
    await expect(section(page, 'Bookmarked Bills').getByRole('link')).toBeVisible()
    const before = await section(page, 'Recent Activity').boundingBox()
    response.resolve()
    await expect(statistic(page, 'Member #')).toBeVisible()
    expect((await section(page, 'Recent Activity').boundingBox())?.y).toBe(before?.y)
    expect(await layoutShift(page)).toBeLessThan(0.01)
  })
}

test('on a phone the portrait is beside the name, and editing offers to change it', async ({ page, app }) => {
  test.slow()
  const maya = await app.member(uniqueName('maya'), { full_name: 'Maya Okafor' })
  await app.pool`
    update users set bio = 'Nurse, renter, bus rider. I read bills on the B45 so you can read them at breakfast.',
           total_stances = 31, total_comments = 14, follower_count = 46
     where user_id = ${maya.user_id}`
  await page.setViewportSize(sizes[1]!)
  await openProfile(page, maya)
  const header = section(page, 'Profile')
  const name = header.getByRole('heading', { level: 1 })
  await expect(name).toBeVisible()
  const portrait = (await header.getByRole('img', { name: /engagement level/ }).boundingBox())!
  const title = (await name.boundingBox())!
  expect(portrait.width).toBe(80)
  expect(title.x).toBeGreaterThan(portrait.x + portrait.width)
  expect(title.y, 'the name is level with the portrait').toBeLessThan(portrait.y + portrait.height)
  const photo = header.getByRole('button', { name: 'Upload Photo' })
  await expect(photo).toBeHidden()
  await takeScreenshots(page, 'profile-header')
  await page.setViewportSize(sizes[1]!)
  await header.getByRole('button', { name: 'Edit Profile' }).click()
  await expect(photo).toBeVisible()
  await expect(header.getByText('Recommended size: 200x200 px')).toBeVisible()
  await takeScreenshots(page, 'profile-header-editing')
})

test('links to followed groups, topics and bookmarked bills are at least 44 px high', async ({
  page,
  app,
}) => {
  const place = 'ocd-division/country:us/state:tx/place:target_town'
  const maya = await app.resident(uniqueName('maya'), place)
  const { bill_id } = await app.bill(uniqueName('Kept '), { topics: ['health'] })
  await maya.call(addBookmark, { id: bill_id })
  await maya.call(followTopic, { topic: 'health' })
  await maya.call(followGroup, { id: await app.groupOf(place) })
  await openProfile(page, maya)
  for (const name of ['Bookmarked Bills', 'Followed Topics', 'Followed Groups']) {
    const link = section(page, name).getByRole('link').first()
    await expect(link).toBeVisible()
    // A click area of 44 px extends 22 px above and below the middle of the text, so points at 21 px are within the
    // link.
    const isTallEnough = await link.evaluate((element) => {
      element.scrollIntoView({ block: 'center' })
      const box = element.getBoundingClientRect()
      const [x, middle] = [box.left + Math.min(box.width, 40) / 2, box.top + box.height / 2]
      const isWithinLink = (y: number) => {
        const hit = document.elementFromPoint(x, y)
        return hit !== null && (hit === element || element.contains(hit))
      }
      return isWithinLink(middle - 21) && isWithinLink(middle + 21)
    })
    expect(isTallEnough, name).toBe(true)
  }
})
