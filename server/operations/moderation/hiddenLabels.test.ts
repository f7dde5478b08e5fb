import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { getUser } from '#contract/accounts/accounts.ts'
import { changeMember, getMember } from '#contract/administration/members.ts'
import { listComments, postComment } from '#contract/discussions.ts'
import { listGroupMembers } from '#contract/groups.ts'
import { listCases } from '#contract/moderation/cases.ts'
import { updateProfile } from '#contract/people.ts'
import { reportText } from '#contract/storedTexts.ts'
import { findProblems } from '#server/operations/check/derivedCounts.ts'
import { inLanguage } from '#server/platform/language/current.ts'
import { runHurd } from '#server/testing/operator.ts'
import { operator } from '#server/testing/setups/operators.ts'
import { startTestServer, type Person, type TestServer } from '#server/testing/testServer.ts'

const austin = 'ocd-division/country:us/state:tx/place:austin'
const confirmation = { change: 'confirm_label' as const, reason: 'Called the office' }

let app: TestServer
let ada: Person
let moderator: Person
let bill_id: string
beforeAll(async () => {
  app = await startTestServer()
  ada = await operator(app, 'ada', 'administrator')
  moderator = await operator(app, 'mod', 'moderator')
  bill_id = (await app.bill('Lanterns')).bill_id
})
afterAll(() => app.close())

async function labeled(
  username: string,
  full_name: string,
  type: 'elected_official' | 'community_leader' = 'elected_official',
) {
  const person = await app.resident(username, austin, { full_name })
  const ran = await runHurd(app, ['users', 'member-type', username, type, '--json'])
  expect(ran.json['state']).toBe('set')
  const general = { id: bill_id, category_id: 'general-discussion' } as const
  await person.call(postComment, { ...general, content: `Thoughts of ${username}` })
  return person
}

/** Returns the labels of a member beside a comment and in the list of a group. */
async function labelsOf({ user_id }: Person): Promise<string[]> {
  const { comments } = await moderator.call(listComments, {
    id: bill_id,
    category_id: 'general-discussion',
  })
  const id = await app.groupOf(austin)
  const { members } = await moderator.call(listGroupMembers, { id })
  const types = [...comments, ...members].filter((author) => author.user_id === user_id)
  return types.map(({ member_type }) => member_type ?? 'none')
}

async function isHidden(person: Person): Promise<boolean | undefined> {
  return (await person.call(getUser, { id: person.user_id })).user?.isLabelHidden
}

async function reportsAbout({ user_id }: Person): Promise<string[]> {
  const { cases } = await moderator.call(listCases, {})
  const reported = cases.filter(({ target_id }) => target_id === user_id)
  const rows = await app.pool<{ details: string }[]>`
    select details from reports where target_id = any(${reported.map(({ target_id }) => target_id)}::uuid[])`
  return rows.map(({ details }) => details)
}

describe('an official who takes the name of another official', () => {
  // covers HURD-LABEL-01 HURD-LABEL-02 HURD-LABEL-03 HURD-LANGUAGE-31
  test('loses the label at once, is reported beside the other, and has it again when an administrator confirms', async () => {
    const real = await labeled('rep-delacroix', 'Jeanne Delacroix')
    const copy = await labeled('rep-winter', 'Augusta Winter')
    expect(await labelsOf(copy)).toEqual(['elected_official', 'elected_official'])
    await copy.call(updateProfile, { bio: 'Hello', full_name: 'Augusta Winter' })
    expect(await labelsOf(copy), 'the name is the same').toEqual(['elected_official', 'elected_official'])

    const { user } = await copy.call(updateProfile, { full_name: 'Jeanne Delacroix' })
    expect(user.isLabelHidden).toBe(true)
    expect(await labelsOf(copy)).toEqual(['regular', 'regular'])
    expect(await labelsOf(real)).toEqual(['elected_official', 'elected_official'])
    expect(await reportsAbout(copy)).toEqual([
      'A labeled account changed its name to "Jeanne Delacroix" (@rep-winter). The label is hidden until an operator confirms the new name. The name resembles that of the official @rep-delacroix.',
    ])
    const [report = ''] = await reportsAbout(copy)
    expect(inLanguage('es', () => reportText(report))).toBe(
      'Una cuenta con etiqueta cambió su nombre a “Jeanne Delacroix” (@rep-winter). La etiqueta está oculta hasta que quien administra el sitio confirme el nombre nuevo. El nombre se parece al de la autoridad @rep-delacroix.',
    )
    const records = await app.pool<{ action: string }[]>`
      select action from audit_log where user_id = ${copy.user_id} order by audit_id`
    expect(records.map(({ action }) => action)).toEqual(['label_set', 'full_name_changed'])

    // Changing it back is a change too. Only an operator shows the label again.
    await copy.call(updateProfile, { full_name: 'Augusta Winter' })
    expect(await labelsOf(copy)).toEqual(['regular', 'regular'])
    const [evidence] = await reportsAbout(copy)
    expect(evidence, 'what was reported before stays').toContain('"Jeanne Delacroix" (@rep-winter)')
    expect(evidence).toContain('resembles that of the official @rep-delacroix.')
    expect(evidence).toContain('"Augusta Winter" (@rep-winter)')
    const { member } = await ada.call(getMember, { user_id: copy.user_id })
    expect(member).toMatchObject({ member_type: 'elected_official', is_label_hidden: true })
    // Nobody confirms a name that they have not read.
    const unread = { ...confirmation, user_id: copy.user_id }
    expect(await ada.refusal(changeMember, unread)).toBe('name_changed')
    const former = { username: 'rep-winter', full_name: 'Jeanne Delacroix' }
    expect(await ada.refusal(changeMember, { ...unread, name: former })).toBe('name_changed')
    const another = { username: 'rep-summer', full_name: 'Augusta Winter' }
    expect(await ada.refusal(changeMember, { ...unread, name: another })).toBe('name_changed')
    const name = { username: 'rep-winter', full_name: 'Augusta Winter' }
    const confirmed = await ada.call(changeMember, { ...unread, name })
    expect(confirmed.member).toMatchObject({ member_type: 'elected_official', is_label_hidden: false })
    expect(await isHidden(copy)).toBe(false)
    expect(await labelsOf(copy)).toEqual(['elected_official', 'elected_official'])
    expect(await ada.refusal(changeMember, { ...confirmation, user_id: copy.user_id })).toBe(
      'nothing_to_change',
    )
    expect(await findProblems(app.pool)).toEqual([])
  })

  // covers HURD-LABEL-01 HURD-LABEL-03
  test('by username is treated alike, and one operator confirms by command', async () => {
    const copy = await labeled('rep-quill', 'Quentin Quill')
    await copy.call(updateProfile, { username: 'rep-de1acroix2' })
    expect(await labelsOf(copy)).toEqual(['regular', 'regular'])
    expect((await reportsAbout(copy)).join()).toContain('@rep-delacroix')
    const unread = await runHurd(app, ['users', 'member-type', 'rep-de1acroix2', 'elected_official'])
    expect([unread.code, unread.stderr]).toEqual([1, expect.stringContaining('"Quentin Quill"')])
    const ran = await runHurd(
      app,
      [
        'users',
        'member-type',
        'rep-de1acroix2',
        'elected_official',
        'Quentin Quill',
        '--by',
        'Ana Lima',
        '--json',
      ],
      { NODE_ENV: 'production', PUBLIC_ORIGIN: 'https://hurd.example' },
    )
    expect(ran.json['state']).toBe('set')
    expect(await labelsOf(copy)).toEqual(['elected_official', 'elected_official'])
  })
})

// covers HURD-LABEL-01 HURD-LABEL-02
test('a community leader with a new name is reported even if it resembles nobody, and a regular member is not', async () => {
  const leader = await labeled('lea', 'Lea Lantern', 'community_leader')
  await leader.call(updateProfile, { full_name: 'Lea Lamp' })
  expect(await labelsOf(leader)).toEqual(['regular', 'regular'])
  expect(await reportsAbout(leader)).toHaveLength(1)
  const name = { username: 'lea', full_name: 'Lea Lamp' }
  expect(await ada.refusal(changeMember, { ...confirmation, user_id: leader.user_id, name })).toBeNull()
  expect(await labelsOf(leader)).toEqual(['community_leader', 'community_leader'])

  const member = await app.member('max')
  await member.call(updateProfile, { full_name: 'Max Lamp' })
  expect(await isHidden(member)).toBe(false)
  expect(await reportsAbout(member)).toEqual([])
})
