import { rm } from 'node:fs/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { listAmendments } from '#contract/bills/billParts.ts'
import { takeStance } from '#contract/bills/bills.ts'
import { deleteComment, postComment, voteOnComment } from '#contract/discussions.ts'
import { updatePrivacy } from '#contract/people.ts'
import { defaultLimits } from '#server/platform/settings/limitSettings.ts'
import { setParts } from '#server/testing/billParts.ts'
import { makePageFrame } from '#server/testing/pageFrame.ts'
import { storeText } from '#server/testing/setups/records/billTexts.ts'
import { startTestServer, type Person, type TestServer } from '#server/testing/testServer.ts'

const reno = 'ocd-division/country:us/state:nv/place:reno'

let app: TestServer
let dist: string
let statements: string[] = []
beforeAll(async () => {
  dist = await makePageFrame()
  app = await startTestServer({}, dist, {
    // Statements of workers are ignored, because workers send them at any time.
    observe: ({ name }) => {
      if (/^(publishing|legislation)\//.test(name)) statements.push(name)
    },
  })
})
afterAll(async () => {
  await app.close()
  await rm(dist, { recursive: true })
})

async function open(path: string, headers: Record<string, string> = {}) {
  statements = []
  const response = await fetch(app.origin + path, { headers })
  return { status: response.status, headers: response.headers, html: await response.text() }
}

async function say(person: Person, id: string, content: string): Promise<string> {
  const input = { id, content, category_id: 'general-discussion' as const }
  return (await person.call(postComment, input)).comment.comment_id
}

let lastNumber = 0
function resident(full_name: string): Promise<Person> {
  lastNumber += 1
  const verified = { full_name, email_verified_at: '2026-01-01T00:00:00Z' }
  return app.resident(`page${lastNumber}`, reno, verified)
}

describe('the page of a shared bill', () => {
  // covers HURD-SHARED-01 HURD-SHARED-11
  test('shows the bill, its progress, its counts and its digest, with two statements', async () => {
    const { bill_id, path } = await app.bill('Ferry Act', {
      bill_code: 'A.B. 12',
      government_level: 'state',
      jurisdiction: 'ocd-division/country:us/state:nv',
      status: 'engrossed',
      summary: 'Would run ferries.',
    })
    const actions = Array.from({ length: 40 }, (_, index) => ({
      date: `2026-03-${String((index % 28) + 1).padStart(2, '0')}`,
      text: `Step ${index}.`,
      chamber: 'Assembly',
    }))
    const sponsors = [{ name: 'Jo Doe', party: 'R', role: 'Sponsor', district: 'District 2' }]
    const sections = {
      note: 'By Hurd.',
      sections: [{ number: '1', title: 'Ferries', content: 'On Sundays too.' }],
    }
    await setParts(app.pool, bill_id, { actions, sponsors })
    await storeText(app, bill_id, { bill_sections: sections })
    await (await resident('Ana Torres')).call(takeStance, { id: bill_id, stance: 'support' })

    const { status, html } = await open(`/${path}`)

    expect(status).toBe(200)
    const shown = textOf(html)
    for (const words of [
      'STATE Nevada A.B. 12 Engrossed',
      'Ferry Act',
      'Would run ferries.',
      '1 person has taken a stance.',
      'SUPPORT 1 · 100%',
      'In plain words By Hurd. Ferries On Sundays too. Section 1',
      'One chamber has passed it. The other has not yet.',
      'Sponsor Jo Doe (R, District 2)',
      'Latest action',
      'Show 26 earlier steps',
      '10 steps before these are left out.',
      'Source: Test records',
      'No comments yet.',
    ]) {
      expect(shown).toContain(words)
    }
    expect(html).toContain('<time datetime="2026-03-28">March 28, 2026</time>')
    expect(html).toContain(`href="/login?view=register&amp;bill=${bill_id}"`)
    expect(html).toContain(`href="/login?bill=${bill_id}"`)
    expect(html).not.toMatch(/ style=| on\w+="/)
    // The first statement finds the bill at the address, and the second reads everything about the bill.
    expect(statements).toHaveLength(2)
  })

  // covers HURD-SHARED-01
  test('says how many cosponsors there are beyond those that are listed', async () => {
    const { bill_id, path } = await app.bill('Popular Act')
    const sponsors = Array.from({ length: 61 }, (_, index) => ({
      name: `Person ${index}`,
      party: null,
      role: index === 0 ? 'Sponsor' : 'Cosponsor',
      district: null,
    }))
    await setParts(app.pool, bill_id, { sponsors })
    const shown = textOf((await open(`/${path}`)).html)
    expect(shown).toContain('Person 3 and 57 more')
  })

  // covers HURD-SHARED-01 BEY-ANATOMY-15
  test('shows undated amendments after the newest, and counts no undated step as left out', async () => {
    const { bill_id, path } = await app.bill('Pier Act')
    await app.pool`
      insert into bill_amendments (amendment_id, bill_id, number, offered_on)
      values ('pier/1', ${bill_id}, 'Amdt. 1', null), ('pier/2', ${bill_id}, 'Amdt. 2', '2026-03-01'),
             ('pier/3', ${bill_id}, 'Amdt. 3', '2026-04-01')`
    await app.pool`
      insert into bill_actions (bill_id, position, acted_on, description, classification, stage, is_important)
      values (${bill_id}, 0, null, 'Undated', 'other', 'introduced', false),
             (${bill_id}, 1, '2026-02-01', 'Read', 'other', 'introduced', false)`
    const { html } = await open(`/${path}`)
    expect([...textOf(html).matchAll(/Amdt\. \d/g)].map(([number]) => number)).toEqual([
      'Amdt. 3',
      'Amdt. 2',
      'Amdt. 1',
    ])
    expect(textOf(html)).not.toContain('left out')
    const reader = await resident('Ida Moss')
    const { amendments } = await reader.call(listAmendments, { id: bill_id })
    expect(amendments.map(({ number }) => number)).toEqual(['Amdt. 3', 'Amdt. 2', 'Amdt. 1'])
  })

  // covers HURD-SHARED-03
  test('shows the comments that both sides agree with first, with a short name and no place', async () => {
    const { bill_id } = await app.bill('Trail Act')
    const [ana, ben] = [await resident('Ana Torres'), await resident('Ben Ames')]
    const [cora, dan] = [await resident('Cora Diaz'), await resident('Dan Ek')]
    const people = [ana, ben, cora, dan]
    const stances = ['support', 'oppose', 'support', 'oppose'] as const
    for (const [index, person] of people.entries()) {
      await person.call(takeStance, { id: bill_id, stance: stances[index] ?? 'support' })
    }
    const oneSided = await say(ana, bill_id, 'One side likes this.')
    const bridging = await say(ben, bill_id, 'Both sides\nlike this.')
    for (const person of [cora]) await person.call(voteOnComment, { id: oneSided, vote_type: 'upvote' })
    await dan.call(voteOnComment, { id: oneSided, vote_type: 'downvote' })
    for (const person of [ana, dan]) await person.call(voteOnComment, { id: bridging, vote_type: 'upvote' })
    for (let index = 0; index < 6; index += 1) await say(dan, bill_id, `Unread words ${index}.`)

    const { html } = await open(`/bills/${bill_id}`)

    const shown = textOf(html)
    expect(html).toContain('Both sides<br />like this.')
    expect(shown.indexOf('Both sides')).toBeLessThan(shown.indexOf('Unread words 5.'))
    expect(shown).toContain('Ben A. Opposes')
    expect(shown).toContain('2 upvotes')
    expect(shown).toContain('3 more comments. Join to read and reply')
    expect(html.match(/class="comment"/g)).toHaveLength(5)
    expect(html).not.toContain('One side likes this.')
    for (const secret of ['Reno', 'Ames', 'Nevada', ben.user_id, ben.username, '@example.org', 'Street of']) {
      expect(html).not.toContain(secret)
    }
  })

  // covers HURD-SHARED-04
  test('never shows a comment that is deleted or hidden, or whose author is suspended, deleted or private', async () => {
    const { bill_id } = await app.bill('Park Act')
    const author = async (name: string) => {
      const person = await resident(`${name} Person`)
      await person.call(takeStance, { id: bill_id, stance: 'support' })
      return { ...person, comment_id: await say(person, bill_id, `Words of ${name}.`) }
    }
    const [deleted, hidden] = [await author('Deleted'), await author('Hidden')]
    const [suspended, inactive] = [await author('Suspended'), await author('Inactive')]
    const [profileless, silent] = [await author('Profileless'), await author('Silent')]
    const stanceless = await author('Stanceless')
    expect(textOf((await open(`/bills/${bill_id}`)).html)).toContain('Supports')
    await deleted.call(deleteComment, { id: deleted.comment_id })
    await app.pool`
      update bill_comments set hidden_at = now() where comment_id = ${hidden.comment_id}`
    await app.pool`update users set account_status = 'suspended' where user_id = ${suspended.user_id}`
    await app.pool`update users set account_status = 'inactive' where user_id = ${inactive.user_id}`
    await profileless.call(updatePrivacy, { public_profile: false })
    await silent.call(updatePrivacy, { public_comments: false })
    await stanceless.call(updatePrivacy, { public_stances: false })

    const shown = textOf((await open(`/bills/${bill_id}`)).html)

    expect(shown.match(/Words of \w+/g)).toEqual(['Words of Stanceless'])
    expect(shown).toContain('Stanceless P.')
    expect(shown).not.toContain('Supports')
    for (const name of ['Deleted', 'Hidden', 'Suspended', 'Inactive', 'Profileless', 'Silent']) {
      expect(shown).not.toContain(name)
    }
  })

  // covers HURD-SHARED-05
  test('escapes everything that a source or a member wrote', async () => {
    const bad = `<img src=x onerror=alert(1)>"'&lt; $& $\``
    const { bill_id } = await app.bill(bad, {
      bill_code: bad,
      summary: bad,
      government_level: 'local',
      source_url: 'https://example.org/"><script>alert(1)</script>',
    })
    const action = { date: '2026-02-01', text: bad, chamber: bad }
    const sponsor = { name: bad, party: bad, role: bad, district: bad }
    const sections = { note: bad, sections: [{ number: bad, title: bad, content: bad }] }
    await app.pool`update bills set source_name = ${bad} where bill_id = ${bill_id}`
    await setParts(app.pool, bill_id, { actions: [action], sponsors: [sponsor] })
    await storeText(app, bill_id, { bill_sections: sections })
    const author = await resident(`<b>Bad</b> "Name"`)
    await say(author, bill_id, `${bad}\n</p><script>alert(2)</script>`)

    const { html } = await open(`/bills/${bill_id}?comment="><script>alert(3)</script>`)

    expect(html).not.toMatch(/<img|<b>Bad|<script>/)
    // The page contains two scripts: its own and its structured data.
    expect(html.match(/<script/g)).toHaveLength(2)
    expect(
      html.split('&lt;img src=x onerror=alert(1)&gt;&quot;&#39;&amp;lt; $&amp; $`').length,
    ).toBeGreaterThan(10)
  })
})

// covers BEY-OPEN-09
test('the page of a bill from LegiScan has the credit that its license requires', async () => {
  const { bill_id } = await app.bill('Credited Act')
  const credit = 'Legislative data by LegiScan (legiscan.com), CC BY 4.0'
  expect((await open(`/bills/${bill_id}`)).html).not.toContain(credit)
  await app.pool`update bills set source_name = 'LegiScan' where bill_id = ${bill_id}`
  expect((await open(`/bills/${bill_id}`)).html).toContain(credit)
})

describe('the response to a request for a shared bill', () => {
  // covers HURD-SHARED-06
  test('may be cached for a minute, and is 304 for a browser that has it', async () => {
    const { bill_id } = await app.bill('Cache Act')
    const first = await open(`/bills/${bill_id}`)
    expect(first.headers.get('cache-control')).toBe('public, max-age=60')
    const etag = first.headers.get('etag') ?? ''
    const again = await open(`/bills/${bill_id}`, { 'if-none-match': etag })
    expect([again.status, again.html]).toEqual([304, ''])
    await (await resident('Eve Hall')).call(takeStance, { id: bill_id, stance: 'oppose' })
    const changed = await open(`/bills/${bill_id}`, { 'if-none-match': etag })
    expect(changed.status).toBe(200)
    expect(textOf(changed.html)).toContain('OPPOSE 1 · 100%')
  })

  // covers HURD-SHARED-06
  test('is compressed for a browser that accepts it', async () => {
    const { bill_id } = await app.bill('Small Act')
    const plain = await open(`/bills/${bill_id}`, { 'accept-encoding': 'identity' })
    expect(plain.headers.get('content-encoding')).toBeNull()
    expect(plain.headers.get('vary')).toBe('accept, accept-encoding, accept-language, cookie')
    for (const encoding of ['br', 'gzip']) {
      const packed = await open(`/bills/${bill_id}`, { 'accept-encoding': encoding })
      expect(packed.headers.get('content-encoding')).toBe(encoding)
      expect(packed.html).toBe(plain.html)
    }
    const refused = await open(`/bills/${bill_id}`, { 'accept-encoding': 'br;q=0, gzip' })
    expect(refused.headers.get('content-encoding')).toBe('gzip')
  })

  // covers HURD-SHARED-07
  test('keeps the comment of the link in the links to join and to sign in', async () => {
    const { bill_id } = await app.bill('Link Act')
    const comment = '0192f0c0-0000-7000-8000-000000000000'
    const { html } = await open(`/bills/${bill_id}?comment=${comment}`)
    expect(html).toContain(`href="/login?view=register&amp;bill=${bill_id}&amp;comment=${comment}"`)
    expect(html).toContain(`href="/login?bill=${bill_id}&amp;comment=${comment}"`)
  })

  // covers HURD-SHARED-10
  test('a visitor who reads too much gets a page that says so', async () => {
    const limits = { anonymousReads: 1 }
    const busy = await startTestServer({ rateLimits: true, limits: { ...defaultLimits, ...limits } }, dist)
    const { path } = await busy.bill('Busy Act')
    expect((await fetch(`${busy.origin}/${path}`)).status).toBe(200)
    const refused = await fetch(`${busy.origin}/${path}`)
    expect(refused.status).toBe(429)
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(refused.headers.get('cache-control')).toBe('no-store')
    expect(textOf(await refused.text())).toContain('This page can’t be shown right now')
    for (const explained of ['/how-we-count', '/transparency', '/terms', '/privacy', '/about']) {
      const response = await fetch(busy.origin + explained)
      expect([response.status, response.headers.get('content-type')]).toEqual([
        429,
        'text/html; charset=utf-8',
      ])
    }
    const program = await fetch(`${busy.origin}/${path}.json`)
    expect([program.status, program.headers.get('vary')]).toEqual([429, 'accept'])
    expect(await program.json()).toMatchObject({ code: 'too_many_attempts' })
    await busy.close()
  })

  test('the frame of the page is not served by itself', async () => {
    expect((await open('/shared-bill.html')).status).toBe(404)
  })
})

/** Returns the text that a reader sees, with single spaces. */
function textOf(html: string): string {
  return html
    .slice(html.indexOf('<body'))
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/\s+/g, ' ')
}
