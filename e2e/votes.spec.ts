import { takeStance } from '#contract/bills/bills.ts'
import { listBillVotes } from '#contract/votes/votes.ts'
import { importPeople } from '#server/legislation/representatives/import.ts'
import { saveImportedVotes } from '#server/legislation/votes/import.ts'
import { readHurdPerson } from '#server/sources/people/hurdPeople.ts'
import { readHurdVote } from '#server/sources/votes/hurdVotes.ts'
import { card, nextDate, openBill, openBillByLink, openFeed, reconnect, refuseWith } from './billSteps.ts'
import { brokenWords, enlargements, sidewaysOverflow } from './support/layout.ts'
import { expect, signIn, test, uniqueName, type TestServer } from './support/product.ts'
import { takeScreenshots } from './support/screenshots.ts'

const state = 'ocd-division/country:us/state:ny'

/** Creates a bill on which the House and the Senate voted, and a member whose representatives voted. */
async function votedBill(app: TestServer) {
  const maya = await app.resident(uniqueName('maya'), `${state}/cd:9`)
  const title = uniqueName('Lantern Safety Act ')
  const { bill_id } = await app.bill(title, { created_at: nextDate() })
  const [row] = await app.pool<
    { source_id: string }[]
  >`select source_id from bills where bill_id = ${bill_id}`
  const key = uniqueName('key')
  const people = [
    [`S-${key}`, 'Sam Senator', 'us/senate', 'U.S. Senator', state],
    [`T-${key}`, 'Tess Senator', 'us/senate', 'U.S. Senator', state],
    [`H-${key}`, 'Hal House', 'us/house', 'U.S. Representative', `${state}/cd:9`],
  ] as const
  await app.pool`update representative_terms set valid_to = valid_from + 1 where organization in ('us/house', 'us/senate')`
  for (const [rep_id, rep_name, organization, office, division] of people) {
    await app.representative(rep_id, {
      rep_name,
      organization,
      title: office,
      division,
      party: 'Democratic',
      valid_from: '2025-01-03',
    })
  }
  const vote = (properties: Record<string, unknown>) =>
    readHurdVote({
      session: '119',
      bill: row!.source_id,
      source_name: 'House Clerk',
      source_url: 'https://clerk.house.gov/',
      checked_at: '2026-08-08T00:00:00Z',
      ...properties,
    })
  const otherVoters = (prefix: string, party: string, count: number) =>
    Array.from(
      { length: count },
      (_, index) =>
        `${prefix}${index}-${key}|Member ${prefix}${index}|${party}|${['TX', 'OH', 'WA'][index % 3]}`,
    )
  const votes = [
    vote({
      vote_key: `house ${key}`,
      organization: 'us/house',
      number: 111,
      date: '2025-05-22',
      time: '2025-05-22T18:00:00Z',
      result: 'Passed',
      motion: `On Passage: H R 9001 ${title}`,
      question: 'On Passage',
      votes: {
        yes: [`H-${key}|Hal House|D|NY`, ...otherVoters('Y', 'D', 9)],
        no: otherVoters('N', 'R', 8),
        not_voting: [`V-${key}|Vera Barragán|R|OH`],
      },
    }),
    vote({
      vote_key: `senate ${key}`,
      organization: 'us/senate',
      date: '2025-06-17',
      result: 'Bill Passed',
      motion: 'On Passage of the Bill',
      source_name: 'U.S. Senate',
      vice_president_vote: 'yes',
      votes: { yes: [`S-${key}|Sam Senator|D|NY`], no: [`T-${key}|Tess Senator|D|NY`] },
    }),
    vote({
      vote_key: `cloture ${key}`,
      organization: 'us/senate',
      date: '2025-06-11',
      motion: 'On the Cloture Motion',
      source_name: 'U.S. Senate',
      votes: { yes: [`S-${key}|Sam Senator|D|NY`] },
    }),
  ]
  await app.pool.begin((transaction) => saveImportedVotes(transaction, votes))
  return { maya, bill_id, title, source_id: row!.source_id }
}

// covers BEY-VOTES-20
test('the card and the page of a bill say how the representatives of the member voted', async ({
  page,
  app,
}) => {
  const { maya, bill_id, title } = await votedBill(app)
  await openFeed(page, maya)
  await expect(card(page, title)).toContainText('Your representatives: 2 yes, 1 no')
  await openBillByLink(page, maya, bill_id)
  const votes = openBill(page).getByRole('region', { name: 'Votes' })
  await expect(votes.getByRole('heading', { level: 3 })).toHaveText([
    /^U.S. Senate, June 17, 2025/,
    /^U.S. House, May 22, 2025/,
  ])
  const own = votes.getByRole('list', { name: 'How your representatives voted' })
  await expect(own.first()).toContainText('Sam Senator')
  await expect(own.first()).toContainText('Voted yes')
  await expect(own.nth(1)).toContainText('Hal House')
  await expect(votes).toContainText('The Vice President broke the tie with a yes.')
  await votes.getByText('1 more vote on motions').click()
  await expect(votes.getByRole('link', { name: 'On the Cloture Motion' })).toBeVisible()
  // Scrolls to the top of the bill, where its bar covers no link.
  await openBill(page).getByRole('heading', { level: 1 }).scrollIntoViewIfNeeded()
  await takeScreenshots(page, 'bill-votes')
})

// covers BEY-VOTES-20
test('a bill with more than a hundred later votes still shows those that decided on it', async ({
  page,
  app,
}) => {
  const { maya, bill_id, source_id } = await votedBill(app)
  const later = Array.from({ length: 120 }, (_, index) =>
    readHurdVote({
      vote_key: `amendment ${index} ${bill_id}`,
      organization: 'us/senate',
      session: '119',
      bill: source_id,
      date: '2025-06-20',
      motion: `On the Motion to Table, part ${index}`,
      source_name: 'U.S. Senate',
      source_url: 'https://www.senate.gov/',
      checked_at: '2026-08-08T00:00:00Z',
      votes: { yes: ['|Ash|D|NY'], no: ['|Birch|R|TX'] },
    }),
  )
  await app.pool.begin((transaction) => saveImportedVotes(transaction, later))
  await openBillByLink(page, maya, bill_id)
  const votes = openBill(page).getByRole('region', { name: 'Votes' })
  await expect(votes.getByRole('heading', { level: 3 })).toHaveText([/^U.S. Senate, June 17/, /^U.S. House/])
  await expect(votes.getByText(/^121 more votes/)).toBeVisible()
  const own = openBill(page).getByRole('region', { name: 'Your representatives' })
  await expect(own.getByRole('listitem').filter({ hasText: 'Hal House' })).toContainText('Voted yes')
})

// covers BEY-VOTES-19
test('a vote of a committee that no record describes names the committee', async ({ page, app }) => {
  const { maya, bill_id, source_id } = await votedBill(app)
  const vote = readHurdVote({
    vote_key: `committee ${bill_id}`,
    organization: 'mi/lower',
    session: '2025-2026',
    bill: source_id,
    committee: 'Wicks',
    date: '2026-05-03',
    motion: 'Reported',
    is_committee: true,
    result: 'Passed',
    source_name: 'Test',
    votes: { yes: ['|Ash|D|MI', '|Cedar|R|MI'], no: ['|Birch|R|MI'] },
  })
  await app.pool.begin((transaction) => saveImportedVotes(transaction, [vote]))
  const [row] = await app.pool<{ vote_event_id: string }[]>`
    select vote_event_id from vote_events where vote_key = ${vote.vote_key}`
  await signIn(page, maya)
  await page.goto(`/votes/${row!.vote_event_id}`)
  await expect(page.getByText('In the committee Wicks', { exact: true })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Wicks' })).toHaveCount(0)
})

// covers BEY-VOTES-19
test('a vote shows its result, its parties and every member, and is filtered with the keyboard', async ({
  page,
  app,
}) => {
  const { maya, bill_id } = await votedBill(app)
  await openBillByLink(page, maya, bill_id)
  await page.getByRole('link', { name: 'See all 19 votes' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Passed, 10 to 8' })).toBeVisible()
  await expect(page.getByRole('table', { name: 'Votes by party' })).toContainText('Republican')
  await expect(page.getByRole('link', { name: 'Official record' })).toHaveAttribute(
    'href',
    'https://clerk.house.gov/',
  )
  const seats = page.getByRole('img', { name: /^10 yes, 8 no, 1 not voting\. Hal House: Voted yes\./ })
  await expect(seats).toBeVisible()
  await expect(page.getByText('Seats are sorted by vote, not by party')).toBeVisible()
  const rows = page.getByRole('region', { name: 'How each member voted' }).getByRole('listitem')
  await expect(rows).toHaveCount(19)
  await expect(rows.first()).toContainText('Represents you')
  const vote = page.getByLabel('Vote', { exact: true })
  await vote.focus()
  await page.keyboard.type('Not voting')
  await expect(rows).toHaveText([/Vera Barragán/])
  await vote.selectOption('')
  await page.getByLabel('Name').fill('barragan')
  await expect(rows).toHaveText([/Vera Barragán/])
  await page.getByLabel('Name').fill('nobody')
  await page.getByRole('button', { name: 'Remove the filters' }).press('Enter')
  await expect(page.getByLabel('Name'), 'the filter has the focus').toBeFocused()
  await page.getByLabel('Party').selectOption('R')
  await page.getByLabel('State').selectOption('OH')
  await expect(page.getByText('4 of 19 members')).toBeVisible()
  await page.getByLabel('State').selectOption('')
  await page.getByLabel('Party').selectOption('')
  await takeScreenshots(page, 'vote', { visible: rows.first() })
})

// covers BEY-VOTES-22
test("a representative's page has their votes, their term and the member's own bills", async ({
  page,
  app,
}) => {
  const { maya, bill_id, title } = await votedBill(app)
  await maya.call(takeStance, { id: bill_id, stance: 'support' })
  await openBillByLink(page, maya, bill_id)
  await openBill(page).getByRole('link', { name: 'Tess Senator' }).first().click()
  await expect(page.getByRole('heading', { level: 1, name: 'Tess Senator' })).toBeVisible()
  const own = page.getByRole('region', { name: 'Votes on bills you took a stance on' })
  await expect(own).toContainText('Too few votes to say (1).')
  await expect(own).toContainText(title)
  await expect(own).toContainText('You supported it. Voted no on June 17, 2025.')
  await expect(page.getByRole('region', { name: 'Recent votes' })).toContainText('Voted no')
  await expect(page.getByRole('region', { name: 'Terms of office' })).toContainText('Since January 3, 2025')
  await takeScreenshots(page, 'representative', { visible: own })
  await app.pool`
    update vote_events set direction = 'against'
     where bill_id = ${bill_id} and organization = 'us/senate' and counts_for_agreement`
  await page.reload()
  await expect(own).toContainText(
    'You supported it. Voted no on June 17, 2025. A yes was a vote against the bill.',
  )
  await page.goto('/representatives/nobody')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Representative not found')
})

// covers BEY-TERMS-07
test('the page of a representative lists their chambers, districts and parties with dates', async ({
  page,
  app,
}) => {
  const ann = await app.member(uniqueName('ann'))
  const rep_id = uniqueName('L')
  const house = { organization: 'us/house', title: 'U.S. Representative', government_level: 'federal' }
  const terms = [
    ['2015-01-06', '2017-01-03', '4', 'Republican'],
    ['2017-01-03', '2019-01-03', '4', 'Republican'],
    ['2019-01-03', '2021-01-03', '11', 'Republican'],
    ['2021-01-03', '2023-01-03', '11', 'Democratic'],
  ].map(([valid_from, valid_to, number, party]) =>
    Object.assign({ valid_from, valid_to, party, district: `NY-${number}` }, house, {
      division: `${state}/cd:${number}`,
    }),
  )
  const senate = {
    organization: 'us/senate',
    title: 'U.S. Senator',
    government_level: 'federal',
    division: state,
    district: 'New York',
    party: 'Democratic',
    valid_from: '2023-01-03',
    valid_to: '2099-01-03',
  }
  const imported = readHurdPerson({
    rep_id,
    rep_name: 'Lou Vale',
    source_name: 'Test',
    terms: [...terms, senate],
  })
  async function* people() {
    yield { file: 'people.jsonl', record: 'line 1', imported }
  }
  expect(await importPeople(app.pool, people())).toMatchObject({ inserted: 1, refused: 0 })
  await signIn(page, ann)
  await page.goto(`/representatives/${rep_id}`)
  const rows = page.getByRole('table', { name: 'Terms of office' }).getByRole('row')
  await expect(rows).toHaveText([
    /Dates/,
    /Since January\s3,\s2023\s*U\.S\. Senator, New York\s*New office: was U\.S\. Representative\s*Democratic/,
    /January\s3,\s2021 to January\s3,\s2023\s*U\.S\. Representative, NY-11\s*New party: was Republican\s*Democratic/,
    /January\s3,\s2019 to January\s3,\s2021\s*U\.S\. Representative, NY-11\s*New district: was NY-4\s*Republican/,
    /January\s6,\s2015 to January\s3,\s2019\s*U\.S\. Representative, NY-4\s*2 terms\s*Republican/,
  ])
  await takeScreenshots(page, 'representative-terms', { visible: rows.last() })
})

// covers BEY-TERMS-07
test('the page of somebody who was elected says when they take office', async ({ page, app }) => {
  const rep_id = uniqueName('next-')
  await app.representative(rep_id, { rep_name: 'Nell Next', valid_from: '2099-01-03' })
  await signIn(page, await app.member(uniqueName('ann')))
  await page.goto(`/representatives/${rep_id}`)
  await expect(page.getByText('Takes office on January 3, 2099')).toBeVisible()
  await expect(page.getByText('No longer in office')).toHaveCount(0)
})

// covers BEY-VOTES-22
test('the newest votes of a representative stay in view when more cannot be loaded, which only a press retries', async ({
  page,
  app,
}) => {
  const rep_id = uniqueName('votes-')
  await app.representative(rep_id, { rep_name: 'Ada Votes' })
  await app.pool`
    insert into vote_events (vote_key, organization, legislative_session, voted_on, motion_text, motion_classification,
                             direction, counts_for_agreement, is_complete, source_name, content_hash)
    select ${rep_id}::text || n, 'us/senate', '119', date '2025-05-31' - n, 'Motion ' || n, 'procedural', 'none', false, true,
           'Test records', sha256('vote')
      from generate_series(1, 11) n`
  await app.pool`
    insert into person_votes (vote_event_id, position, option, voter_name, voted_on, rep_id)
    select vote_event_id, 1, 'yes', 'Ada Votes', voted_on, ${rep_id}::text
      from vote_events where vote_key like ${`${rep_id}%`}`
  await signIn(page, await app.member(uniqueName('ann')))
  await page.goto(`/representatives/${rep_id}`)
  const votes = page.getByRole('region', { name: 'Recent votes' })
  const more = /\/votes\?.*limit=40/
  let reads = 0
  await page.route(more, (route) => {
    reads += 1
    return refuseWith('Not now')(route)
  })
  await votes.getByRole('button', { name: 'Show more votes' }).press('Enter')
  await expect(votes.getByText('The votes could not be loaded.')).toBeVisible()
  await expect(votes.getByRole('listitem')).toHaveCount(10)
  await reconnect(page)
  expect(reads).toBe(1)
  await page.unroute(more)
  await votes.getByRole('button', { name: 'Try Again' }).press('Enter')
  await expect(votes.getByRole('link', { name: 'Motion 11' })).toBeFocused()
  await expect(votes.getByRole('listitem')).toHaveCount(11)
})

test('a vote that does not exist is not found', async ({ page, app }) => {
  const ann = await app.member(uniqueName('ann'))
  await signIn(page, ann)
  await page.goto('/votes/00000000-0000-4000-8000-000000000000')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Vote not found')
})

// covers HURD-LARGETEXT-01
for (const [way, enlarge] of Object.entries(enlargements)) {
  test(`with ${way}, the page of a vote does not scroll sideways on a phone`, async ({ page, app }) => {
    const { maya, bill_id } = await votedBill(app)
    const [event] = (await maya.call(listBillVotes, { id: bill_id })).vote_events
    await page.setViewportSize({ width: 390, height: 844 })
    await enlarge(page)
    await signIn(page, maya)
    await page.goto(`/votes/${event!.vote_event_id}`)
    await expect(page.getByRole('table')).toBeVisible()
    expect(await sidewaysOverflow(page)).toBe(0)
    expect(await brokenWords(page)).toEqual([])
  })
}

// covers HURD-ATTEND-01
test('attendance is shown from two hundred votes on, and says which votes are meant', async ({
  page,
  app,
}) => {
  const reader = await app.member(uniqueName('reader'))
  for (const [years, text] of [
    [[[2025, 199, 180]], null],
    [[[2025, 200, 180]], 'In 2025 they voted in 180 of the 200 votes in Hurd.'],
    [
      [
        [2026, 3, 3],
        [2025, 200, 180],
      ],
      'In 2025 they voted in 180 of the 200 votes in Hurd, and in 183 of 203 in all years.',
    ],
    [
      [
        [2025, 100, 90],
        [2024, 100, 90],
      ],
      'In all years they voted in 180 of the 200 votes in Hurd.',
    ],
  ] as const) {
    const rep_id = uniqueName('attends-')
    await app.representative(rep_id, { rep_name: 'Ada Attends' })
    for (const [year, listed, voted] of years) {
      await app.pool`insert into attendance_by_year (rep_id, year, listed, voted) values (${rep_id}, ${year}, ${listed}, ${voted})`
    }
    await signIn(page, reader)
    await page.goto(`/representatives/${rep_id}`)
    await expect(page.getByRole('heading', { name: 'Recent votes' })).toBeVisible()
    await expect(page.getByText(/they voted in/)).toHaveText(text === null ? [] : [text])
  }
})
