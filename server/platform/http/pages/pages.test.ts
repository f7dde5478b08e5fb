import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '#server/testing/testServer.ts'

let dist: string
let app: TestServer

beforeAll(async () => {
  dist = await mkdtemp(join(tmpdir(), 'hurd-pages-'))
  for (const name of ['index', 'login', 'feed']) {
    const head = `<script>start("${name}")</script><style data-file="/a.css">b{}</style>`
    await writeFile(join(dist, `${name}.html`), `<head>${head}</head>`)
  }
  await mkdir(join(dist, 'es'))
  await writeFile(
    join(dist, 'es/index.html'),
    '<html lang="es"><script>start("es")</script><noscript><p>Hurd </p></noscript>',
  )
  const shadow = '<template shadowrootmode="open"><style>i{}</style><!--bill--></template>'
  await writeFile(join(dist, 'bill.html'), `<script>start("bill")</script>${shadow}<div id="root"></div>`)
  app = await startTestServer({}, dist)
})

afterAll(async () => {
  await app.close()
  await rm(dist, { recursive: true })
})

test.each([
  ['/', 'index'],
  ['/groups', 'index'],
  ['/login', 'login'],
  ['/login?view=register', 'index'],
  ['/feed?highlight=x', 'feed'],
  ['/dashboard', 'feed'],
])(
  '%s gets the page %s, whose policy permits its own script and styles and nothing else',
  async (path, name) => {
    const response = await fetch(app.origin + path)
    expect(await response.text()).toContain(`start("${name}")`)
    const policy = response.headers.get('content-security-policy')?.split('; ')
    expect(policy).toContain(`script-src 'self' ${hash(`start("${name}")`)}`)
    expect(policy).toContain(`style-src 'self' ${hash('b{}')}`)
    expect(policy).toContain('trusted-types service-worker')
  },
)

// covers HURD-SPEED-08
test('the page of a link that opens a bill contains the bill, escaped, and its policy permits the styles of the bill', async () => {
  const { bill_id } = await app.bill('Nets & <b>Boats</b>', { summary: 'Would repair $& nets.' })
  const response = await fetch(`${app.origin}/feed?highlight=${bill_id}`)
  const page = await response.text()
  expect(page).toContain('start("bill")')
  expect(page).toMatch(
    /<h1 class="title" lang="en">Nets &amp; &lt;b&gt;Boats&lt;\/b&gt;<\/h1>[^]*Would repair \$&amp; nets\.[^]*<\/template>/,
  )
  // The stance of a member is not known to the server, so its buttons are hidden and none is chosen.
  expect(page).toMatch(/<section class="[^"]*ownStance[^"]*"[^>]* hidden>/)
  expect(page).not.toContain('aria-checked')
  expect(response.headers.get('cache-control')).toBe('no-cache')
  const policy = response.headers.get('content-security-policy')?.split('; ')
  expect(policy).toContain(`style-src 'self' ${hash('i{}')}`)
  expect(policy).toContain(`script-src 'self' ${hash('start("bill")')}`)
})

// covers HURD-SPEED-08
test('without such a bill, and on other pages, the page has no bill and no place for one', async () => {
  const { bill_id } = await app.bill('Elsewhere')
  const unknown = '00000000-0000-4000-8000-000000000000'
  for (const path of [`/feed?highlight=${unknown}`, '/feed', `/dashboard?highlight=${bill_id}`]) {
    expect(await (await fetch(app.origin + path)).text()).toContain('start("feed")')
  }
  expect((await fetch(`${app.origin}/bill.html`)).status).toBe(404)
})

// covers HURD-LANGUAGE-04
test.each([
  ['/groups', { 'accept-language': 'es-MX,es;q=0.9,en;q=0.8' }, 'es'],
  ['/groups', { 'accept-language': 'ES-MX, es, en' }, 'es'],
  ['/groups', { 'accept-language': 'en;q=0.8, es;q=0.8' }, 'en'],
  ['/groups', { 'accept-language': 'es;q=0, *;q=0.1' }, 'en'],
  ['/groups', { 'accept-language': 'fr, en;q=0.5, es;q=0.2' }, 'en'],
  ['/groups', { 'accept-language': 'fr' }, 'en'],
  ['/groups', {}, 'en'],
  ['/groups?lang=es', { 'accept-language': 'en' }, 'es'],
  ['/groups', { cookie: 'a=b; hurd_language=es', 'accept-language': 'en' }, 'es'],
  ['/groups?lang=en', { cookie: 'hurd_language=es' }, 'en'],
  ['/groups?lang=xx', { cookie: 'hurd_language=../es' }, 'en'],
])('%s with %o is in the language %s', async (path, headers, language) => {
  const response = await fetch(app.origin + path, { headers })
  const page = await response.text()
  expect(page).toContain(language === 'es' ? 'start("es")' : 'start("index")')
  expect(response.headers.get('vary')).toContain('accept-language')
  if (language === 'es') expect(page).toContain('aria-label="Idioma"')
})

// covers HURD-LANGUAGE-04
test('a link that chooses the language is remembered by the browser, and a wrong one is not', async () => {
  expect(await cookieOf('/groups?lang=es')).toMatch(
    /^hurd_language=es; Max-Age=34560000; Path=\/; SameSite=Lax/,
  )
  expect(await cookieOf('/groups?lang=xx')).toBeNull()
  expect(await cookieOf('/groups')).toBeNull()
})

// covers HURD-LANGUAGE-04
test('a refused request is answered in the language of the browser, with the same code', async () => {
  expect(await readRefusal('en')).toMatchObject({ code: 'not_found', error: 'Not found' })
  expect(await readRefusal('es')).toMatchObject({ code: 'not_found', error: 'No se encontró' })
})

test('the policy of an API response permits no script in the page', async () => {
  const { headers } = await fetch(`${app.origin}/api/health`)
  expect(headers.get('content-security-policy')?.split('; ')).toContain("default-src 'none'")
})

async function cookieOf(path: string): Promise<string | null> {
  return (await fetch(app.origin + path)).headers.get('set-cookie')
}

async function readRefusal(language: string): Promise<unknown> {
  return (await fetch(`${app.origin}/api/nowhere`, { headers: { 'accept-language': language } })).json()
}

function hash(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`
}
