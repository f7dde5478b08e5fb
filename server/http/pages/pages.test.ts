import { createHash } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../testing/testServer.ts'

let dist: string
let app: TestServer

beforeAll(async () => {
  dist = await mkdtemp(join(tmpdir(), 'hurd-pages-'))
  for (const name of ['index', 'login', 'feed']) {
    const head = `<script>start("${name}")</script><style data-file="/a.css">b{}</style>`
    await writeFile(join(dist, `${name}.html`), `<head>${head}</head>`)
  }
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
    const answer = await fetch(app.origin + path)
    expect(await answer.text()).toContain(`start("${name}")`)
    const policy = answer.headers.get('content-security-policy')?.split('; ')
    expect(policy).toContain(`script-src 'self' ${hash(`start("${name}")`)}`)
    expect(policy).toContain(`style-src 'self' ${hash('b{}')}`)
    expect(policy).toContain("trusted-types 'none'")
  },
)

test('the policy of an API answer permits no script in the page', async () => {
  const { headers } = await fetch(`${app.origin}/api/health`)
  expect(headers.get('content-security-policy')?.split('; ')).toContain("script-src 'self'")
})

function hash(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`
}
