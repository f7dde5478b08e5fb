import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { deleteAccount } from '#contract/accounts/accounts.ts'
import { deleteComment, postComment } from '#contract/discussions.ts'
import { createGroupComment, createGroupPost, deleteGroupPost } from '#contract/groups.ts'
import { translateText, type TranslatedTarget } from '#contract/translations.ts'
import { runMaintenance } from '#server/testing/runMaintenance.ts'
import { startTestServer, type Person, type TestServer } from '#server/testing/testServer.ts'

const nevada = 'ocd-division/country:us/state:nv'
const program = fileURLToPath(new URL('../../testing/playTranslatorProcess.ts', import.meta.url))
const translators = {
  'es-en': [process.execPath, program, 'es-en'],
  'en-es': [process.execPath, program, 'en-es'],
} as const
const spanish = 'Lo pagamos todos los años. Nadie sabe cuánto cuesta HB 1234 en Reno.'
const english = 'It we pay all the years. Nobody knows how much costs HB 1234 en Reno.'

let app: TestServer
let ana: Person
let ben: Person
let bill_id: string
let group: string
beforeAll(async () => {
  app = await startTestServer({ translators })
  ana = await app.resident('ana', `${nevada}/place:reno`)
  ben = await app.member('ben')
  group = await app.groupOf(`${nevada}/place:reno`)
  ;({ bill_id } = await app.bill('A bill about water'))
})
afterAll(() => app.close())

async function say(content: string, parent_comment_id: string | null = null, by = ana): Promise<string> {
  const input = { id: bill_id, content, category_id: 'general-discussion', parent_comment_id } as const
  return (await by.call(postComment, input)).comment.comment_id
}

const target = (target_id: string, target_type: TranslatedTarget = 'bill_comment', to = 'en') => ({
  target_type,
  target_id,
  to,
})

async function branding(server: TestServer) {
  return (await server.visitor.send('GET', '/api/branding')).body['branding']
}

async function stored(target_id: string): Promise<number> {
  return (await app.pool`select from text_translations where target_id = ${target_id}`).length
}

// covers HURD-TRANSLATE-03 HURD-TRANSLATE-06
test('a comment, a post and a comment on it are translated for a member, and the translation is stored once', async () => {
  const comment = await say(spanish)
  const { post } = await ana.call(createGroupPost, { id: group, content: spanish })
  const reply = await ana.call(createGroupComment, { id: group, post_id: post.post_id, content: spanish })
  const targets = [
    target(comment),
    target(post.post_id, 'group_post'),
    target(reply.comment.comment_id, 'group_comment'),
  ]
  for (const input of targets) {
    const response = await ben.call(translateText, input)
    expect(response).toEqual({
      success: true,
      from: 'es',
      to: 'en',
      parts: [{ text: english, is_translated: true }],
    })
    expect(await stored(input.target_id)).toBe(1)
    // A stored translation needs no program.
    await app.pool`update text_translations set parts = '[{"text": "Stored", "is_translated": true}]' where target_id = ${input.target_id}`
    expect((await ana.call(translateText, input)).parts).toEqual([{ text: 'Stored', is_translated: true }])
  }
})

// covers HURD-TRANSLATE-06
test('a translation of another version of the text is not shown', async () => {
  const id = await say(spanish)
  await ben.call(translateText, target(id))
  await app.pool`
    update text_translations set version_hash = gen_random_uuid(), parts = '[{"text": "Old", "is_translated": true}]'
     where target_id = ${id}`
  expect((await ben.call(translateText, target(id))).parts).toEqual([{ text: english, is_translated: true }])
  await app.pool`update bill_comments set content = 'Lo pagamos todos.' where comment_id = ${id}`
  expect(await stored(id)).toBe(0)
  expect((await ben.call(translateText, target(id))).parts).toEqual([
    { text: 'It we pay all.', is_translated: true },
  ])
})

// covers HURD-TRANSLATE-06
test('nobody gets a translation of a text that they cannot read, and it is deleted with the text', async () => {
  const [id, parent] = [await say(spanish), await say(spanish)]
  await say(spanish, parent)
  for (const comment of [id, parent]) await ben.call(translateText, target(comment))
  expect((await app.visitor.request(translateText, target(id))).status).toBe(401)
  await app.pool`update bill_comments set hidden_at = now() where comment_id = ${id}`
  expect(await ben.refusal(translateText, target(id))).toBe('text_not_found')
  await app.pool`update bill_comments set hidden_at = null, is_closed = true where comment_id = ${id}`
  expect(await ben.refusal(translateText, target(id))).toBe('text_not_found')
  await app.pool`update bill_comments set is_closed = false where comment_id = ${id}`
  for (const comment_id of [id, parent]) {
    expect(await stored(comment_id)).toBe(1)
    await ana.call(deleteComment, { id: comment_id })
    expect(await ben.refusal(translateText, target(comment_id))).toBe('text_not_found')
    expect(await stored(comment_id)).toBe(0)
  }
  const { post } = await ana.call(createGroupPost, { id: group, content: spanish })
  await ben.call(translateText, target(post.post_id, 'group_post'))
  await ana.call(deleteGroupPost, { id: group, post_id: post.post_id })
  expect(await stored(post.post_id)).toBe(0)
  expect(await ben.refusal(translateText, target(post.post_id, 'group_post'))).toBe('text_not_found')
})

// covers HURD-TRANSLATE-06
test('the translations of what a member wrote are deleted with the account', async () => {
  const eva = await app.member('eva')
  const id = await say(spanish, null, eva)
  await say(spanish, id)
  await ben.call(translateText, target(id))
  await eva.call(deleteAccount, {})
  await app.pool`update closed_accounts set purge_at = now() where user_id = ${eva.user_id}`
  await runMaintenance(app.pool)
  expect(await stored(id)).toBe(0)
})

// covers HURD-TRANSLATE-03
test('a text is not translated into its own language, into one without a program, or if nothing is safe', async () => {
  const id = await say(spanish)
  expect(await ben.refusal(translateText, target(id, 'bill_comment', 'es'))).toBe('not_translatable')
  expect(await ben.refusal(translateText, target(id, 'bill_comment', 'fr'))).toBe('not_translatable')
  const onlyCodes = await ana.call(postComment, {
    id: bill_id,
    content: 'HB 1234 👍',
    category_id: 'general-discussion',
    language: 'es',
  })
  expect(await ben.refusal(translateText, target(onlyCodes.comment.comment_id))).toBe('not_translatable')
})

// covers HURD-TRANSLATE-03
test('a program that is missing is a failure that can be tried again, and nothing is stored', async () => {
  const broken = await startTestServer({ translators: { 'es-en': ['/nowhere/translator'] } })
  const [luz, { bill_id: bill }] = [await broken.member('luz'), await broken.bill('A bill')]
  const { comment } = await luz.call(postComment, {
    id: bill,
    content: spanish,
    category_id: 'general-discussion',
  })
  const { status, body } = await luz.request(translateText, target(comment.comment_id), {
    'accept-language': 'es',
  })
  expect([status, body['code'], body['error']]).toEqual([
    503,
    'translation_failed',
    'No se pudo traducir el texto. Inténtelo de nuevo.',
  ])
  expect(await broken.pool`select from text_translations`).toHaveLength(0)
  await broken.close()
})

// covers HURD-TRANSLATE-03
test('without a program nothing can be translated, and pages and programs see no pairs of languages', async () => {
  const none = await startTestServer({ rateLimits: true })
  const luz = await none.member('luz')
  const { bill_id: bill } = await none.bill('A bill')
  const { comment } = await luz.call(postComment, {
    id: bill,
    content: spanish,
    category_id: 'general-discussion',
  })
  expect(await luz.refusal(translateText, target(comment.comment_id))).toBe('not_translatable')
  expect(await branding(none)).toMatchObject({ translations: [] })
  expect(await branding(app)).toMatchObject({ translations: ['es-en', 'en-es'] })
  await none.close()
})

// covers HURD-TRANSLATE-06
test('a member can have sixty texts translated in ten minutes, and read stored translations beyond that', async () => {
  const strict = await startTestServer({ translators, rateLimits: true })
  const luz = await strict.member('luz')
  const { bill_id: bill } = await strict.bill('A bill')
  const { comment } = await luz.call(postComment, {
    id: bill,
    content: spanish,
    category_id: 'general-discussion',
  })
  await luz.call(translateText, target(comment.comment_id))
  await strict.pool`update rate_limits set attempts = 60 where rule = 'translation'`
  await luz.call(translateText, target(comment.comment_id))
  await strict.pool`delete from text_translations`
  expect(await luz.refusal(translateText, target(comment.comment_id))).toBe('too_many_attempts')
  await strict.close()
})

// covers HURD-TRANSLATE-06
test('a member who asks for many translations at once does not use up those of the others', async () => {
  const texts = await Promise.all(
    Array.from({ length: 24 }, (_, index) => say(`${spanish} Número ${index}.`)),
  )
  const others = await say(spanish)
  const cleo = await app.member('cleo')
  // The server ends requests that wait too long, which is no concern of the others.
  const own = Promise.all(texts.map((id) => ben.request(translateText, target(id)).catch(() => null)))
  expect(await cleo.request(translateText, target(others))).toMatchObject({ status: 200 })
  await own
}, 120_000)
