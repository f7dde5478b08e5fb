import type { Page } from '@playwright/test'
import { updatePrivacy } from '#contract/people.ts'
import { openBill } from './billSteps.ts'
import { failWith, holdBack } from './groupSteps.ts'
import { waitUntilStill } from './support/axe.ts'
import { expect, signIn, test, uniqueName, type TestServer } from './support/product.ts'
import { takeScreenshots } from './support/screenshots.ts'

const searchCall = /\/api\/search\?/
const field = (page: Page) => page.getByRole('combobox', { name: 'Search Hurd' })
const list = (page: Page) => page.getByRole('listbox', { name: 'Search results' })
const option = (page: Page, name: string | RegExp) => list(page).getByRole('option', { name })
const activeOption = (page: Page) => list(page).getByRole('option', { selected: true })

/** Creates bills, a group, a member and a representative whose names contain a word that no other test uses. */
async function createNamesakes(app: TestServer, page: Page) {
  const word = uniqueName('Quartz')
  await app.bill(`${word} Mining Safety Act`, { topics: ['labor_and_employment'] })
  await app.bill(`An act to study ${word}`)
  await app.resident(uniqueName('settler'), `ocd-division/country:us/state:tx/place:${word.toLowerCase()}`)
  const pat = await app.member(uniqueName('pat'), { full_name: `Pat ${word}son` })
  await app.representative(word, {
    rep_name: `Rae ${word}`,
    office_phone: '202-555-0100',
    contact_form_url: 'https://rae.example.org/contact',
  })
  await signIn(page, await app.member(uniqueName('sam')))
  return { word, pat }
}

// covers HURD-SEARCH-05 HURD-SEARCH-06
test('the key / starts a search, and the keyboard alone chooses a result', async ({ page, app }) => {
  const { word } = await createNamesakes(app, page)
  await page.goto('/news')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.keyboard.press('/')
  await expect(field(page)).toBeFocused()
  await expect(field(page)).toHaveValue('')
  await page.keyboard.type(word)
  await expect(option(page, new RegExp(`${word} Mining Safety Act`))).toBeVisible()
  const groups = await list(page)
    .getByRole('group')
    .evaluateAll((groups) => groups.map((group) => group.ariaLabel))
  expect(groups).toEqual(['Bills', 'Groups', 'People', 'Representatives'])
  await expect(option(page, /Mining Safety/).locator('mark')).toHaveText(word)
  await expect(activeOption(page)).toHaveCount(0)

  await page.keyboard.press('ArrowUp')
  await expect(activeOption(page)).toHaveText(`See all results for “${word}”`)
  for (let step = 0; step < 4; step += 1) await page.keyboard.press('ArrowDown')
  await expect(activeOption(page)).toContainText(`${word}, TX`)
  await expect(field(page)).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/groups\/[0-9a-f-]+\?tab=feed$/)
  await expect(list(page)).toHaveCount(0)

  // In a text field / is an ordinary character.
  await page.keyboard.press('/')
  await page.keyboard.type('a/b')
  await expect(field(page)).toHaveValue('a/b')
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  await expect(field(page)).not.toBeFocused()
})

// covers HURD-SEARCH-05
test('text that a member types while the chosen result is loading stays in the field', async ({
  page,
  app,
}) => {
  const { word } = await createNamesakes(app, page)
  await page.goto('/news')
  const release = await holdBack(page, /\/assets\/GroupScreen-.*\.js/)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.keyboard.press('/')
  await page.keyboard.type(word)
  const requested = page.waitForRequest(/\/assets\/GroupScreen-.*\.js/)
  await list(page).getByRole('group', { name: 'Groups' }).getByRole('option').click()
  await requested
  await expect(page).toHaveURL(/\/groups\/[0-9a-f-]+\?tab=feed$/)
  await page.keyboard.press('/')
  await page.keyboard.type('a/b')
  await expect(field(page)).toHaveValue('a/b')
  release()
  await expect(page.getByRole('heading', { level: 1, name: word })).toBeVisible()
  await expect(field(page)).toBeFocused()
  await expect(field(page)).toHaveValue('a/b')
})

// covers HURD-SEARCH-07
test('Enter opens the page of results, whose address keeps the query after a reload and on Back', async ({
  page,
  app,
}) => {
  const { word, pat } = await createNamesakes(app, page)
  await page.goto('/news')
  await field(page).fill(word)
  await field(page).press('Enter')
  await expect(page).toHaveURL(`/search?q=${word}`)
  await expect(page.getByRole('heading', { level: 1, name: `Results for “${word}”` })).toBeVisible()
  await expect(field(page)).toHaveValue(word)
  await page.reload()
  await expect(field(page)).toHaveValue(word)
  const office = page.getByRole('region', { name: 'Representatives' })
  await expect(office.getByRole('link', { name: `Call Rae ${word}: 202-555-0100` })).toHaveAttribute(
    'href',
    'tel:2025550100',
  )
  await expect(office.getByRole('link', { name: `Rae ${word}`, exact: true })).toHaveAttribute(
    'href',
    `/representatives/${word}`,
  )
  await takeScreenshots(page, 'search-page')
  await page.getByRole('region', { name: 'People' }).getByRole('link').click()
  await expect(page).toHaveURL(`/profile/${pat.username}`)
  await expect(field(page)).toHaveValue('')
  await page.goBack()
  await expect(page.getByRole('region', { name: 'Bills' }).getByRole('link')).toHaveCount(2)
  await expect(field(page)).toHaveValue(word)

  await field(page).fill(`${word} mining`)
  await field(page).press('Enter')
  await expect(page.getByRole('region', { name: 'Bills' }).getByRole('link')).toHaveCount(1)
  await page.goBack()
  await expect(page).toHaveURL(`/search?q=${word}`)
  expect(
    await page.evaluate((typed) => JSON.stringify(Object.entries(localStorage)).includes(typed), word),
  ).toBe(false)
})

// covers HURD-SEARCH-08
test('on a phone, an icon opens the field over the header, and Escape returns the focus to the icon', async ({
  page,
  app,
}) => {
  const { word } = await createNamesakes(app, page)
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/news')
  await expect(field(page)).toBeHidden()
  const icon = page.getByRole('button', { name: 'Search', exact: true })
  await icon.click()
  await expect(field(page)).toBeFocused()
  await page.keyboard.type(word)
  await expect(option(page, /Mining Safety/)).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(list(page)).toHaveCount(0)
  await page.keyboard.press('Escape')
  await expect(field(page)).toBeHidden()
  await expect(icon).toBeFocused()
  await icon.click()
  await page.keyboard.type(word)
  await option(page, /Mining Safety/).click()
  await expect(openBill(page).getByRole('heading', { level: 1 })).toHaveText(`${word} Mining Safety Act`)
})

// covers HURD-SEARCH-09
test('short, empty, slow, failed and offline searches each say so, and an old response is never shown', async ({
  page,
  context,
  app,
}) => {
  const { word, pat } = await createNamesakes(app, page)
  await pat.call(updatePrivacy, { public_profile: false })
  await page.goto('/news')
  const expectStatus = (text: string | RegExp) =>
    expect(page.getByRole('search').getByRole('status')).toContainText(text)
  await field(page).fill('q')
  await expectStatus('Type at least 2 letters')
  await field(page).fill(`${word}nowhere`)
  await expectStatus(`No results for “${word}nowhere”`)

  const searchForWord = new RegExp(`/api/search\\?q=${word}$`)
  const release = await holdBack(page, searchForWord)
  const requested = page.waitForRequest(searchForWord)
  await field(page).fill(word)
  await expectStatus('Searching…')
  const oldRequest = await requested
  await field(page).fill(`${word} mining`)
  await expect(option(page, /Mining Safety/)).toBeVisible()
  release()
  // The page may have canceled the old request, which then has no response.
  await oldRequest.response()
  await waitUntilStill(page)
  await expect(list(page).getByRole('option')).toHaveCount(2)
  await page.unroute(searchForWord)

  // A private member is not among the results.
  await field(page).fill(`pat ${word}`)
  await expectStatus('No results')

  await page.route(searchCall, failWith('The search is being moved'))
  await field(page).fill(`${word} act`)
  await expectStatus('The search is being moved Press Enter to try again.')
  await context.setOffline(true)
  await field(page).fill(`${word} safety`)
  await expectStatus("You're offline")
  await context.setOffline(false)
  await page.unroute(searchCall)
  await field(page).press('Enter')
  await expect(page.getByRole('region', { name: 'Bills' }).getByRole('link')).toHaveCount(1)
})

// covers HURD-SEARCH-15 HURD-SEARCH-16
test('a mistyped search suggests similar ones, and a result says where the word stands', async ({
  page,
  app,
}) => {
  const word = uniqueName('Gneisswork').replace(/\d+$/, '')
  await app.bill(`Quarries of ${word}`, {
    summary: 'Would open one quarry. Every blastingzone needs a siren.',
    status: 'passed',
  })
  await signIn(page, await app.member(uniqueName('sam')))
  await page.goto('/news')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.keyboard.press('/')
  await expect(field(page)).toBeFocused()
  await page.keyboard.type('gneiswrok')
  await expect(list(page).getByRole('group', { name: 'Did you mean' })).toBeVisible()
  await expect(option(page, word.toLowerCase())).toBeVisible()
  await page.goto('/search?q=gneiswrok')
  const similar = page.getByRole('navigation', { name: 'Similar searches' })
  await similar.getByRole('link', { name: word.toLowerCase() }).click()
  const found = page.getByRole('link', { name: new RegExp(`Quarries of ${word}`) })
  await expect(found).toContainText('Passed')
  await page.goto('/search?q=blastingzone')
  await expect(found).toContainText('Every blastingzone needs a siren.')
  await expect(found).not.toContainText('one quarry')
  await expect(found.locator('mark')).toHaveText('blastingzone')
})

// covers HURD-SEARCH-10
test('the key / can be turned off on the page of results', async ({ page, app }) => {
  await signIn(page, await app.member(uniqueName('kay')))
  await page.goto('/search')
  await expect(page.getByRole('heading', { name: 'What are you looking for?' })).toBeVisible()
  await page.getByRole('checkbox', { name: 'Press / on any page to search' }).uncheck()
  await page.reload()
  await page.getByRole('heading', { level: 1 }).click()
  await page.keyboard.press('/')
  await expect(field(page)).not.toBeFocused()
  await page.getByRole('checkbox').check()
  await page.getByRole('heading', { level: 1 }).click()
  await page.keyboard.press('/')
  await expect(field(page)).toBeFocused()
})

test('the list of results looks right in screenshots at each width and in both themes', async ({
  page,
  app,
}) => {
  const { word } = await createNamesakes(app, page)
  await page.goto('/news')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.keyboard.press('/')
  await page.keyboard.type(word)
  await expect(option(page, /Mining Safety/)).toBeVisible()
  await page.keyboard.press('ArrowDown')
  await takeScreenshots(page, 'search-list', { fullPage: false })
})
