import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import {
  answerMessage,
  listOfficialMessages,
  listOfficialStatements,
  listStatements,
  publishStatement,
} from '#contract/messages.ts'
import { getCase } from '#contract/moderation/cases.ts'
import { createReport } from '#contract/moderation/reports.ts'
import { listNotifications } from '#contract/notifications.ts'
import { contactRepresentative, listContacts } from '#contract/representatives.ts'
import { runHurd } from '#server/testing/operator.ts'
import { operator } from '#server/testing/setups/operators.ts'
import { startTestServer, type Person, type TestServer } from '#server/testing/testServer.ts'

// Commands run as separate processes, which is slow on a busy machine.
vi.setConfig({ testTimeout: 90_000 })

const verified = { email_verified_at: '2026-01-01T00:00:00.000Z' }
const washington = 'ocd-division/country:us/state:wa'

let app: TestServer
let wanda: Person
let other: Person
let ana: Person
beforeAll(async () => {
  app = await startTestServer({ smtpUrl: 'smtp://127.0.0.1:9' })
  await app.representative('W1', { rep_name: 'Wanda West', title: 'Senator', email: 'west@example.org' })
  await app.representative('T1', { rep_name: 'Tim Tall', division: 'ocd-division/country:us/state:tx' })
  wanda = await app.member('wanda', { member_type: 'elected_official' })
  other = await app.member('tim', { member_type: 'elected_official' })
  ana = await app.resident('ana', washington, {
    ...verified,
    full_name: 'Ana Lima',
    address: '9 Private Road',
  })
})
afterAll(() => app.close())

// covers BEY-LOOP-02
test('an operator binds a verified account to a representative in office, and the binding ends with the term', async () => {
  expect(await runHurd(app, ['users', 'represent', 'ana', 'W1'])).toMatchObject({ code: 1 })
  expect(await runHurd(app, ['users', 'represent', 'wanda', 'W404'])).toMatchObject({
    code: 1,
    stderr: 'There is no representative W404.\n',
  })
  expect(await wanda.request(listOfficialMessages, {})).toMatchObject({
    status: 403,
    body: { code: 'officials_only' },
  })
  expect(await runHurd(app, ['users', 'represent', '@wanda', 'W1', '--json'])).toMatchObject({
    code: 0,
    json: { ok: true, username: 'wanda', rep_id: 'W1' },
  })
  expect(await runHurd(app, ['users', 'represent', 'tim', 'T1'])).toMatchObject({ code: 0 })
  expect(await wanda.call(listOfficialMessages, {})).toMatchObject({ rep_name: 'Wanda West', groups: [] })
  const [record] =
    await app.pool`select action, detail from audit_log where action = 'represents_set' limit 1`
  expect(record).toEqual({ action: 'represents_set', detail: { rep_id: 'W1' } })

  await app.pool`update representative_terms set valid_to = current_date where rep_id = 'W1'`
  expect((await wanda.request(listOfficialMessages, {})).status).toBe(403)
  await app.pool`update representative_terms set valid_to = null where rep_id = 'W1'`
})

// covers BEY-LOOP-02 BEY-LOOP-06
test('the account answers a message to its representative, only the sender sees the answer, and no address is shown', async () => {
  const { bill_id, bill_code } = await app.bill('Answer Act', { bill_code: 'S 77' })
  await ana.call(contactRepresentative, { rep_id: 'W1', subject: 'Roads', message: 'Fix them.', bill_id })
  const { groups } = await wanda.call(listOfficialMessages, {})
  const messages = groups.map(({ newest }) => newest)
  expect(messages).toEqual([
    {
      contact_id: expect.any(String),
      sender_name: 'Ana Lima',
      sender_city: null,
      bill_id,
      bill_code,
      subject: 'Roads',
      message: 'Fix them.',
      created_at: expect.any(String),
      answer: null,
    },
  ])
  const id = messages[0]!.contact_id
  expect(await other.request(answerMessage, { id, content: 'Not mine' })).toMatchObject({
    status: 403,
    body: { code: 'not_your_message' },
  })
  expect(await ana.request(answerMessage, { id, content: 'Mine' })).toMatchObject({ status: 403 })
  expect(await wanda.request(answerMessage, { id, content: ' ' })).toMatchObject({
    status: 400,
    body: { error: 'Please write an answer' },
  })
  for (const content of ['We will.', 'We will, in May.']) await wanda.call(answerMessage, { id, content })
  const { contacts } = await ana.call(listContacts, { bill_id })
  expect(contacts[0]?.timeline.map(({ actor, note }) => [actor, note])).toEqual([
    ['official', 'We will, in May.'],
  ])
  const { notifications } = await ana.call(listNotifications, {})
  expect(notifications.map(({ message }) => message)).toEqual([
    'Wanda West answered your message about Answer Act',
  ])
})

// covers BEY-LOOP-02
test('the account publishes one statement per bill, and its earlier versions are kept', async () => {
  const { bill_id } = await app.bill('Statement Act')
  const read = async (person: Person) => await person.call(listStatements, { id: bill_id })
  expect(await ana.request(publishStatement, { id: bill_id, content: 'Me too' })).toMatchObject({
    status: 403,
  })
  await wanda.call(publishStatement, { id: bill_id, content: 'I support the bridge.' })
  await wanda.call(publishStatement, { id: bill_id, content: 'I support the new bridge.' })
  expect(await read(wanda)).toMatchObject({ can_publish_statement: true })
  expect(await read(ana)).toMatchObject({
    can_publish_statement: false,
    statements: [
      { rep_name: 'Wanda West', title: 'Senator', content: 'I support the new bridge.', is_edited: true },
    ],
  })
  const own = await wanda.call(listOfficialStatements, {})
  expect(own).toMatchObject({
    rep_name: 'Wanda West',
    statements: [
      { bill_id, bill_title: 'Statement Act', content: 'I support the new bridge.', is_edited: true },
    ],
    pagination: { total: 1, has_more: false },
  })
  expect((await ana.request(listOfficialStatements, {})).status).toBe(403)
  const versions = await app.pool`
    select content from official_statements where bill_id = ${bill_id} order by created_at`
  expect(versions).toHaveLength(2)
})

// covers BEY-LOOP-02
test('moderators see that a reported statement was replaced since', async () => {
  const { bill_id } = await app.bill('Replaced Act')
  const { statement } = await wanda.call(publishStatement, { id: bill_id, content: 'First words' })
  const key = { target_type: 'official_statement', target_id: statement.statement_id } as const
  await ana.call(createReport, { ...key, reason: 'spam' })
  await wanda.call(publishStatement, { id: bill_id, content: 'Second words' })
  const mod = await operator(app, 'statement-mod', 'moderator')
  expect((await mod.call(getCase, key)).case).toMatchObject({
    state: 'deleted',
    text: null,
    reported_text: 'First words',
  })
})

// covers BEY-LOOP-02
test('a statement can be reported, and an operator can hide and restore it', async () => {
  const { bill_id } = await app.bill('Reported Act')
  const { statement } = await wanda.call(publishStatement, { id: bill_id, content: 'Vote for me.' })
  const { statement_id } = statement
  const report = { target_type: 'official_statement', target_id: statement_id, reason: 'spam' } as const
  expect(await wanda.request(createReport, report)).toMatchObject({ body: { code: 'own_report' } })
  await ana.call(createReport, report)
  const [stored] = await app.pool`
    select reported_user_id, reported_text from reports where target_id = ${statement_id}`
  expect(stored).toEqual({ reported_user_id: wanda.user_id, reported_text: 'Vote for me.' })

  const shown = async () => (await ana.call(listStatements, { id: bill_id })).statements.length
  expect(await shown()).toBe(1)
  const operate = (action: string) => runHurd(app, ['content', action, 'official_statement', statement_id])
  expect(await operate('hide')).toMatchObject({ code: 0 })
  expect(await shown()).toBe(0)
  const own = await wanda.call(listOfficialStatements, {})
  expect(own.statements.map(({ content }) => content)).toContain('Vote for me.')
  expect(await ana.request(createReport, report)).toMatchObject({ status: 404 })
  expect(await operate('restore')).toMatchObject({ code: 0 })
  expect(await shown()).toBe(1)
  const [record] = await app.pool`select action from audit_log where detail->>'id' = ${statement_id} limit 1`
  expect(record).toEqual({ action: 'content_hidden' })
})
