import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { register } from '#contract/accounts/accounts.ts'
import { takeStance } from '#contract/bills/bills.ts'
import { getFeaturedBill } from '#contract/bills/publicBills.ts'
import { readBranding } from '#contract/branding/branding.ts'
import { postComment } from '#contract/discussions.ts'
import { newKey, sessionCookieName } from '#server/platform/http/sessionCookie.ts'
import { makePageFrame } from '#server/testing/pageFrame.ts'
import { registrationForm } from '#server/testing/setups/registration.ts'
import { startTestServer, type Person, type TestServer } from '#server/testing/testServer.ts'

const reno = 'ocd-division/country:us/state:nv/place:reno'
const boise = 'ocd-division/country:us/state:id/place:boise'

let app: TestServer
let open: TestServer
let dist: string
beforeAll(async () => {
  dist = await makePageFrame()
  await writeFile(join(dist, 'index.html'), '<html><head><title>Hurd</title></head><body></body></html>')
  app = await startTestServer({}, dist)
  open = await startTestServer({ registration: 'open', sections: [] }, dist)
})
afterAll(async () => {
  await Promise.all([app.close(), open.close()])
  await rm(dist, { recursive: true })
})

async function read(path: string, headers: Record<string, string> = {}) {
  const response = await fetch(app.origin + path, { headers })
  return { status: response.status, headers: response.headers, html: await response.text() }
}

let lastNumber = 0
function member(full_name: string): Promise<Person> {
  lastNumber += 1
  return app.member(`first${lastNumber}`, { full_name, email_verified_at: '2026-01-01T00:00:00Z' })
}

/** Creates a bill on which ten people have a stance, and a reply that changed the mind of some of them. */
async function discussedBill(title: string, jurisdiction: string, changed: number) {
  const { bill_id } = await app.bill(title, {
    government_level: 'local',
    jurisdiction,
    summary: `Ferries run in summer. The bill would run them in winter too. It is called ${title}.`,
  })
  const [asker, answerer] = [await member('Rosa Ibarra'), await member('Wei-Ling Zhao')]
  const readers = await Promise.all(Array.from({ length: 8 }, () => member('Ann Reader')))
  for (const person of [asker, answerer, ...readers]) {
    await person.call(takeStance, { id: bill_id, stance: person === answerer ? 'support' : 'oppose' })
  }
  const say = { id: bill_id, category_id: 'general-discussion' as const }
  const { comment } = await asker.call(postComment, { ...say, content: 'How is that fair?' })
  const { comment: reply } = await answerer.call(postComment, {
    ...say,
    content: 'It is not.',
    parent_comment_id: comment.comment_id,
  })
  for (const person of readers.slice(0, changed)) {
    await person.call(takeStance, {
      id: bill_id,
      stance: 'support',
      change_source: 'comment',
      comment_id: reply.comment_id,
    })
  }
  return { bill_id, asker, answerer }
}

// covers HURD-FIRST-01
describe('the bill on the sign-in page', () => {
  test('a visitor sees the bill of a place whose discussion changed most minds, with that comment', async () => {
    const { answerer, asker } = await discussedBill('Reno Ferry Act', reno, 3)
    await discussedBill('Boise Ferry Act', boise, 2)
    const quiet = await app.bill('Quiet Act', { government_level: 'local', jurisdiction: reno })
    await asker.call(takeStance, { id: quiet.bill_id, stance: 'oppose' })

    const { places, bill } = await app.visitor.call(getFeaturedBill, {})
    expect(places.map(({ name }) => name)).toEqual(['Reno, NV', 'Boise, ID'])
    expect(bill).toMatchObject({
      title: 'Reno Ferry Act',
      sentence: 'The bill would run them in winter too.',
      support_count: 4,
      oppose_count: 6,
      change_count: 3,
      comment: { author: 'Wei-Ling Z.', content: 'It is not.', stance: 'support' },
      answered: { author: 'Rosa I.', content: 'How is that fair?', stance: 'oppose' },
    })
    expect(JSON.stringify(bill)).not.toContain(answerer.user_id)

    const other = await app.visitor.call(getFeaturedBill, { place: boise })
    expect(other.bill?.title).toBe('Boise Ferry Act')
    const unknown = await app.visitor.call(getFeaturedBill, { place: 'ocd-division/country:us/state:zz' })
    expect(unknown.bill?.title).toBe('Reno Ferry Act')
  })

  test('a bill that its session ended is over, also if its source was not checked since', async () => {
    await app.pool`
      update bills set progress_reached = 'Passed the Council', progress_dots = '{completed,current,upcoming}',
                       status = 'rejected', ended_by = 'session', status_before_end = 'engrossed'
       where title = 'Boise Ferry Act'`
    const { bill } = await app.visitor.call(getFeaturedBill, { place: boise })
    expect(bill?.event).toBe('Passed the Council. The session ended · Final: it goes no further')
  })

  test('a comment whose author hides it is not shown, and what it answered is left out with its author', async () => {
    const { bill } = await app.visitor.call(getFeaturedBill, { place: reno })
    expect(bill?.answered).not.toBeNull()
    const [asker] = await app.pool<{ user_id: string }[]>`
      select c.user_id from bill_comments c join bills b using (bill_id)
       where b.title = 'Reno Ferry Act' and c.depth = 1`
    await app.pool`update users set public_comments = false where user_id = ${asker!.user_id}`
    const { bill: without } = await app.visitor.call(getFeaturedBill, { place: reno })
    expect(without).toMatchObject({ title: 'Reno Ferry Act', answered: null })
    await app.pool`update users set public_profile = false where full_name = 'Wei-Ling Zhao'`
    const { bill: hidden } = await app.visitor.call(getFeaturedBill, { place: reno })
    expect(hidden).toBeNull()
  })
})

// covers HURD-FIRST-02
describe('the list of bills for everyone', () => {
  test('a bill shows the day by which it is sorted, also if its stage is older', async () => {
    const dates = ['2026-12-01', '2026-12-02', '2026-12-03']
    for (const [index, day] of dates.entries()) {
      const bill = await app.bill(`Sorted Act ${index}`, { created_at: '2026-11-01T00:00:00.000Z' })
      await app.pool`
        insert into bill_actions (bill_id, position, acted_on, description, classification, stage, is_important)
        values (${bill.bill_id}, 0, ${day}, ${`Hearing ${index} & more`}, 'hearing', 'committee', false)`
      await app.pool`
        update bills set latest_action_on = ${day}, progress_reached = 'Sent to committee', progress_reached_on = '2026-12-02'
         where bill_id = ${bill.bill_id}`
    }
    const { html } = await read('/bills')
    const items = html.split('<li>').filter((item) => item.includes('Sorted Act'))
    expect(
      items.map((item) => /(\w+ \d+(, \d+)?): (<span lang="en">)?Hearing \d &amp; more/.exec(item)?.[1]),
    ).toEqual([expect.stringContaining('December 3'), undefined, expect.stringContaining('December 1')])
  })

  test('a visitor without JavaScript reads the newest bills first, page by page, and opens their pages', async () => {
    const bills = await Promise.all(
      Array.from({ length: 22 }, (_, index) =>
        app.bill(`Listed Act ${index}`, { created_at: new Date(Date.UTC(2027, 0, 1 + index)).toISOString() }),
      ),
    )
    const { bill_id } = await app.bill('Invented Act', { created_at: '2028-01-01T00:00:00.000Z' })
    await app.pool`update bills set source_name = 'Demonstration' where bill_id = ${bill_id}`
    const first = await read('/bills')
    expect(first.status).toBe(200)
    const titles = [...first.html.matchAll(/<h2 lang="en"><a href="([^"]+)">([^<]+)</g)].map(
      ([, url, name]) => ({
        url,
        name,
      }),
    )
    expect(titles).toHaveLength(20)
    expect(titles[0]).toEqual({ url: `/${bills[21]!.path}`, name: 'Listed Act 21' })
    expect(first.html).not.toContain('Invented Act')
    expect(first.html).toContain('<link rel="canonical" href="http://localhost:3000/bills" />')
    expect(first.html).toContain('rel="next" href="/bills?page=2"')
    expect(first.html).not.toContain('rel="prev"')
    expect((await read(titles[0]!.url!)).status).toBe(200)

    const second = await read('/bills?page=2')
    expect(second.html).toContain('Listed Act 1<')
    expect(second.html).toContain('<link rel="canonical" href="http://localhost:3000/bills?page=2" />')
    expect(second.html).toContain('rel="prev" href="/bills"')
  })

  test.each(['0', '2.5', 'two', '501', '99'])('a page %s that does not exist answers 404', async (number) => {
    const { status, html } = await read(`/bills?page=${number}`)
    expect(status).toBe(404)
    expect(html).toContain('href="/bills"')
  })
})

// covers HURD-FIRST-03
describe('an address that leads nowhere', () => {
  test.each(['/nonsense', '/groups/a/b', '/feed/old', '/settings/x'])(
    '%s answers a visitor with 404',
    async (path) => {
      const { status, html, headers } = await read(path)
      expect(status).toBe(404)
      expect(headers.get('cache-control')).toBe('no-cache')
      expect(html).toContain('There is nothing at this address')
      for (const link of ['href="/bills"', 'href="/login"', 'How do I get a code?']) {
        expect(html).toContain(link)
      }
    },
  )

  test('a browser with a session gets the app, which says so, and screens are never 404', async () => {
    const cookie = `${sessionCookieName('http://localhost:3000')}=${newKey()}`
    expect((await read('/nonsense', { cookie })).status).toBe(200)
    for (const path of [
      '/',
      '/login',
      '/feed',
      '/groups/1',
      '/moderation/cases/comment/1',
      '/administration/codes',
    ]) {
      expect([path, (await read(path)).status]).toEqual([path, 200])
    }
    expect((await fetch(`${app.origin}/api/nonsense`)).status).toBe(404)
  })
})

describe('a section that the instance does not show', () => {
  // covers HURD-SECTIONS-01
  test('its address leads nowhere for a visitor, and the pages of the app know it', async () => {
    for (const path of ['/elections', '/news']) {
      expect([path, (await read(path)).status]).toEqual([path, 200])
      expect([path, (await fetch(open.origin + path)).status]).toEqual([path, 404])
    }
    const page = await (await fetch(`${open.origin}/feed`)).text()
    expect(page).toContain('"registration":"open","sections":[]')
  })
})

// covers HURD-OPEN-01
describe('registration that is open to everyone', () => {
  test('nobody needs a code, a code that is sent is still checked and counted, and the pages say so', async () => {
    const { user } = await open.visitor.call(register, registrationForm('free', { access_code: '' }))
    expect(user.username).toBe('free')
    expect(
      await open.visitor.refusal(register, registrationForm('wrong', { access_code: 'NO-SUCH-CODE' })),
    ).toBe('invalid_access_code')
    await open.pool`insert into access_codes (code, max_uses) values ('INVITED-1', 1)`
    await open.visitor.call(register, registrationForm('invited', { access_code: 'invited-1' }))
    expect(await open.pool`select code, uses from access_codes`).toEqual([{ code: 'INVITED-1', uses: 1 }])
    const members = await open.pool`select username, access_code from users order by username`
    expect(members).toEqual([
      { username: 'free', access_code: null },
      { username: 'invited', access_code: 'INVITED-1' },
    ])

    const { branding } = await open.visitor.call(readBranding, {})
    expect(branding).toMatchObject({ registration: 'open', sections: [] })
    const { path } = await open.bill('Open Act')
    const page = await (await fetch(`${open.origin}/${path}`)).text()
    expect(page).toContain('Joining is open to everyone.')
    expect(page).not.toContain('access code')
    expect(await (await fetch(`${open.origin}/nonsense`)).text()).not.toContain('How do I get a code?')
  })

  test('an instance with codes refuses a registration without one, and says so', async () => {
    const response = await app.send('POST', '/api/auth/register', {
      body: registrationForm('nobody', { access_code: '' }),
    })
    expect(response.status).toBe(400)
    expect(response.body).toMatchObject({ error: 'Access code is required' })
    const { branding } = await app.visitor.call(readBranding, {})
    expect(branding).toMatchObject({ registration: 'code', sections: ['elections', 'news'] })
  })
})
