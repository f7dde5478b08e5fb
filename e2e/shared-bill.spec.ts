import { createHash } from 'node:crypto'
import { takeStance } from '#contract/bills/bills.ts'
import { voteOnComment } from '#contract/discussions.ts'
import { listOwnStances } from '#contract/people.ts'
import { setParts } from '#server/testing/billParts.ts'
import { storeText } from '#server/testing/setups/records/billTexts.ts'
import type { TestServer } from '#server/testing/testServer.ts'
import { addComment, nextDate, openBill } from './billSteps.ts'
import { fillForm, skip, submit } from './registerSteps.ts'
import { expect, goodPassword, issueCode, setPassword, signIn, test, uniqueName } from './support/product.ts'
import { takeScreenshots } from './support/screenshots.ts'

const sponsors = [
  { name: 'Keith Powers', party: 'D', role: 'Sponsor', district: 'District 4' },
  { name: 'Gale A. Brewer', party: 'D', role: 'Cosponsor', district: 'District 6' },
  { name: 'Lincoln Restler', party: 'D', role: 'Cosponsor', district: 'District 33' },
]
const actions = [
  { date: '2026-01-12', text: 'Introduced by the Council.', chamber: 'City Council' },
  {
    date: '2026-01-12',
    text: 'Referred to the Committee on Housing and Buildings.',
    chamber: 'City Council',
  },
  { date: '2026-03-03', text: 'Hearing in the committee.', chamber: 'City Council' },
  { date: '2026-04-20', text: 'Amendment proposed by the committee.', chamber: 'City Council' },
  { date: '2026-05-11', text: 'Approved by the committee.', chamber: 'City Council' },
  { date: '2026-06-02', text: 'Debated by the full Council.', chamber: 'City Council' },
]

/** Creates a bill with everything that its page can show. */
async function fullBill(app: TestServer, title: string) {
  const { bill_id } = await app.bill(title, {
    bill_code: 'Int 0412',
    government_level: 'local',
    jurisdiction: 'ocd-division/country:us/state:ny/place:new_york',
    status: 'active',
    summary:
      'Landlords would have to test the indoor air of every rented home once a year, give the results to the people who live there, and fix what is wrong within 60 days.',
    created_at: nextDate(),
  })
  await setParts(app.pool, bill_id, { sponsors, actions })
  await storeText(app, bill_id, {
    bill_sections: {
      note: 'Plain-language summary by Hurd, not the official text.',
      sections: [
        {
          number: '1',
          title: 'A test every year',
          content:
            'A landlord would have the air tested for mold, lead dust and carbon monoxide by somebody with a license.',
        },
        {
          number: '2',
          title: 'What tenants learn',
          content: 'Tenants would get the results within ten days, in the language of their lease.',
        },
      ],
    },
  })
  const people = await Promise.all(
    ['Maria Santos', 'David Okafor', 'June Park', 'Omar Haddad', 'Lena Fischer', 'Sam Whitfield'].map(
      (full_name) =>
        app.member(uniqueName('reader'), { full_name, email_verified_at: '2026-01-01T00:00:00Z' }),
    ),
  )
  const stances = ['support', 'oppose', 'support', 'neutral', 'learning', 'support'] as const
  for (const [index, person] of people.entries()) {
    await person.call(takeStance, { id: bill_id, stance: stances[index] ?? 'support' })
  }
  const comments = [
    'My son has asthma. We asked for a test for two years and nobody came. A date in the law would have helped us.',
    'I rent out one flat above my shop. I can pay for a test, but not for three in a year when tenants change. Please count it per home and year.',
    'Who checks the checkers? The last lead inspection in our building took eleven minutes.\n\nI would want the results public, without names.',
  ]
  for (const [index, text] of comments.entries()) {
    const author = people[index]!
    const id = await addComment(author, bill_id, text)
    for (const reader of people) {
      if (reader !== author) await reader.call(voteOnComment, { id, vote_type: 'upvote' })
    }
    if (index === 0) await addComment(people[1]!, bill_id, 'I did not know that. Thank you.', id)
  }
  // The page shows the badge only with five voters on each side.
  await app.pool`
    update bill_comments set support_upvotes = 9, support_downvotes = 1, oppose_upvotes = 7, oppose_downvotes = 1
     where bill_id = ${bill_id} and created_at = (
       select min(created_at) from bill_comments where bill_id = ${bill_id})`
  await app.pool`
    update bill_comments set upvotes = 16, downvotes = 2, change_count = 3
     where bill_id = ${bill_id} and created_at = (select min(created_at) from bill_comments where bill_id = ${bill_id})`
  return bill_id
}

// covers HURD-SHARED-01 HURD-SHARED-12
test('a stranger reads a shared bill, light and dark, on a phone and on a desk', async ({ page, app }) => {
  const title = 'A Local Law to require yearly tests of the indoor air in rented homes'
  const bill_id = await fullBill(app, title)
  await page.goto(`/bills/${bill_id}`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
  await expect(page.getByText('Liked on both sides: 9 of 10 supporters and 7 of 8 opponents')).toBeVisible()
  await expect(page.getByText('Changed 3 minds')).toBeVisible()
  await takeScreenshots(page, 'shared-bill')

  const { bill_id: quiet } = await app.bill(uniqueName('Quiet '), { source_url: null, summary: '' })
  await page.goto(`/bills/${quiet}`)
  await expect(page.getByText('No comments yet.')).toBeVisible()
  await takeScreenshots(page, 'shared-bill-empty')

  await page.goto('/bills/nothing-here')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('We can’t find this bill')
  await takeScreenshots(page, 'shared-bill-unknown')
})

test('the logo begins where the page begins, and the sign-in ends where it ends', async ({ page, app }) => {
  const { path } = await app.bill(uniqueName('Framed '))
  for (const width of [390, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    for (const address of [`/${path}`, '/bills']) {
      await page.goto(address)
      const banner = page.getByRole('banner')
      const logo = await banner.getByRole('link', { name: 'Hurd home' }).boundingBox()
      const signIn = await banner.getByRole('link', { name: 'Sign in' }).boundingBox()
      const margins = [logo?.x ?? 0, width - (signIn?.x ?? 0) - (signIn?.width ?? 0)].map(Math.round)
      expect(margins[0], `${address} at ${width} px`).toBe(margins[1])
      expect((signIn?.x ?? 0) - (logo?.x ?? 0)).toBeGreaterThan(width / 2)
    }
  }
})

// covers HURD-SHARED-07
test('a stranger joins with an access code and is back at the bill', async ({ page, app }) => {
  const title = uniqueName('Joining ')
  const { bill_id, path } = await app.bill(title, { created_at: nextDate() })
  await page.goto(`/bills/${bill_id}`)
  await page.getByRole('link', { name: 'Join Hurd to take a stance' }).click()
  await expect(page).toHaveURL('/login?view=register')
  // The links between the forms keep the bill in the URL.
  await page.getByRole('link', { name: 'Sign in' }).click()
  await expect(page).toHaveURL('/login')
  await page.getByRole('button', { name: 'Create account' }).click()
  await fillForm(page, { accessCode: await issueCode(app), address: '' })
  await skip(page).check()
  await submit(page).click()
  await expect(openBill(page).getByRole('heading', { level: 1 })).toHaveText(title)
  await expect(page).toHaveURL(`/${path}`)
})

// covers HURD-SHARED-07
test('a member who was signed out signs in and is back at the linked comment', async ({ page, app }) => {
  const [reader, writer] = [await app.member(uniqueName('reader')), await app.member(uniqueName('writer'))]
  await setPassword(app, reader)
  const { bill_id } = await app.bill(uniqueName('Commented '))
  const comment_id = await addComment(writer, bill_id, 'The comment that the link names.')
  await page.goto(`/bills/${bill_id}?comment=${comment_id}`)
  await page.getByRole('link', { name: 'Sign in' }).click()
  await page.getByLabel('Email').fill(reader.email)
  await page.getByLabel('Password', { exact: true }).fill(goodPassword)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(openBill(page).getByText('The comment that the link names.')).toBeInViewport()
})

// covers HURD-SHARED-08
test('a member goes on to the bill in the app, and Back does not return to the shared page', async ({
  page,
  app,
}) => {
  const ann = await app.member(uniqueName('ann'))
  const title = uniqueName('Straight ')
  const { bill_id } = await app.bill(title)
  const comment_id = await addComment(ann, bill_id, 'My own words.')
  await signIn(page, ann)
  await page.goto(`/bills/${bill_id}?comment=${comment_id}`, { waitUntil: 'commit' })
  await expect(openBill(page).getByText('My own words.')).toBeInViewport()
  await expect(openBill(page).getByRole('heading', { level: 1 })).toHaveText(title)
  // The history does not contain the page for strangers, so Back does not return to it.
  expect(await page.evaluate(() => history.length)).toBeLessThanOrEqual(4)
  await page.goBack()
  await expect(page).toHaveURL('/robots.txt')
})

// covers HURD-SHARED-08
test('a member reads the shared page until the app answers, without the parts for strangers, which come back after signing out', async ({
  page,
  app,
}) => {
  const ann = await app.member(uniqueName('ann'))
  const title = uniqueName('Without Parts ')
  const { bill_id } = await app.bill(title)
  const comment = 'A comment on the shared page.'
  await addComment(ann, bill_id, comment)
  await signIn(page, ann)
  await page.addInitScript(() => {
    if (!location.pathname.startsWith('/us/')) return
    window.addEventListener('pagehide', () => sessionStorage.setItem('left', document.body.innerText))
  })
  await page.goto(`/bills/${bill_id}`, { waitUntil: 'commit' })
  await expect(openBill(page)).toBeVisible()
  const left = await page.evaluate(() => sessionStorage.getItem('left'))
  expect(left).toContain(title)
  const forStrangers = ['Sign in', 'Join Hurd to take a stance', comment]
  for (const text of forStrangers) expect(left).not.toContain(text)

  await page.goto('/robots.txt')
  await page.evaluate(() => localStorage.clear())
  await page.goto(`/bills/${bill_id}`)
  for (const text of [title, ...forStrangers]) {
    await expect(page.getByText(text, { exact: true }).first()).toBeVisible()
  }
})

// covers HURD-SHARED-14
test('a member whose session has ended can still read a shared bill without signing in', async ({
  page,
  app,
}) => {
  const ann = await app.member(uniqueName('ann'))
  const title = uniqueName('Still Readable ')
  const { bill_id, path } = await app.bill(title)
  const comment_id = await addComment(ann, bill_id, 'Readable by everyone.')
  await signIn(page, ann)
  const hash = createHash('sha256')
    .update(ann.token ?? '')
    .digest()
  await app.pool`delete from sessions where token_hash = ${hash}`
  // The server may accept a token for another second after its session has ended.
  await expect.poll(() => ann.refusal(listOwnStances, {})).toBe('session_expired')

  await page.goto(`/bills/${bill_id}?comment=${comment_id}`)
  await expect(page).toHaveURL('/login')
  const link = page.getByRole('link', { name: 'Read this bill without signing in' })
  await expect(link).toBeVisible()
  await takeScreenshots(page, 'login-bill')
  await link.click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
  await expect(page.getByText('Readable by everyone.')).toBeVisible()
  await expect(page).toHaveURL(`/${path}?comment=${comment_id}`)

  // The link is missing when the sign-in page has no bill to return to.
  await page.goto('/settings')
  await expect(page).toHaveURL('/login')
  await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible()
  await expect(link).toHaveCount(0)
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  // covers HURD-SHARED-01
  test('a stranger reads the bill, opens its earlier steps, and finds the links to join and to sign in', async ({
    page,
    app,
  }) => {
    const title = uniqueName('Scriptless ')
    const bill_id = await fullBill(app, title)
    await page.goto(`/bills/${bill_id}`)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
    await expect(page.getByText('Referred to the Committee')).toBeHidden()
    await page.getByText('Show 2 earlier steps').click()
    await expect(page.getByText('Referred to the Committee')).toBeVisible()
    await expect(page.getByRole('link', { name: 'Join Hurd to take a stance' })).toHaveAttribute(
      'href',
      `/login?view=register&bill=${bill_id}`,
    )
    await expect(page.getByRole('link', { name: 'Sign in' })).toHaveAttribute(
      'href',
      `/login?bill=${bill_id}`,
    )
  })
})

// covers HURD-SHARED-12
test('the page loads less than 2.1 KB of script, and nothing on it moves', async ({ page, app }) => {
  const bill_id = await fullBill(app, uniqueName('Light '))
  const requested: string[] = []
  page.on('request', (request) => requested.push(request.resourceType()))
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(`/bills/${bill_id}`, { waitUntil: 'networkidle' })
  await page.evaluate(() => document.fonts.ready.then(() => undefined))
  // The script element with the facts for search engines (JSON-LD) contains no code, so it does not count.
  const script = await page.evaluate(() =>
    Array.from(document.scripts, ({ type, text }) => (type === 'application/ld+json' ? '' : text)).join(''),
  )
  expect(script.length).toBeGreaterThan(0)
  expect(script.length).toBeLessThan(2_100)
  expect(requested).not.toContain('script')
  expect(requested).not.toContain('stylesheet')
  const shift = await page.evaluate(
    () =>
      new Promise<number>((done) => {
        let sum = 0
        const observer = new PerformanceObserver((list) => {
          for (const entry of list.getEntries()) sum += 'value' in entry ? Number(entry.value) : 0
        })
        observer.observe({ type: 'layout-shift', buffered: true })
        requestAnimationFrame(() => requestAnimationFrame(() => done(sum)))
      }),
  )
  expect(shift).toBeLessThanOrEqual(0.02)
})

// covers HURD-SHARED-01
test('the page can be printed on paper without its controls', async ({ page, app }) => {
  const bill_id = await fullBill(app, uniqueName('Printed '))
  await page.goto(`/bills/${bill_id}`)
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('link', { name: 'Sign in' })).toBeHidden()
  await expect(page.getByRole('link', { name: 'Join Hurd to take a stance' })).toBeHidden()
  await expect(page.getByText('SUPPORT', { exact: true })).toBeVisible()
  await expect(page.getByText('Show 2 earlier steps')).toBeHidden()
  await expect(page.getByText('Referred to the Committee')).toBeVisible()
})
