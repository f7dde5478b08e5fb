import { inflateRawSync } from 'node:zlib'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { takeStance } from '../../contract/bills.ts'
import { postComment } from '../../contract/discussions.ts'
import { followUser, requestExport } from '../../contract/people.ts'
import { openWorld, type Person, type World } from '../testing/world.ts'
import { upkeep } from '../upkeep.ts'

let world: World
beforeAll(async () => {
  world = await openWorld({ rateLimits: true })
})
afterAll(() => world.close())

/** The path of the newest mailed link, as soon as there is one. */
async function mailedLink(to: Person): Promise<string> {
  for (;;) {
    const [mail] = await world.pool<{ text: string }[]>`
      select text from mails where user_id = ${to.user_id} and purpose = 'data_export' and state = 'pending'`
    const [, path] =
      /^http:\/\/localhost:3000(\/api\/users\/export\/[0-9a-f]{64})$/m.exec(mail?.text ?? '') ?? []
    if (path) return path
  }
}

function download(path: string, method = 'GET') {
  return fetch(world.origin + path, { method })
}

/** The files of a zip archive, by the entries of its central directory. */
function unzip(zip: Buffer): Map<string, Buffer> {
  const files = new Map<string, Buffer>()
  let at = zip.indexOf('PK\u0001\u0002', 0, 'latin1')
  while (zip.readUInt32LE(at) === 0x02014b50) {
    const [method, size, nameLength] = [
      zip.readUInt16LE(at + 10),
      zip.readUInt32LE(at + 20),
      zip.readUInt16LE(at + 28),
    ]
    const name = zip.toString('utf8', at + 46, at + 46 + nameLength)
    const local = zip.readUInt32LE(at + 42)
    const start = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28)
    const packed = zip.subarray(start, start + size)
    files.set(name, method === 8 ? inflateRawSync(packed) : packed)
    at += 46 + nameLength + zip.readUInt16LE(at + 30) + zip.readUInt16LE(at + 32)
  }
  return files
}

describe('requestExport and downloadExport', () => {
  test('one archive holds everything that the person gave, and nothing of what others keep to themselves', async () => {
    const [ana, ben] = [
      await world.member('ana', { address: '12 Own Street, Springfield, IL' }),
      await world.member('ben', { address: '77 Foreign Street, Springfield, IL' }),
    ]
    const { bill_id, bill_code } = await world.bill('Archive Bill')
    await ana.call(takeStance, { id: bill_id, stance: 'support' })
    await ana.call(postComment, { id: bill_id, content: 'My own words', category_id: 'general-discussion' })
    await ben.call(postComment, { id: bill_id, content: 'Words of Ben', category_id: 'general-discussion' })
    await ana.call(followUser, { id: ben.user_id })
    await ben.call(followUser, { id: ana.user_id })
    const form = new FormData()
    const red = { width: 300, height: 300, channels: 3, background: '#f00' } as const
    form.set(
      'profilePicture',
      new Blob([new Uint8Array(await sharp({ create: red }).png().toBuffer())]),
      'me.png',
    )
    const headers = { authorization: `Bearer ${ana.token}` }
    await fetch(`${world.origin}/api/users/profile-picture`, { method: 'POST', body: form, headers })

    expect((await ana.call(requestExport, {})).message).toBe(
      'We are putting your data together. You will get an email with a link to it.',
    )
    const answer = await download(await mailedLink(ana))
    expect([answer.status, answer.headers.get('content-type'), answer.headers.get('cache-control')]).toEqual([
      200,
      'application/zip',
      'no-store',
    ])
    expect(answer.headers.get('content-disposition')).toBe('attachment; filename="hurd-data.zip"')

    const files = unzip(Buffer.from(await answer.arrayBuffer()))
    expect([...files.keys()]).toEqual(['README.txt', 'data.json', 'picture.webp'])
    expect((await sharp(files.get('picture.webp')).metadata()).format).toBe('webp')
    const text = files.get('data.json')!.toString()
    const data: unknown = JSON.parse(text)
    expect(data).toMatchObject({
      account: { username: 'ana', email: 'ana@example.org', address: '12 Own Street, Springfield, IL' },
      privacy: { public_profile: true, public_stances: true, public_comments: true, allow_follow: true },
      notification_settings: { email_digest: 'daily' },
      stances: [{ bill_code, stance: 'support' }],
      stance_changes: [{ bill_code, from_stance: null, to_stance: 'support' }],
      comments: [{ bill_code, content: 'My own words' }],
      following: [{ username: 'ben' }],
      notifications: [{ type: 'new_follower', read_at: null }],
      followed_topics: [],
      bookmarks: [],
      letters_to_representatives: [],
    })
    for (const foreign of [
      '77 Foreign',
      'ben@example.org',
      'Words of Ben',
      'password',
      'token',
      ben.user_id,
    ]) {
      expect([foreign, text.includes(foreign)]).toEqual([foreign, false])
    }
  })

  test('a link works once, and looking at it is not using it', async () => {
    const cleo = await world.member('cleo')
    await cleo.call(requestExport, {})
    const path = await mailedLink(cleo)
    expect((await download(path, 'HEAD')).status).toBe(404)
    expect((await download(path, 'POST')).status).toBe(405)
    expect((await download(path)).status).toBe(200)
    const again = await download(path)
    expect([again.status, await again.json()]).toEqual([
      404,
      {
        success: false,
        error: 'This download link is invalid or has expired. You can ask for your data again in Settings.',
        code: 'export_link_dead',
      },
    ])
  })

  test('a link ends after a day, with a newer request, and with the account', async () => {
    const [dina, emil] = [await world.member('dina'), await world.member('emil')]
    await dina.call(requestExport, {})
    const first = await mailedLink(dina)
    await dina.call(requestExport, {})
    expect((await download(first)).status).toBe(404)

    await emil.call(requestExport, {})
    const path = await mailedLink(emil)
    const [held] = await world.pool`
      select expires_at between now() + interval '23 hours' and now() + interval '24 hours' as is_day
        from exports where user_id = ${emil.user_id}`
    expect(held).toEqual({ is_day: true })
    await world.pool`update exports set expires_at = now() where user_id = ${emil.user_id}`
    expect((await download(path)).status).toBe(404)
    await emil.call(requestExport, {})
    await mailedLink(emil)
    await world.pool`update exports set expires_at = now() - interval '1 second' where user_id = ${emil.user_id}`
    await upkeep(world.pool)
    expect(await world.pool`select from exports where user_id = ${emil.user_id}`).toHaveLength(0)
    for (const wrong of ['x', '0'.repeat(64), '%00']) {
      expect((await download(`/api/users/export/${wrong}`)).status).toBe(404)
    }
  })

  test('a deactivated member gets theirs too, and the fourth of a day is refused', async () => {
    const flo = await world.member('flo', { account_status: 'inactive' })
    for (let n = 0; n < 3; n++) await flo.call(requestExport, {})
    expect(await flo.refusal(requestExport, {})).toBe('too_many_attempts')
    expect((await download(await mailedLink(flo))).status).toBe(200)
  })
})
