import { followTopic } from '#contract/bills/bills.ts'
import { updateProfile } from '#contract/people.ts'
import { chooseMyPlaces } from '#contract/places.ts'
import { card, feedCalls, nextDate, openFeed } from './billSteps.ts'
import { expect, test, uniqueName, type TestServer } from './support/product.ts'
import { takeScreenshots } from './support/screenshots.ts'

const country = 'ocd-division/country:us'

/** Creates a resident of Chicago who follows Health, and bills of every kind whose titles share a word. */
async function openChicago(app: TestServer) {
  const person = await app.member(uniqueName('cora'))
  await person.call(updateProfile, { address: '12 Oak Street, Chicago, IL 60614' })
  const stem = uniqueName('lantern')
  const kinds = {
    city: { government_level: 'local', jurisdiction: `${country}/state:il/place:chicago`, topics: ['law'] },
    state: { government_level: 'state', jurisdiction: `${country}/state:il`, topics: ['law'] },
    congress: { topics: ['law'] },
    topic: { government_level: 'state', jurisdiction: `${country}/state:wy`, topics: ['health'] },
    other: { government_level: 'local', jurisdiction: `${country}/state:ma/place:boston`, topics: ['law'] },
  } as const
  for (const [kind, details] of Object.entries(kinds)) {
    const summary = 'Street lamps would be dimmed after midnight where nobody lives nearby.'
    await app.bill(`${kind} ${stem} Act`, {
      ...details,
      topics: [...details.topics],
      summary,
      created_at: nextDate(),
    })
  }
  await person.call(followTopic, { topic: 'health' })
  return { person, stem }
}

// covers HURD-FEED-09 HURD-FEED-10
test("a resident's own bills come first, each with its reason, and others follow under a heading", async ({
  page,
  app,
}) => {
  test.slow()
  const { person, stem } = await openChicago(app)
  await openFeed(page, person, `?q=${stem}`)
  const heading = page.getByRole('heading', { name: 'From other places' })
  await expect(heading).toBeVisible()
  await expect(page.getByText(/What moved or is discussed near you comes first\./)).toBeVisible()
  const reasons = {
    city: 'Your city · Recommended for your area',
    state: 'Your state',
    congress: 'In Congress',
    topic: 'You follow Health',
  }
  for (const [kind, reason] of Object.entries(reasons)) {
    await expect(card(page, `${kind} ${stem} Act`).getByText(reason, { exact: true })).toBeVisible()
  }
  const order = await page.locator('article h2, h2:text("From other places")').allTextContents()
  expect(order.slice(-2)).toEqual(['From other places', `other ${stem} Act`])
  await expect(card(page, `other ${stem} Act`).getByText(/^In |You follow/)).toHaveCount(0)
  await expect(page.getByText('Add your address')).toHaveCount(0)
  await takeScreenshots(page, 'feed-for-you')
})

// covers HURD-FEED-11
test('the views of the feed are links in the address, work by keyboard and return with the back button', async ({
  page,
  app,
}) => {
  test.slow()
  const { person, stem } = await openChicago(app)
  await openFeed(page, person, `?q=${stem}`)
  const views = page.getByRole('navigation', { name: 'Which bills to show' })
  const view = (name: string) => views.getByRole('link', { name, exact: true })
  await expect(view('For you')).toHaveAttribute('aria-current', 'page')
  await view('For you').focus()
  await page.keyboard.press('Tab')
  await expect(view('My city')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/scope=city/)
  await expect(view('My city')).toHaveAttribute('aria-current', 'page')
  await expect(view('My city')).toBeFocused()
  await expect(page.getByRole('article')).toHaveCount(1)
  await expect(card(page, `city ${stem} Act`)).toBeVisible()
  await expect(page.getByText('1 bill matches. Newest first.')).toBeVisible()

  await view('My state').click()
  await expect(card(page, `state ${stem} Act`)).toBeVisible()
  await expect(page.getByRole('article')).toHaveCount(1)
  await view('Congress').click()
  await expect(card(page, `congress ${stem} Act`)).toBeVisible()
  await page.getByRole('button', { name: `Remove filter: “${stem}”` }).click()
  await expect(page).toHaveURL(/\?scope=congress$/)

  await page.goBack()
  await page.goBack()
  await expect(page).toHaveURL(/scope=state/)
  await expect(page.getByRole('article')).toHaveCount(1)
  await expect(card(page, `state ${stem} Act`)).toBeVisible()
  await page.reload()
  await expect(card(page, `state ${stem} Act`)).toBeVisible()

  await view('Trending').click()
  await expect(page).toHaveURL(/trending=true/)
  await expect(view('Trending')).toHaveAttribute('aria-current', 'page')
  await expect(page.getByText(/Most active first\.$/)).toBeVisible()
  await expect(card(page, `other ${stem} Act`)).toBeVisible()

  const request = page.waitForRequest((sent) => feedCalls(new URL(sent.url())))
  await page.goto('/feed?scope=city')
  const query = new URL((await request).url()).searchParams
  expect(Object.fromEntries(query)).toMatchObject({ scope: 'city', order: 'relevance' })
  await expect(card(page, `city ${stem} Act`)).toBeVisible()
  await takeScreenshots(page, 'feed-my-city', { fullPage: false })
})

// covers HURD-FEED-11
test('a view and the level in Discover are one choice', async ({ page, app }) => {
  test.slow()
  const { person, stem } = await openChicago(app)
  await openFeed(page, person, `?q=${stem}&level=state`)
  const view = (name: string) =>
    page.getByRole('navigation', { name: 'Which bills to show' }).getByRole('link', { name, exact: true })
  const level = (name: string) =>
    page.getByRole('form', { name: 'Discover bills' }).getByRole('radio', { name, exact: true })
  const removable = page.getByRole('list', { name: 'Filters' }).getByRole('listitem')
  await expect(removable).toHaveText([/State/, new RegExp(stem)])

  await view('My state').click()
  await expect(removable, 'the view already says State').toHaveText([new RegExp(stem)])
  await expect(level('State')).toBeChecked()
  await expect(page.getByRole('article')).toHaveCount(1)

  await level('Federal').check()
  await page.getByRole('button', { name: 'Apply Filters' }).click()
  await expect(view('For you')).toHaveAttribute('aria-current', 'page')
  await expect(card(page, `congress ${stem} Act`)).toBeVisible()
  await expect(removable).toHaveText([/Federal/, new RegExp(stem)])
})

// covers HURD-FEED-12 ACC-ROLES-08
test('a member without an address is asked to add one, and the feed does not claim that their places come first', async ({
  page,
  app,
}) => {
  test.slow()
  const ann = await app.member(uniqueName('ann'))
  await app.bill(uniqueName('Lamps '), { created_at: nextDate() })
  await openFeed(page, ann)
  await expect(page.getByText('Add your address to see your city first.')).toBeVisible()
  await expect(page.getByText('Congress comes first.')).toBeVisible()
  await expect(page.getByRole('article').first()).toBeVisible()
  await expect(page.getByText(/Recommended for your area/)).toHaveCount(0)
  await takeScreenshots(page, 'feed-no-address', { fullPage: false })
  for (const [view, title] of [
    ['My city', 'Add your address to see your city'],
    ['My state', 'Add your address to see your state'],
  ] as const) {
    await page.getByRole('link', { name: view }).click()
    await expect(page.getByRole('heading', { name: title })).toBeVisible()
    await expect(page.getByRole('article')).toHaveCount(0)
  }
  await takeScreenshots(page, 'feed-scope-empty')
  // The card of representatives beside the feed has such a link too.
  const list = page.getByRole('region', { name: 'List of bills' })
  await list.getByRole('link', { name: 'Add your address' }).click()
  await expect(page).toHaveURL(/settings\?section=location/)

  await page.getByRole('textbox', { name: 'Address' }).fill('12 Oak Street, Denver, CO 80202')
  await app.bill(`Denver ${ann.username}`, {
    government_level: 'local',
    jurisdiction: `${country}/state:co/place:denver`,
    created_at: nextDate(),
  })
  await page.getByRole('button', { name: 'Save location' }).click()
  await expect(page.getByText('Location updated successfully')).toBeVisible()
  await page.getByRole('link', { name: 'Feed' }).first().click()
  await expect(card(page, `Denver ${ann.username}`).getByText(/^Your city/)).toBeVisible()
})

// covers HURD-FEED-12
test('a member whose address matches no state is asked to check it', async ({ page, app }) => {
  const eve = await app.member(uniqueName('eve'))
  await eve.call(updateProfile, { address: 'Nowhere Lane 12, Nowhere' })
  await openFeed(page, eve, '?scope=state')
  await expect(page.getByRole('heading', { name: "We couldn't match your address to a state" })).toBeVisible()
  await expect(page.getByText('No bills from your state yet')).toHaveCount(0)
})

// covers HURD-FEED-12
test('a member whose city has no bills reads that the site has no source for them, and opens the bills of the state', async ({
  page,
  app,
}) => {
  const lou = await app.member(uniqueName('lou'))
  await lou.call(updateProfile, { address: '18 Lantern Road, Bozeman, MT 59715' })
  await app.bill(`Montana ${lou.username}`, {
    government_level: 'state',
    jurisdiction: `${country}/state:mt`,
    created_at: nextDate(),
  })
  await openFeed(page, lou, '?scope=city')
  await expect(page.getByRole('heading', { name: 'No bills from Bozeman, MT' })).toBeVisible()
  await expect(page.getByText('This site has no source for bills of Bozeman, MT yet.')).toBeVisible()
  await page.getByRole('link', { name: 'Show bills of my state' }).click()
  await expect(card(page, `Montana ${lou.username}`)).toBeVisible()

  // If all bills of the city are from past sessions, there is a source.
  await app.bill(`Past ${lou.username}`, {
    government_level: 'local',
    jurisdiction: `${country}/state:mt/place:bozeman`,
    status: 'passed',
    session_ended: true,
  })
  await page.goto('/feed?scope=city')
  await expect(page.getByText('All bills of Bozeman, MT are from past sessions.')).toBeVisible()
  await expect(page.getByText('This site has no source')).toHaveCount(0)
  await page.getByRole('link', { name: 'Show bills of past sessions' }).click()
  await expect(card(page, `Past ${lou.username}`)).toBeVisible()
})

// covers HURD-FEED-12
test('after choosing a city, a member sees its bills in a feed that was already open', async ({
  page,
  app,
}) => {
  test.slow()
  const kim = await app.member(uniqueName('kim'))
  await kim.call(updateProfile, { address: '555 Otterbridge Lane, Portland, OR 97202' })
  await kim.call(chooseMyPlaces, { place: null })
  await app.bill(`Portland ${kim.username}`, {
    government_level: 'local',
    jurisdiction: `${country}/state:or/place:portland`,
    created_at: nextDate(),
  })
  await openFeed(page, kim, '?scope=city')
  await expect(page.getByRole('heading', { name: "We couldn't match your address to a city" })).toBeVisible()
  await page.getByRole('link', { name: 'Check your address' }).click()
  const city = page.getByRole('group', { name: 'Which city or town do you live in?' })
  await city.getByRole('radio', { name: 'Portland, OR' }).check()
  await page.getByRole('button', { name: 'Save choice' }).click()
  await expect(
    page.getByRole('listitem').filter({ hasText: 'Portland, OR' }).filter({ hasText: 'chosen by you' }),
  ).toBeVisible()
  await page.getByRole('link', { name: 'Feed' }).first().click()
  await page.getByRole('link', { name: 'My city' }).click()
  await expect(card(page, `Portland ${kim.username}`)).toBeVisible()
})
