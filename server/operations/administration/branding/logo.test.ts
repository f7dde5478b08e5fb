import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { forgotPassword } from '#contract/accounts/accounts.ts'
import { getBranding, removeLogo, saveBranding } from '#contract/branding/branding.ts'
import { mailsTo } from '#server/testing/external/mailbox.ts'
import { makePageFrame } from '#server/testing/pageFrame.ts'
import { fetchBytes, jpeg, logoPng, twoHalves, upload } from '#server/testing/pictures.ts'
import { operator, recordsBy } from '#server/testing/setups/operators.ts'
import { startTestServer, type Person, type TestServer } from '#server/testing/testServer.ts'

const Shown = z.object({ branding: z.object({ logo: z.object({ url: z.string() }) }) })

let app: TestServer
let ada: Person
beforeAll(async () => {
  app = await startTestServer({}, await makePageFrame())
  ada = await operator(app, 'ada', 'administrator')
})
afterAll(() => app.close())

const form = { field: 'logo', path: '/api/administration/branding/logo', type: 'image/png', name: 'logo.png' }

function uploadLogo(bytes: Uint8Array, who: Pick<Person, 'token'> = ada) {
  return upload(app.origin, who, bytes, form)
}

async function savedLogo(bytes: Uint8Array): Promise<string> {
  const { status, body } = await uploadLogo(bytes)
  expect(status).toBe(200)
  return Shown.parse(body).branding.logo.url
}

async function pageText(path: string) {
  const response = await fetch(app.origin + path)
  return {
    page: (await response.text()).replaceAll(/\s+/g, ' '),
    policy: response.headers.get('content-security-policy') ?? '',
  }
}

// covers HURD-BRAND-15
test('a logo keeps its shape, loses everything but its pixels, and has an address that browsers keep', async () => {
  const photo = await twoHalves(1200, 300)
    .withExifMerge({ IFD0: { Artist: 'Canary Artist' }, IFD3: { GPSLatitudeRef: 'N' } })
    .jpeg()
    .toBuffer()
  const url = await savedLogo(photo)
  expect(url).toMatch(/^\/logo\/[0-9a-f]{16}\.png$/)
  const { bytes, headers } = await fetchBytes(app.origin, url)
  expect(await sharp(bytes).metadata()).toMatchObject({ format: 'png', width: 384, height: 96 })
  expect(bytes.toString('latin1')).not.toMatch(/canary|Exif/i)
  expect(bytes.length).toBeLessThan(60_000)
  expect(headers.get('content-type')).toBe('image/png')
  expect(headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
  expect(headers.get('x-content-type-options')).toBe('nosniff')
  const { body } = await app.send('GET', '/api/branding')
  expect(Object(body['branding']).logo).toEqual({ url, width: 384, height: 96 })
})

// covers HURD-BRAND-15
test('a transparent logo stays transparent, and a small one is not enlarged', async () => {
  const { bytes } = await fetchBytes(app.origin, await savedLogo(await logoPng(120, 40)))
  expect(await sharp(bytes).metadata()).toMatchObject({ width: 120, height: 40 })
  const corner = await sharp(bytes)
    .ensureAlpha()
    .extract({ left: 0, top: 0, width: 1, height: 1 })
    .raw()
    .toBuffer()
  expect(corner[3]).toBe(0)
})

// covers HURD-BRAND-15
test('pages, embedded bills and emails show the logo with its size and the name of the instance', async () => {
  const bill = await app.bill('A bill for other sites')
  const { version } = (await ada.call(getBranding, {})).branding
  const fields = { contact_email: '', contact_text: '', election_law_line: '', terms: '', privacy: '' }
  await ada.call(saveBranding, { ...fields, name: 'Springfield "Forum"', brand_color: '', version })
  const url = await savedLogo(await logoPng())
  const { page } = await pageText('/us/119/hr/1')
  const image = `src="${url}" width="480" height="96" alt="Springfield &quot;Forum&quot;"`
  expect(page).toContain(`aria-label="Springfield &quot;Forum&quot; home"`)
  expect(page).toContain(`<img class="siteLogo" ${image}`)

  expect(page).toContain(`<link rel="icon" href="${url}" type="image/png" />`)

  const path = await app.pool<{ path: string }[]>`select path from bills where bill_id = ${bill.bill_id}`
  const embedded = await pageText(`/embed/bills/${path[0]?.path}`)
  expect(embedded.page).toContain(`<img class="own" ${image}`)
  expect(embedded.policy).toContain("default-src 'none'")
  expect(embedded.policy).toContain("img-src 'self'")

  const zoe = await app.member('zoe')
  await zoe.call(forgotPassword, { email: zoe.email })
  const [email] = await mailsTo(app, zoe.email)
  expect(email?.html.replaceAll(/\s+/g, ' ')).toContain(
    `<img src="http://localhost:3000${url}" width="200" height="40"`,
  )
  expect(email?.html).toContain('alt="Springfield &quot;Forum&quot;"')
  expect(email?.text).not.toContain(url)
})

// covers HURD-BRAND-15
test('another logo takes the place of the first, whose address then leads to it, until none is left', async () => {
  const first = await savedLogo(await logoPng(400, 100))
  const before = (await ada.call(getBranding, {})).branding.version
  expect(await savedLogo(await logoPng(400, 100)), 'the same picture again').toBe(first)
  expect((await ada.call(getBranding, {})).branding.version).toBe(before)
  const second = await savedLogo(await logoPng(300, 100, [192, 28, 40]))
  expect(second).not.toBe(first)
  const former = await fetch(app.origin + first, { redirect: 'manual' })
  expect([former.status, former.headers.get('location'), former.headers.get('cache-control')]).toEqual([
    302,
    second,
    'no-store',
  ])
  const { branding } = await ada.call(removeLogo, {})
  expect(branding).toMatchObject({ logo: null, version: before + 2 })
  for (const url of [first, second]) expect((await fetchBytes(app.origin, url)).status).toBe(404)
  expect((await pageText('/us/119/hr/1')).page).not.toContain('<img')
  const records = (await recordsBy(app, ada)).filter(({ action }) => action === 'branding_saved')
  expect(records.at(-1)?.detail).toEqual({ changed: 'logo', version: before + 2 })
})

// covers HURD-BRAND-16
test('what no header could show is refused with the reason, and the logo stays', async () => {
  const url = await savedLogo(await logoPng(500, 120))
  const white = await logoPng(600, 120, [255, 255, 255])
  const onlyWhite = await sharp(white).linear([0, 0, 0], [255, 255, 255]).png().toBuffer()
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')
  for (const [bytes, code, words] of [
    [svg, 'picture_type', 'Only JPEG, PNG, and WebP'],
    [(await jpeg()).subarray(0, 900), 'picture_type', 'Only JPEG, PNG, and WebP'],
    [await twoHalves(2000, 20).png().toBuffer(), 'logo_shape', 'too small or too narrow'],
    [await twoHalves(12, 600).png().toBuffer(), 'logo_shape', 'too small or too narrow'],
    [onlyWhite, 'logo_unseen', 'light backgrounds'],
    [Buffer.alloc(5_242_881, 1), 'picture_too_large', 'Maximum size is 5MB'],
  ] as const) {
    const { body } = await uploadLogo(bytes)
    expect(body).toMatchObject({ code, error: expect.stringContaining(words) })
  }
  expect((await ada.call(getBranding, {})).branding.logo?.url).toBe(url)
})

// covers HURD-BRAND-16
test('only administrators with two-step sign-in upload and remove the logo', async () => {
  const url = await savedLogo(await logoPng(440, 100))
  const maya = await app.member('maya')
  const mod = await operator(app, 'mod', 'moderator')
  const eve = await operator(app, 'eve', 'administrator')
  await app.pool`delete from second_factors where user_id = ${eve.user_id}`
  for (const [person, code] of [
    [maya, 'not_found'],
    [mod, 'not_found'],
    [eve, 'operator_needs_second_factor'],
  ] as const) {
    expect(await uploadLogo(await logoPng(), person)).toMatchObject({ body: { code } })
    expect(await person.refusal(removeLogo, {})).toBe(code)
  }
  expect((await fetchBytes(app.origin, url)).status).toBe(200)
})
