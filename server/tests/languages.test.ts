import { afterAll, beforeAll, expect, test } from 'vitest'
import { deleteComment } from '#contract/discussions.ts'
import { followUser } from '#contract/people.ts'
import { say } from '#server/testing/setups/notified.ts'
import { startTestServer, type Person, type TestServer } from '#server/testing/testServer.ts'

let app: TestServer
let reader: Person
let writer: Person
let bill_id: string
beforeAll(async () => {
  app = await startTestServer()
  ;[reader, writer] = [await app.member('ana'), await app.member('ben')]
  ;({ bill_id } = await app.bill('A Bill of New York', {
    jurisdiction: 'ocd-division/country:us/state:ny',
    government_level: 'state',
    topics: ['law', 'education'],
  }))
  await say(reader, bill_id, 'A view of mine')
  const deleted = await say(writer, bill_id, 'A view that its author deletes')
  await say(reader, bill_id, 'A reply to it', deleted)
  await writer.call(deleteComment, { id: deleted.comment_id })
  await writer.call(followUser, { id: reader.user_id })
})
afterAll(() => app.close())

const inLanguage = (path: string, language: string, person: Person | null = reader) =>
  fetch(app.origin + path, {
    headers: {
      'accept-language': language,
      ...(person ? { authorization: `Bearer ${person.token}` } : {}),
    },
  })

async function textIn(path: string, language: string): Promise<string> {
  const response = await inLanguage(path, language)
  expect([path, response.status]).toEqual([path, 200])
  return await response.text()
}

// covers HURD-LANGUAGE-18
test('what the API says about bills, people and places is the same in every language', async () => {
  const paths = [
    '/api/bills',
    '/api/bills?order=relevance',
    `/api/bills/${bill_id}`,
    `/api/bills/${bill_id}/actions`,
    `/api/bills/${bill_id}/categories`,
    `/api/bills/${bill_id}/comments`,
    `/api/bills/${bill_id}/districts`,
    '/api/groups',
    '/api/bills/topics',
    '/api/updates',
    '/api/follows',
    '/api/featured-bill',
    '/api/places/mine',
    '/api/search?q=law',
    `/api/users/username/${reader.username}`,
  ]
  for (const path of paths) {
    const spanish = await textIn(path, 'es')
    expect([path, spanish]).toEqual([path, await textIn(path, 'en')])
  }
})

// covers HURD-LANGUAGE-18
test('a notification is a message to its reader, so it is in the language of the reader, and its facts are not', async () => {
  const [spanish, english] = await Promise.all(['es', 'en'].map((code) => textIn('/api/notifications', code)))
  expect(english).toContain('started following you')
  expect(spanish).toContain('empezó a seguirle')
  expect(JSON.parse(spanish ?? '', withoutMessage)).toEqual(JSON.parse(english ?? '', withoutMessage))
})

const withoutMessage = (key: string, value: unknown) => (key === 'message' ? '' : value)

// covers HURD-LANGUAGE-04
test('a refused read and a refused write say why in the language of the request', async () => {
  const unknown = '/api/bills/00000000-0000-4000-8000-000000000000'
  expect(await (await inLanguage(unknown, 'es')).json()).toMatchObject({
    code: 'bill_not_found',
    error: 'No se encontró el proyecto de ley',
  })
  const response = await fetch(`${app.origin}/api/bills/${bill_id}/comments`, {
    method: 'POST',
    headers: {
      'accept-language': 'es',
      authorization: `Bearer ${reader.token}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify({ content: ' ', category_id: 'general-discussion' }),
  })
  expect(await response.json()).toMatchObject({
    error: 'El comentario no puede estar vacío',
    fields: { content: 'El comentario no puede estar vacío' },
  })
})

/** Sends a request whose body cannot be read, and returns the refusal. */
async function refusalIn(language: string) {
  const response = await fetch(`${app.origin}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'accept-language': language },
    body: '{',
  })
  expect(response.status).toBe(400)
  return response.text()
}

// covers HURD-LANGUAGE-04
test('a request that is refused before its body is read is refused in the language of the browser', async () => {
  expect(await refusalIn('es')).not.toBe(await refusalIn('en'))
})
