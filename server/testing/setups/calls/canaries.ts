import { forgotPassword, login, register, resendVerification } from '#contract/accounts/accounts.ts'
import { addBookmark, followTopic, takeStance } from '#contract/bills/bills.ts'
import { postComment, voteOnComment } from '#contract/discussions.ts'
import { createGroupComment, createGroupPost, followGroup } from '#contract/groups.ts'
import { listNotifications } from '#contract/notifications.ts'
import { followUser, requestExport, updateProfile } from '#contract/people.ts'
import { contactRepresentative } from '#contract/representatives.ts'
import { updateMemberships } from '#server/legislation/places/groups/memberships.ts'
import { hashPassword } from '#server/members/accounts/password/passwords.ts'
import { toVersionSections } from '#server/sources/text/plainSections.ts'
import { storeVersion } from '#server/testing/setups/records/billTexts.ts'
import type { Person, TestServer } from '#server/testing/testServer.ts'

export const canaryPassword = 'canary password one'
export const canaryCode = 'CANARY-CODE'

/** Two members with every kind of data, and the strings that must not leave the server. */
export type Canaries = {
  owner: Person
  other: Person
  /** Only the member that each string belongs to may receive it. */
  personal: { owner: Set<string>; other: Set<string>; newcomer: Set<string> }
  /** Nobody may receive these strings. */
  secrets: Set<string>
  /** Members may see these strings, but only in the list of a group's members. */
  places: Set<string>
  ids: {
    bill_id: string
    comment_id: string
    notification_id: string
    vote_event_id: string
    committee_id: string
    bill_path: string
  }
  /** The owner's post and comment in the group of their state. */
  group: { id: string; post_id: string; comment_id: string }
}

export async function plantCanaries(app: TestServer): Promise<Canaries> {
  await app.pool`insert into access_codes (code, max_uses) values (${canaryCode}, 100)`
  await app.representative('IL-1', {
    rep_name: 'Senator Canary',
    division: 'ocd-division/country:us/state:il',
  })
  const { bill_id } = await app.bill('Canary Bill')
  const vote_event_id = await addBillParts(app, bill_id)
  const [bill] = await app.pool<{ path: string }[]>`select path from bills where bill_id = ${bill_id}`
  const secrets = new Set<string>([canaryPassword, canaryCode])
  const places = new Set<string>()
  const newcomer = await registerNewcomer(app, secrets)
  const owner = await addMember(app, 'owner', '41 Yellow Lane', secrets, places)
  const other = await addMember(app, 'other', '97 Green Alley', secrets, places)
  const ownersContent = await fillAccount(app, owner, bill_id)
  const othersContent = await fillAccount(app, other, bill_id)
  await owner.person.call(followUser, { id: other.person.user_id })
  await other.person.call(followUser, { id: owner.person.user_id })
  for (const { token } of await selectEmails(app)) if (token) secrets.add(token)
  const hashes = await app.pool<{ password_hash: string }[]>`select password_hash from users`
  for (const { password_hash } of hashes) secrets.add(password_hash)
  await (await app.member('bystander')).call(followUser, { id: owner.person.user_id })
  const { notifications } = await owner.person.call(listNotifications, {})
  return {
    owner: owner.person,
    other: other.person,
    personal: { owner: ownersContent.personal, other: othersContent.personal, newcomer },
    secrets,
    places,
    ids: {
      bill_id,
      comment_id: ownersContent.comment_id,
      notification_id: notifications[0]!.id,
      vote_event_id,
      committee_id: 'us/hsju00',
      bill_path: bill!.path,
    },
    group: ownersContent.group,
  }
}

/** Adds two versions of the bill's text, a vote on it and a committee so that their calls succeed. */
async function addBillParts(app: TestServer, bill_id: string): Promise<string> {
  for (const [code, content] of [
    ['ih', 'Birds may sing.'],
    ['eh', 'All birds may sing.'],
  ] as const) {
    const sections = toVersionSections({ sections: [{ number: '1', title: 'Birds', content }] })
    const text = {
      format: 'xml' as const,
      sections,
      struck_sections: [],
      formatted_text: null,
      full_text: null,
    }
    await storeVersion(app, bill_id, { code, label: code, printed_on: '2025-03-01', text })
  }
  const [event] = await app.pool<{ vote_event_id: string }[]>`
    insert into vote_events (vote_key, bill_id, organization, legislative_session, voted_on, motion_text,
                             motion_classification, direction, counts_for_agreement, is_complete, source_name, content_hash)
    values ('us/119/h/1/2025', ${bill_id}, 'us/house', '119', '2025-03-04', 'On Passage', 'passage', 'for', true, false,
            'House Clerk', sha256('roll'))
    returning vote_event_id`
  await app.pool`
    insert into committees (committee_id, organization, name, source_name, source_checked_at)
    values ('us/hsju00', 'us/house', 'Judiciary', 'congress-legislators', now())`
  return event!.vote_event_id
}

/** Registers and signs in over HTTP so that the logs of these calls can be searched. */
async function registerNewcomer(app: TestServer, secrets: Set<string>): Promise<Set<string>> {
  const account = { username: 'newcomer', full_name: 'New Comer', email: 'newcomer@canary.example' }
  const registered = await app.visitor.call(register, {
    ...account,
    address: '5 Newcomer Street, Springfield, IL',
    access_code: canaryCode,
    password: canaryPassword,
  })
  const signedIn = await app.visitor.call(login, { email: account.email, password: canaryPassword })
  secrets.add(registered.token).add(signedIn.token)
  return new Set([account.email, '5 Newcomer Street'])
}

type CanaryMember = { person: Person; personal: Set<string> }

async function addMember(
  app: TestServer,
  username: string,
  street: string,
  secrets: Set<string>,
  places: Set<string>,
): Promise<CanaryMember> {
  const ocd_city_id = `ocd-division/country:us/state:il/place:${username}_town`
  const person = await app.member(username, {
    address: `${street}, Springfield, IL 62701`,
    ocd_city_id,
    email_verified_at: '2026-01-01T00:00:00.000Z',
  })
  const password_hash = await hashPassword(canaryPassword)
  await app.pool`update users set password_hash = ${password_hash} where user_id = ${person.user_id}`
  await app.pool`
    insert into member_divisions (user_id, division) values (${person.user_id}, 'ocd-division/country:us/state:il')`
  await updateMemberships(app.pool, person.user_id)
  places.add(ocd_city_id)
  secrets.add(person.token ?? '').add(password_hash)
  return { person, personal: new Set([street, person.email, ocd_city_id]) }
}

/** Uses every feature that stores data, and causes every kind of email. */
async function fillAccount(app: TestServer, { person, personal }: CanaryMember, bill_id: string) {
  await person.call(takeStance, { id: bill_id, stance: 'support' })
  await person.call(addBookmark, { id: bill_id })
  await person.call(followTopic, { topic: 'health' })
  const content = `Words of ${person.username}`
  const { comment } = await person.call(postComment, {
    id: bill_id,
    content,
    category_id: 'general-discussion',
  })
  await person.call(voteOnComment, { id: comment.comment_id, vote_type: 'upvote' })
  const id = await app.groupOf('ocd-division/country:us/state:il')
  await person.call(followGroup, { id })
  const { post } = await person.call(createGroupPost, { id, content })
  const { comment: reply } = await person.call(createGroupComment, { id, post_id: post.post_id, content })
  const message = `A private message of ${person.username}`
  await person.call(contactRepresentative, { rep_id: 'IL-1', subject: 'Canary', message, bill_id })
  await app.pool`update users set email_verified_at = null where user_id = ${person.user_id}`
  await person.call(resendVerification, {})
  await app.visitor.call(forgotPassword, { email: person.email })
  const nextEmail = `${person.username}-next@canary.example`
  await person.call(updateProfile, { email: nextEmail })
  await app.pool`update users set email_verified_at = now() where user_id = ${person.user_id}`
  await person.call(requestExport, {})
  let exports = 0
  while (exports === 0) {
    const emails = await app.pool`
      select from emails where user_id = ${person.user_id} and purpose = 'data_export'`
    exports = emails.length
  }
  return {
    comment_id: comment.comment_id,
    group: { id, post_id: post.post_id, comment_id: reply.comment_id },
    personal: new Set([...personal, message, nextEmail]),
  }
}

type Email = { purpose: string; to_address: string; text: string; html: string; token: string | null }

export function selectEmails(app: TestServer): Promise<Email[]> {
  return app.pool<Email[]>`
    select purpose, to_address, text, html, substring(text from 'token=([0-9a-f]{64})') as token
      from emails`
}
