import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import {
  answerMessage,
  getReplyRate,
  recordFormOpened,
  recordSent,
  recordReply,
  updateMessageSettings,
} from '#contract/messages.ts'
import { listNotifications } from '#contract/notifications.ts'
import { contactRepresentative, listContacts } from '#contract/representatives.ts'
import { markSent } from '#server/platform/mail/deliverQueue.ts'
import { startTestServer, type Person, type TestServer } from '#server/testing/testServer.ts'
import { notifyDueFollowUps, reportPendingVotes } from './followUps.ts'

const verified = { email_verified_at: '2026-01-01T00:00:00.000Z' }
const washington = 'ocd-division/country:us/state:wa'
const senate = 'us/senate'

let app: TestServer
beforeAll(async () => {
  app = await startTestServer({ smtpUrl: 'smtp://127.0.0.1:9' })
  await app.representative('W1', {
    rep_name: 'Wanda West',
    organization: senate,
    email: 'office@west.example.org',
  })
})
afterAll(() => app.close())

async function write(
  person: Person,
  bill_id: string | null,
  { rep_id = 'W1', message = 'Please read section 2.' } = {},
): Promise<string> {
  const { body } = await person.request(contactRepresentative, {
    rep_id,
    subject: 'About the bill',
    message,
    bill_id,
  })
  expect(body).toMatchObject({ success: true })
  return String(Reflect.get(Object(body['contact']), 'contact_id'))
}

async function vote(
  bill_id: string,
  votes: Record<string, string>,
  {
    classification = 'passage',
    on = new Date().toISOString().slice(0, 10),
    direction = 'for',
    organization = senate,
  } = {},
): Promise<string> {
  const [event] = await app.pool<{ vote_event_id: string }[]>`
    insert into vote_events (vote_key, bill_id, organization, legislative_session, voted_on, motion_text,
                             motion_classification, direction, counts_for_agreement, is_complete, source_name, content_hash)
    values (gen_random_uuid()::text, ${bill_id}, ${organization}, '119', ${on}, 'On Passage of the Bill', ${classification},
            ${direction}, counts_for_agreement(${classification}, ${direction}), true, 'Test records', sha256('vote'))
    returning vote_event_id`
  const { vote_event_id } = event!
  let position = 0
  for (const [rep_id, option] of Object.entries(votes)) {
    position += 1
    await app.pool`
      insert into person_votes (vote_event_id, position, option, voter_name, voted_on, rep_id)
      values (${vote_event_id}, ${position}, ${option}, ${rep_id}, ${on}, ${rep_id})`
  }
  await app.pool`select refresh_last_votes(array[${bill_id}::uuid])`
  return vote_event_id
}

const notificationsOf = async (person: Person) =>
  (await person.call(listNotifications, {})).notifications.map(({ type, message }) => ({ type, message }))

async function timelineOf(person: Person, bill_id: string) {
  const { contacts } = await person.call(listContacts, { bill_id })
  return contacts.map(({ timeline }) => timeline.map(({ event_type }) => event_type))
}

const makeFollowUpDue = (bill_id: string) =>
  app.pool`update messages set follow_up_at = now() - interval '1 minute' where bill_id = ${bill_id} and follow_up_at is not null`

describe('a message to a representative', () => {
  // covers BEY-LOOP-01
  test('is prepared, sent once the mail server has accepted it, answered and voted on, each with its day', async () => {
    const ana = await app.resident('ana', washington, verified)
    const { bill_id } = await app.bill('Steps Act')
    const id = await write(ana, bill_id)
    expect(await timelineOf(ana, bill_id)).toEqual([[]])

    const [email] = await app.pool<
      { email_id: string }[]
    >`select email_id from emails where message_id = ${id}`
    await markSent(app.pool, email!.email_id)
    await markSent(app.pool, email!.email_id)
    expect(await timelineOf(ana, bill_id)).toEqual([['sent']])

    const today = new Date().toISOString().slice(0, 10)
    const { timeline } = await ana.call(recordReply, {
      id,
      reply_type: 'answered',
      occurred_on: today,
      note: ' They will read it. ',
    })
    expect(timeline.at(-1)).toEqual({
      event_type: 'replied',
      actor: 'sender',
      occurred_on: today,
      reply_type: 'answered',
      note: 'They will read it.',
      vote: null,
    })
    await vote(bill_id, { W1: 'yes' })
    await reportPendingVotes(app.pool)
    expect(await timelineOf(ana, bill_id)).toEqual([['sent', 'replied', 'voted']])
    expect(JSON.stringify(await ana.call(listContacts, { bill_id }))).not.toMatch(/deliver(?!y")|read by/)
  })

  // covers BEY-LOOP-01 HURD-CONTACT-01
  test('that is sent through the official form records once that the form was opened, and that the sender sent it', async () => {
    await app.representative('W6', {
      organization: senate,
      contact_form_url: 'https://six.example.org/contact',
    })
    const ida = await app.resident('ida', washington, verified)
    const { bill_id } = await app.bill('Form Act')
    const id = await write(ida, bill_id, { rep_id: 'W6' })
    for (let press = 0; press < 2; press += 1) await ida.call(recordFormOpened, { id })
    expect(await timelineOf(ida, bill_id)).toEqual([['form_opened']])
    const emailed = await write(ida, bill_id)
    expect(await ida.request(recordFormOpened, { id: emailed })).toMatchObject({ status: 403 })

    // Hurd cannot see the form, so only the sender can say that the message was sent.
    for (let press = 0; press < 2; press += 1) {
      const { timeline } = await ida.call(recordSent, { id })
      expect(timeline).toMatchObject([{ event_type: 'form_opened' }, { event_type: 'sent', actor: 'sender' }])
    }
    const other = await app.resident('ida2', washington, verified)
    expect(await other.request(recordSent, { id })).toMatchObject({ status: 403 })
    expect(await ida.request(recordSent, { id: emailed })).toMatchObject({ status: 403 })
  })

  // covers BEY-LOOP-01 BEY-LOOP-03
  test('has the days of its steps in the time zone of its sender', async () => {
    const [zones] = await app.pool<{ definition: string }[]>`
      select pg_get_functiondef('state_time_zone'::regproc) as definition`
    const { definition } = zones!
    onTestFinished(async () => {
      await app.pool.unsafe(definition)
    })
    // From 10:00 to 14:00 UTC, Honolulu and Guam have the day of UTC. Honolulu and Kiritimati are 24 hours apart, so one of
    // them always has another day.
    await app.pool.unsafe(definition.replace('Pacific/Guam', 'Pacific/Kiritimati'))
    for (const [place, zone] of [
      ['state:hi', 'Pacific/Honolulu'],
      ['territory:gu', 'Pacific/Kiritimati'],
    ] as const) {
      const division = `ocd-division/country:us/${place}`
      const [byForm, byEmail] = [`form ${place}`, `email ${place}`]
      await app.representative(byForm, { division, contact_form_url: 'https://form.example.org/contact' })
      await app.representative(byEmail, { division, email: 'office@evening.example.org' })
      const sender = await app.resident(`evening-${place.slice(-2)}`, division, verified)
      const { bill_id } = await app.bill(`Evening Act of ${place}`)
      await sender.call(recordFormOpened, { id: await write(sender, bill_id, { rep_id: byForm }) })
      const id = await write(sender, bill_id, { rep_id: byEmail })
      const [email] = await app.pool<{ email_id: string }[]>`
        select email_id from emails where message_id = ${id}`
      await markSent(app.pool, email!.email_id)
      await makeFollowUpDue(bill_id)
      await notifyDueFollowUps(app.pool)
      const official = await app.member(`office-${place.slice(-2)}`, { member_type: 'elected_official' })
      await app.pool`
        insert into official_accounts (user_id, rep_id, verified_by, valid_from)
        values (${official.user_id}, ${byEmail}, 'ops', '2026-01-01')`
      await official.call(answerMessage, { id, content: 'We will.' })
      const steps = await app.pool`
        select distinct event_type, occurred_on = (now() at time zone ${zone})::date as is_local_day
          from message_events join messages using (message_id) where bill_id = ${bill_id} order by 1`
      expect(steps, place).toEqual([
        { event_type: 'follow_up_asked', is_local_day: true },
        { event_type: 'form_opened', is_local_day: true },
        { event_type: 'replied', is_local_day: true },
        { event_type: 'sent', is_local_day: true },
      ])
    }
  })

  // covers BEY-LOOP-02
  test('has a reply that only its sender can report, and only on a possible day', async () => {
    const [bea, carl] = [
      await app.resident('bea', washington, verified),
      await app.resident('carl', washington, verified),
    ]
    const { bill_id } = await app.bill('Strangers Act')
    const id = await write(bea, bill_id)
    const today = new Date().toISOString().slice(0, 10)
    const reply = { id, reply_type: 'answered', occurred_on: today, note: null } as const
    expect(await carl.request(recordReply, reply)).toMatchObject({
      status: 403,
      body: { code: 'not_your_message' },
    })
    for (const occurred_on of ['2020-01-01', '2999-01-01']) {
      expect(await bea.request(recordReply, { ...reply, occurred_on })).toMatchObject({
        status: 400,
        body: { code: 'invalid_reply_date' },
      })
    }
    expect(await bea.request(recordReply, { ...reply, occurred_on: 'May 3' })).toMatchObject({ status: 400 })
    expect(await timelineOf(bea, bill_id)).toEqual([[]])
    await bea.call(recordReply, reply)
    await bea.call(recordReply, { ...reply, reply_type: 'no_answer' })
    const { contacts } = await bea.call(listContacts, { bill_id })
    expect(contacts[0]?.timeline.map(({ reply_type }) => reply_type)).toEqual(['no_answer'])
  })

  // covers BEY-LOOP-03
  test('is followed up once, two weeks later, unless the bill is decided, an answer is known or the sender opted out', async () => {
    const dora = await app.resident('dora', washington, verified)
    const { bill_id } = await app.bill('Question Act', { bill_code: 'S 900' })
    await write(dora, bill_id)
    await notifyDueFollowUps(app.pool)
    expect(await notificationsOf(dora)).toEqual([])
    for (let round = 0; round < 2; round += 1) {
      await makeFollowUpDue(bill_id)
      await notifyDueFollowUps(app.pool)
    }
    expect(await notificationsOf(dora)).toEqual([
      { type: 'message_follow_up', message: `Did Wanda West answer your message about Question Act?` },
    ])

    const decided = await app.bill('Decided Act', { status: 'passed' })
    const answered = await app.bill('Answered Act')
    const declined = await app.bill('Declined Act')
    await write(dora, decided.bill_id)
    const id = await write(dora, answered.bill_id)
    const occurred_on = new Date().toISOString().slice(0, 10)
    await dora.call(recordReply, { id, reply_type: 'acknowledged', occurred_on, note: null })
    const eva = await app.resident('eva', washington, verified)
    await write(eva, declined.bill_id)
    await eva.call(updateMessageSettings, { asks_for_replies: false })
    for (const each of [decided, answered, declined]) await makeFollowUpDue(each.bill_id)
    await notifyDueFollowUps(app.pool)
    expect(await notificationsOf(dora)).toHaveLength(1)
    expect(await notificationsOf(eva)).toEqual([])
  })

  // covers BEY-LOOP-04
  test('causes one notification per vote, in plain words, however often the vote is imported', async () => {
    const fay = await app.resident('fay', washington, verified)
    const { bill_id } = await app.bill('Vote Act', { bill_code: 'S 901' })
    await write(fay, bill_id)
    // An equal message within a second would be refused.
    await write(fay, bill_id, { message: 'Please read section 3.' })
    await vote(bill_id, { W1: 'no' }, { classification: 'cloture', direction: 'none' })
    await reportPendingVotes(app.pool)
    expect(await notificationsOf(fay)).toEqual([])

    await vote(bill_id, { W1: 'no' })
    await vote(bill_id, { W1: 'yes' })
    for (let round = 0; round < 2; round += 1) {
      await reportPendingVotes(app.pool)
      await app.pool`select refresh_last_votes(array[${bill_id}::uuid])`
    }
    const notification = {
      type: 'representative_voted',
      message: expect.stringMatching(/^Wanda West voted (no|yes) on Vote Act, which you wrote about$/),
    }
    expect(await notificationsOf(fay)).toEqual([notification])
    await vote(bill_id, { W1: 'yes' }, { classification: 'override' })
    await reportPendingVotes(app.pool)
    expect(await notificationsOf(fay)).toHaveLength(2)
    await vote(bill_id, { W1: 'yes' }, { classification: 'concurrence' })
    await reportPendingVotes(app.pool)
    expect(await notificationsOf(fay)).toHaveLength(2)
  })

  test('causes no notification about a vote before the message was written or one without the addressee', async () => {
    const gus = await app.resident('gus', washington, verified)
    const { bill_id } = await app.bill('Earlier Act')
    await write(gus, bill_id)
    await vote(bill_id, { W1: 'no' }, { on: '2020-05-01' })
    await vote(bill_id, {})
    await reportPendingVotes(app.pool)
    expect(await notificationsOf(gus)).toEqual([])
  })

  // covers BEY-LOOP-05
  test('names the successor as the successor when the addressee has left office', async () => {
    await app.representative('W8', { rep_name: 'Olive Old', organization: senate, title: 'Senator, class 2' })
    const hal = await app.resident('hal', washington, verified)
    const { bill_id } = await app.bill('Successor Act', { bill_code: 'S 902' })
    await write(hal, bill_id, { rep_id: 'W8' })
    await app.pool`update representative_terms set seat = 2, valid_to = current_date where rep_id = 'W8'`
    await app.representative('W9', { rep_name: 'Nina New', organization: senate, title: 'Senator, class 2' })
    await app.pool`update representative_terms set seat = 2, valid_from = current_date where rep_id = 'W9'`
    await vote(bill_id, { W9: 'absent', W1: 'yes' })
    await reportPendingVotes(app.pool)
    expect(await notificationsOf(hal)).toEqual([
      {
        type: 'representative_voted',
        message:
          'Nina New, who followed Olive Old in office, was absent from the vote on Successor Act, which you wrote about',
      },
    ])
    const { contacts } = await hal.call(listContacts, { bill_id })
    expect(contacts[0]?.timeline[0]?.vote).toMatchObject({ rep_name: 'Nina New', is_successor: true })
  })

  // covers BEY-LOOP-04 BEY-LOOP-05
  test('reports no vote of the chamber that the addressee had left before the message', async () => {
    await app.representative('W20', { rep_name: 'Mona Moved', organization: senate })
    await app.representative('W21', { rep_name: 'Hugo House', organization: 'us/house' })
    await app.pool`
      insert into representative_terms (rep_id, organization, title, government_level, division, seat, valid_from, valid_to)
      select 'W20', organization, title, government_level, division, seat, current_date - 1000, current_date - 365
        from representative_terms t where rep_id = 'W21'`
    const ivo = await app.resident('ivo', washington, verified)
    const { bill_id } = await app.bill('Both Chambers Act')
    await write(ivo, bill_id, { rep_id: 'W20' })
    await vote(bill_id, { W21: 'yes' }, { organization: 'us/house' })
    await reportPendingVotes(app.pool)
    expect(await notificationsOf(ivo)).toEqual([])
    await vote(bill_id, { W20: 'no' })
    await reportPendingVotes(app.pool)
    expect(await notificationsOf(ivo)).toMatchObject([
      { message: 'Mona Moved voted no on Both Chambers Act, which you wrote about' },
    ])
  })

  // covers BEY-LOOP-04
  test('causes a notification about a vote on the evening on which it was written', async () => {
    const kai = await app.resident('kai', washington, verified)
    const { bill_id } = await app.bill('Evening Act')
    await write(kai, bill_id)
    // The evening of May 22 in Washington.
    await app.pool`update messages set created_at = '2026-05-23T01:00:00Z' where bill_id = ${bill_id}`
    await vote(bill_id, { W1: 'yes' }, { on: '2026-05-22' })
    await reportPendingVotes(app.pool)
    expect(await notificationsOf(kai)).toHaveLength(1)
  })

  test('names the addressee who voted, even if somebody else has the seat now', async () => {
    await app.representative('W10', {
      rep_name: 'Vera Voter',
      organization: senate,
      title: 'Senator, class 3',
    })
    const jon = await app.resident('jon', washington, verified)
    const { bill_id } = await app.bill('Other Seat Act', { bill_code: 'S 903' })
    await write(jon, bill_id, { rep_id: 'W10' })
    await app.pool`update representative_terms set seat = 4, valid_to = current_date where rep_id = 'W10'`
    await app.representative('W11', {
      rep_name: 'Nils Next',
      organization: senate,
      title: 'Senator, class 3',
    })
    await app.pool`update representative_terms set seat = 4, valid_from = current_date where rep_id = 'W11'`
    await vote(bill_id, { W11: 'no', W10: 'yes' })
    await reportPendingVotes(app.pool)
    expect(await notificationsOf(jon)).toEqual([
      {
        type: 'representative_voted',
        message: 'Vera Voter voted yes on Other Seat Act, which you wrote about',
      },
    ])
  })

  // covers BEY-LOOP-06
  test('counts toward the published reply rate only if there are ten senders who have not opted out', async () => {
    await app.representative('W5', { organization: senate, email: 'five@example.org' })
    const rate = async () => (await app.visitor.call(getReplyRate, { rep_id: 'W5' })).reply_rate
    const occurred_on = new Date().toISOString().slice(0, 10)
    const senders: Person[] = []
    for (let at = 0; at < 10; at += 1) {
      const sender = await app.resident(`sender${at}`, washington, verified)
      const id = await write(sender, null, { rep_id: 'W5' })
      if (at < 4) await sender.call(recordReply, { id, reply_type: 'answered', occurred_on, note: null })
      senders.push(sender)
      if (at === 8) expect(await rate()).toBeNull()
    }
    expect(await rate()).toEqual({
      senders: 10,
      answered: 4,
      low: expect.closeTo(0.2, 1),
      high: expect.closeTo(0.65, 1),
    })
    await senders[0]!.call(updateMessageSettings, { is_counted: false })
    expect(await rate()).toBeNull()
  })
})
