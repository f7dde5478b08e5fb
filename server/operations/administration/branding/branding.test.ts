import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { forgotPassword } from '#contract/accounts/accounts.ts'
import { sendTestEmail } from '#contract/administration/administration.ts'
import { getBranding, saveBranding } from '#contract/branding/branding.ts'
import { selectBranding } from '#server/platform/branding/branding.ts'
import { mailsTo } from '#server/testing/external/mailbox.ts'
import { makePageFrame } from '#server/testing/pageFrame.ts'
import { operator, recordsBy } from '#server/testing/setups/operators.ts'
import { startTestServer, type Person, type TestServer } from '#server/testing/testServer.ts'

const publicFolder = fileURLToPath(new URL('../../../../public', import.meta.url))
const Manifest = z.object({
  name: z.string(),
  start_url: z.string(),
  theme_color: z.string(),
  icons: z.array(z.object({ src: z.string(), sizes: z.string() })),
})

let app: TestServer
let ada: Person
beforeAll(async () => {
  app = await startTestServer({}, await makePageFrame())
  ada = await operator(app, 'ada', 'administrator')
})
afterAll(() => app.close())

const springfield = {
  name: "Springfield's Forum",
  contact_email: 'Hello@Example.org',
  contact_text: '1 Main Street\nSpringfield, IL 62701\n(217) 555-0100',
  election_law_line: 'Paid for by Citizens of Springfield',
  brand_color: '#1A5FB4',
  terms: 'Be kind.\n\nStay on topic.\nVote.',
  privacy: 'https://example.org/privacy',
}

let version = 0
beforeEach(async () => {
  version = (await ada.call(getBranding, {})).branding.version
})

async function save(fields: Partial<typeof springfield>) {
  const { branding } = await ada.call(saveBranding, { ...springfield, ...fields, version })
  version = branding.version
  return branding
}

// covers HURD-BRAND-01
test('an instance without saved branding presents itself as Hurd', async () => {
  const { branding } = await ada.call(getBranding, {})
  expect(branding).toEqual({
    name: 'Hurd',
    contact_email: '',
    contact_text: '',
    election_law_line: '',
    brand_color: '',
    logo: null,
    terms: '',
    privacy: '',
    version: 0,
    updated_at: null,
  })
  await ada.call(sendTestEmail, {})
  const [email] = await mailsTo(app, 'ada@example.org')
  expect(email).toMatchObject({ subject: 'Test email from Hurd' })
  expect(email?.text).toContain(`Hurd, your platform for civic engagement\nhttp://localhost:3000\n`)
})

// covers HURD-BRAND-02
test('only administrators with two-step sign-in read and change the branding', async () => {
  const maya = await app.member('maya')
  const mod = await operator(app, 'mod', 'moderator')
  const eve = await operator(app, 'eve', 'administrator')
  await app.pool`delete from second_factors where user_id = ${eve.user_id}`
  for (const [person, refusal] of [
    [maya, 'not_found'],
    [mod, 'not_found'],
    [eve, 'operator_needs_second_factor'],
  ] as const) {
    expect(await person.refusal(getBranding, {})).toBe(refusal)
    expect(await person.refusal(saveBranding, { ...springfield, version })).toBe(refusal)
  }
  expect(await app.pool`select from instance_branding`).toEqual([])
})

// covers HURD-BRAND-03
test('saved branding is trimmed, and the audit log names the fields that changed', async () => {
  expect(await save({ name: '  Springfield’s Forum  ' })).toMatchObject({
    name: 'Springfield’s Forum',
    contact_email: 'hello@example.org',
    version: 1,
  })
  expect(await save({ name: 'Springfield’s Forum', contact_text: '' })).toMatchObject({ version: 2 })
  expect(await save({ name: 'Springfield’s Forum', contact_text: '' })).toMatchObject({ version: 2 })
  const records = (await recordsBy(app, ada)).filter(({ action }) => action === 'branding_saved')
  expect(records.map(({ detail }) => detail)).toEqual([
    {
      changed: 'name, contact_email, contact_text, election_law_line, brand_color, terms, privacy',
      version: 1,
    },
    { changed: 'contact_text', version: 2 },
  ])
  expect(JSON.stringify(records)).not.toContain('Springfield')
})

// covers HURD-BRAND-03
test.each([
  ['name', ''],
  ['name', 'x'.repeat(41)],
  ['name', 'Two\nlines'],
  ['name', 'Name <mail>'],
  ['name', '\u200b\u200b'],
  ['contact_email', 'not an address'],
  ['contact_text', 'x'.repeat(301)],
  ['election_law_line', 'x'.repeat(301)],
  ['election_law_line', 'Paid for by\nsomebody'],
  ['brand_color', 'purple'],
  ['brand_color', '#ffcc00'],
  ['brand_color', '#1a5fb4;}*{display:none'],
  ['terms', 'x'.repeat(20_001)],
  ['privacy', 'http://example.org/privacy'],
])('an invalid field %s is named in the response, and nothing is saved: %j', async (field, value) => {
  const response = await app.send('PUT', '/api/administration/branding', {
    headers: { authorization: `Bearer ${ada.token}` },
    body: { ...springfield, [field]: value, version },
  })
  expect(response).toMatchObject({ status: 400, body: { code: 'invalid_request' } })
  expect(Object.keys(Object(response.body['fields']))).toEqual([field])
  expect((await selectBranding(app.pool)).version).toBe(version)
})

function outcome(call: Promise<unknown>): Promise<string> {
  return call.then(
    () => 'saved',
    () => 'refused',
  )
}

// covers HURD-BRAND-04
test('of two administrators who save at the same time, one is refused and overwrites nothing', async () => {
  const bea = await operator(app, 'bea', 'administrator')
  const codes = await Promise.all([
    outcome(ada.call(saveBranding, { ...springfield, name: 'First', version })),
    outcome(bea.call(saveBranding, { ...springfield, name: 'Second', version })),
  ])
  expect(codes.toSorted()).toEqual(['refused', 'saved'])
  const stored = await selectBranding(app.pool)
  expect(stored.version).toBe(version + 1)
  const refusedName = stored.name === 'First' ? 'Second' : 'First'
  expect(await ada.refusal(saveBranding, { ...springfield, name: refusedName, version })).toBe(
    'branding_changed',
  )
  // Saving the same values again, as after a lost response, is not a conflict.
  const repeated = await ada.call(saveBranding, { ...springfield, name: stored.name, version })
  expect(repeated.branding.version).toBe(stored.version)
})

describe('an instance with branding', () => {
  beforeEach(() => save({}))

  // covers HURD-BRAND-05
  test('sends emails in its name, with its contact and the election-law line', async () => {
    const zoe = await app.member('zoe')
    await zoe.call(forgotPassword, { email: zoe.email })
    const [email] = await mailsTo(app, zoe.email)
    expect(email?.subject).toBe("Reset your Springfield's Forum password")
    expect(email?.text).toContain("the Springfield's Forum account")
    expect(email?.text).not.toContain('Hurd')
    expect(email?.text).toContain(
      [
        "Springfield's Forum, your platform for civic engagement",
        'Paid for by Citizens of Springfield',
        '1 Main Street',
        'Springfield, IL 62701',
        '(217) 555-0100',
        'hello@example.org',
      ].join('\n'),
    )
    expect(email?.html).toContain('Springfield&#39;s Forum')
    expect(email?.html).toContain('Paid for by Citizens of Springfield<br>1 Main Street')
  })

  // covers HURD-BRAND-06
  test('has its name on the pages that the server writes, and its text cannot become markup', async () => {
    await save({ contact_text: '<b>1 Main</b>', election_law_line: 'Paid & run by "us"' })
    const page = await (await fetch(`${app.origin}/us/119/hr/1`)).text()
    expect(page).toContain('<title>We can’t find this bill · Springfield&#39;s Forum</title>')
    expect(page).toContain('aria-label="Springfield&#39;s Forum home"')
    expect(page).toContain('<p class="paidFor">Paid &amp; run by &quot;us&quot;</p>')
    expect(page).toContain('&lt;b&gt;1 Main&lt;/b&gt;')
    expect(page).not.toContain('Hurd')
  })

  // covers HURD-BRAND-12
  test('refuses a color with too little contrast, and says what to do', async () => {
    const response = await app.send('PUT', '/api/administration/branding', {
      headers: { authorization: `Bearer ${ada.token}` },
      body: { ...springfield, brand_color: '#ffcc00', version },
    })
    expect(Object(response.body['fields']).brand_color).toMatch(/^Choose a darker color/)
  })

  // covers HURD-BRAND-13
  test('has its color on the pages that the server writes, permitted by its hash and nothing else', async () => {
    const response = await fetch(`${app.origin}/us/119/hr/1`)
    const page = await response.text()
    const [, css = ''] = /<style>(:root\{.*?)<\/style><\/head>/.exec(page) ?? []
    expect(css).toContain('--color-brand:#1a5fb4;')
    expect(css).toContain("@media screen{:root[data-theme='dark']{--color-brand:#")
    const hash = createHash('sha256').update(css).digest('base64')
    const policy = response.headers.get('content-security-policy') ?? ''
    expect(policy).toContain(`'sha256-${hash}'`)
    expect(policy).not.toContain('unsafe')
    await save({ brand_color: '' })
    const plain = await fetch(`${app.origin}/us/119/hr/1`)
    expect(await plain.text()).not.toContain('--color-brand:')
    expect(plain.headers.get('content-security-policy')).not.toContain(hash)
  })

  // covers HURD-BRAND-14
  test('publishes its terms as text, and its privacy policy at its own link', async () => {
    await save({ terms: 'Be <b>kind</b>.\r\n\r\nStay on topic.\nVote.' })
    const terms = await fetch(`${app.origin}/terms`)
    expect(terms.status).toBe(200)
    const page = await terms.text()
    expect(page).toContain('<title>Terms · Springfield&#39;s Forum</title>')
    expect(page).toContain('<p>Be &lt;b&gt;kind&lt;/b&gt;.</p>')
    expect(page).toContain('<p>Stay on topic.<br />Vote.</p>')
    expect(page).toContain('<a href="/terms">Terms</a>')
    expect(page).toContain('<a href="https://example.org/privacy">Privacy</a>')
    const privacy = await fetch(`${app.origin}/privacy`, { redirect: 'manual' })
    expect([privacy.status, privacy.headers.get('location')]).toEqual([302, 'https://example.org/privacy'])
    await save({ terms: '', privacy: '' })
    for (const path of ['/terms', '/privacy']) {
      const missing = await fetch(app.origin + path)
      expect(missing.status).toBe(404)
      const page = await missing.text()
      expect(page).toContain('has not published this page')
      expect(page, 'the footer leads to what is missing').toContain(`<a href="${path}">`)
    }
  })

  // covers HURD-FOOTER-03
  test('has a page about itself, which gives its contact or says that there is none', async () => {
    await save({})
    const about = await fetch(`${app.origin}/about`)
    expect(about.status).toBe(200)
    const page = await about.text()
    expect(page).toContain('About Springfield&#39;s Forum</h1>')
    expect(page).toContain('<a href="/about">About</a>')
    expect(page.split('<a href="mailto:hello@example.org">')).toHaveLength(3)
    expect(page).not.toContain('/about#contact')
    await save({ contact_email: '', contact_text: '' })
    const without = await (await fetch(`${app.origin}/about`)).text()
    expect(without).toContain('The people who run Springfield&#39;s Forum have not published a contact.')
    expect(without).toContain('<a href="/about#contact">Contact</a>')
  })

  // covers HURD-FOOTER-02
  test('links to the description of its public API unless the API is off', async () => {
    const link = '<a href="/api/public/v1/openapi.json">Public API</a>'
    expect(await (await fetch(`${app.origin}/about`)).text()).toContain(link)
    const closed = await startTestServer({ publicApi: false }, await makePageFrame())
    expect(await (await fetch(`${closed.origin}/about`)).text()).not.toContain('Public API')
    await closed.close()
  })

  // covers HURD-BRAND-07
  test('answers programs with its branding, and with 304 while nothing has changed', async () => {
    const response = await fetch(`${app.origin}/api/branding`)
    expect(await response.json()).toEqual({
      success: true,
      branding: {
        name: springfield.name,
        contact_email: 'hello@example.org',
        contact_text: springfield.contact_text,
        election_law_line: springfield.election_law_line,
        brand_color: '#1a5fb4',
        logo: null,
        terms_url: '/terms',
        privacy_url: 'https://example.org/privacy',
        registration: 'code',
        sections: ['elections', 'news'],
        translations: [],
        version,
      },
    })
    const etag = response.headers.get('etag') ?? ''
    const again = await fetch(`${app.origin}/api/branding`, { headers: { 'if-none-match': etag } })
    expect(again.status).toBe(304)
    await save({ name: 'Another name' })
    const changed = await fetch(`${app.origin}/api/branding`, { headers: { 'if-none-match': etag } })
    expect(changed.status).toBe(200)
  })
})

// covers HURD-BRAND-07
test('another process notices a change at its next poll', async () => {
  await save({})
  await app.pool`update instance_branding set name = 'Changed elsewhere', version = version + 1`
  const name = async () => {
    const { body } = await app.send('GET', '/api/branding')
    return Object(body['branding']).name
  }
  await expect.poll(name, { timeout: 15_000 }).toBe('Changed elsewhere')
})

// covers HURD-INSTALL-01
test('the app is installed under the name of the instance, with icons of the stated sizes', async () => {
  await save({})
  const response = await fetch(`${app.origin}/manifest.webmanifest`)
  expect(response.headers.get('content-type')).toBe('application/manifest+json; charset=utf-8')
  const manifest = Manifest.parse(await response.json())
  expect(manifest).toMatchObject({ name: springfield.name, start_url: '/feed', theme_color: '#1a5fb4' })
  expect(manifest.icons.map(({ sizes }) => sizes)).toEqual(['any', '192x192', '512x512', '512x512'])
  for (const { src, sizes } of manifest.icons) {
    const { width, height } = await sharp(join(publicFolder, src)).metadata()
    expect(sizes === 'any' ? width === height : sizes === `${width}x${height}`).toBe(true)
  }
})
