import { readFileSync } from 'node:fs'
import { followTarget } from '#contract/alerts.ts'
import { addBookmark, followTopic, takeStance } from '#contract/bills/bills.ts'
import { howWeCountPath } from '#contract/methods.ts'
import { createReport } from '#contract/moderation/reports.ts'
import { muteUser } from '#contract/mutes.ts'
import { transparencyPath } from '#contract/tally.ts'
import { saveImportedVotes } from '#server/legislation/votes/import.ts'
import { aboutPath, accessibilityPath } from '#server/platform/branding/branding.ts'
import { readHurdVote } from '#server/sources/votes/hurdVotes.ts'
import { storeText } from '#server/testing/setups/records/billTexts.ts'
import { paths } from '#web/kit/paths.ts'
import { addComment, nextDate } from '../billSteps.ts'
import { uniquePlace } from '../groupSteps.ts'
import { uniqueName, type TestServer } from './product.ts'

/** A screen at an address. `path` is its path in the table of routes, or null if the server writes the page. */
export type Screen = { name: string; path: string | null; address: string }

/** The records whose screens are visited. */
export type ScreenRecords = {
  billId: string
  billPath: string
  commentId: string
  /** A bill with at least two versions of its text. */
  versionedBillId: string
  /** Words that a search finds. */
  query: string
  username: string
  repId: string
  committeeId: string
  voteId: string
  groupId: string
}

/** Reads the paths in the table of routes, so a new route without an address in `prepareEveryScreen` fails a test. */
export function routePaths(): string[] {
  const table = readFileSync(new URL('../../web/app/routes/screens.ts', import.meta.url), 'utf8')
  return [...table.matchAll(/\broute\(\s*(?:paths\.(\w+)|'([^']+)'|`\$\{paths\.(\w+)\}([^`]*)`)/g)].map(
    ([, name = '', text, base = '', rest = '']) => text ?? `${pathOf(name || base)}${rest}`,
  )
}

function pathOf(name: string): string {
  const path = Object.entries(paths).find(([key]) => key === name)?.[1]
  if (typeof path !== 'string') throw new Error(`paths.${name} is not a path.`)
  return path
}

/**
 * Lists every screen with its address. Visitors see the first list, and a member who is an administrator and an elected
 * official sees the second. Fewer roles would not see all of them.
 */
export function screensOf(records: ScreenRecords): { visitor: Screen[]; member: Screen[] } {
  const { billId, billPath, commentId } = records
  const list = (entries: [name: string, path: string | null, address?: string][]) =>
    entries.map(([name, path, address = path ?? '']): Screen => ({ name, path, address }))
  const group = paths.group(records.groupId)
  return {
    visitor: list([
      ['sign-in', paths.login],
      ['register', paths.login, paths.register],
      ['forgot-password', paths.login, paths.loginView('forgot')],
      ['reset-password', paths.resetPassword, `${paths.resetPassword}?token=unknown`],
      ['verify-email', paths.verifyEmail, `${paths.verifyEmail}?token=unknown`],
      ['undo-email-change', paths.undoEmailChange, `${paths.undoEmailChange}?token=unknown`],
      ['appeal', paths.appeal, `${paths.appeal}?token=unknown`],
      ['restore-account', paths.restoreAccount, `${paths.restoreAccount}?token=unknown`],
      ['shared-bill', null, billPath],
      ['unknown-page', null, '/no-such-page'],
      ['visitor-groups', null, paths.groups],
      ['visitor-group', null, group],
      ['bill-list', null, paths.billList],
      ['how-we-count', null, howWeCountPath],
      ['transparency', null, transparencyPath],
      ['accessibility', null, accessibilityPath],
      ['about', null, aboutPath],
    ]),
    member: list([
      ['download-data', paths.downloadData, `${paths.downloadData}?token=unknown`],
      ['feed', paths.feed],
      ['feed-city', paths.feed, '/feed?scope=city'],
      ['feed-highlight', paths.feed, paths.bill(billId)],
      ['dashboard-groups', paths.dashboard, paths.dashboardTab('groups')],
      ['dashboard-profile', paths.dashboard, paths.dashboardTab('profile')],
      ['elections', paths.elections],
      ['search', paths.search, paths.searchFor(records.query)],
      ['updates', paths.updates],
      ['news', paths.news],
      ['own-profile', paths.ownProfile],
      ['profile', '/profile/:username', paths.profile(records.username)],
      ['settings', paths.settings],
      ['settings-location', paths.settings, paths.settingsSection('location')],
      ['settings-privacy', paths.settings, paths.settingsSection('privacy')],
      ['settings-notifications', paths.settings, paths.settingsSection('notifications')],
      ['groups', paths.groups],
      ['group', '/groups/:groupId', group],
      ['group-members', '/groups/:groupId', paths.group(records.groupId, 'members')],
      ['compare', '/bills/:billId/compare/:from/:to', paths.compareVersions(records.versionedBillId, 1, 2)],
      ['vote', '/votes/:voteEventId', paths.vote(records.voteId)],
      ['committee', '/committees/:committeeId', paths.committee(records.committeeId)],
      ['office', paths.office],
      ['office-statements', paths.office, paths.officeStatements],
      ['moderation', paths.moderation],
      [
        'moderation-case',
        '/moderation/cases/:targetType/:targetId',
        paths.moderationCase({ target_type: 'bill_comment', target_id: commentId }, 'open'),
      ],
      ['moderation-cohorts', '/moderation/cohorts/:cohortId?', paths.moderationCohorts],
      ['administration', '/administration/:tab?', paths.administration],
      ...['members', 'branding', 'statistics', 'operation'].map((tab): [string, string, string] => [
        `administration-${tab}`,
        '/administration/:tab?',
        `${paths.administration}/${tab}`,
      ]),
      ['representative', '/representatives/:repId', paths.representative(records.repId)],
      ['bill', '/:place/:session/:code/*', billPath],
    ]),
  }
}

/** Lets a member see the screens of administrators, of moderators and of the account of a representative. */
export async function openEveryScreenTo(app: TestServer, user_id: string, rep_id: string) {
  await app.pool`
    insert into second_factors (user_id, sealed_secret, last_step) values (${user_id}, ${Buffer.alloc(48)}, 0)`
  await app.pool`
    insert into operator_roles (user_id, role, granted_by) values (${user_id}, 'administrator', 'tester')`
  await app.pool`
    insert into official_accounts (user_id, rep_id, verified_by, valid_from)
    values (${user_id}, ${rep_id}, 'operator', '2026-01-01')`
}

/** Creates a member and one of everything that has a screen. */
export async function prepareEveryScreen(app: TestServer, language = 'en') {
  const { division, city } = uniquePlace('everyscreen')
  const me = await app.resident(uniqueName('still'), division, { member_type: 'elected_official', language })
  const rep_id = uniqueName('shift-rep-')
  // In a place of its own so that members of other tests are not represented by them.
  await app.representative(rep_id, { rep_name: 'Steady Hand', division })
  await openEveryScreenTo(app, me.user_id, rep_id)
  const other = await app.member(uniqueName('mover'))
  const title = uniqueName('Shift ')
  const { bill_id, path } = await app.bill(title, {
    created_at: nextDate(),
    topics: ['health'],
  })
  const comment_id = await addComment(other, bill_id, `A comment from ${city}`)
  await me.call(followTopic, { topic: 'health' })
  await me.call(takeStance, { id: bill_id, stance: 'support' })
  await me.call(addBookmark, { id: bill_id })
  await me.call(followTarget, { target_type: 'search', target_id: 'shift' })
  await me.call(muteUser, { id: (await app.member(uniqueName('muted'))).user_id })
  await me.call(createReport, { target_type: 'bill_comment', target_id: comment_id, reason: 'abuse' })
  const committee_id = uniqueName('us/committee-')
  await app.pool`
    insert into committees (committee_id, organization, name, url, source_name, source_checked_at)
    values (${committee_id}, 'us/house', 'Steady Works', 'https://committee.example.org/', 'Open States', '2026-08-05T00:00:00Z')`
  await storeTwoVersions(app, bill_id)
  const records: ScreenRecords = {
    billId: bill_id,
    billPath: `/${path}`,
    commentId: comment_id,
    versionedBillId: bill_id,
    query: 'Shift',
    username: other.username,
    repId: rep_id,
    committeeId: committee_id,
    voteId: await addVote(app, bill_id),
    groupId: await app.groupOf(division),
  }
  return {
    me,
    records,
    screens: screensOf(records),
    billPath: records.billPath,
    title,
    // What members and records say on these screens. The rest is from Hurd.
    words: [
      `What ${title} would do.`,
      title,
      `A comment from ${city}`,
      city,
      'of the test',
      'Steady Hand',
      'Steady Works',
      'Member Y',
      'Member N',
      'House Clerk',
      'Test records',
    ],
  }
}

async function storeTwoVersions(app: TestServer, bill_id: string) {
  for (const [label, printed_on, content] of [
    ['Introduced in House', '2025-03-24', 'A ferry shall carry one light.'],
    ['Engrossed in House', '2025-06-09', 'A ferry shall carry two lights.'],
  ] as const) {
    const bill_sections = { sections: [{ number: '1', title: 'Lights', content }] }
    // oxlint-disable-next-line no-await-in-loop -- the second version follows the first
    await storeText(app, bill_id, { bill_sections }, { label, printed_on })
  }
}

/** Stores a vote of many members, whose list and picture are long. */
export async function addVote(app: TestServer, bill_id: string): Promise<string> {
  const [bill] = await app.pool<
    { source_id: string }[]
  >`select source_id from bills where bill_id = ${bill_id}`
  const voters = (prefix: string, count: number) =>
    Array.from({ length: count }, (_, index) => `${prefix}${index}-${bill_id}|Member ${prefix}${index}|D|TX`)
  const vote = readHurdVote({
    session: '119',
    bill: bill!.source_id,
    source_name: 'House Clerk',
    source_url: 'https://clerk.example.org/',
    checked_at: '2026-08-08T00:00:00Z',
    vote_key: `house ${bill_id}`,
    organization: 'us/house',
    number: 111,
    date: '2025-05-22',
    result: 'Passed',
    motion: 'On Passage',
    votes: { yes: voters('Y', 60), no: voters('N', 30) },
  })
  await app.pool.begin((transaction) => saveImportedVotes(transaction, [vote]))
  const [stored] = await app.pool<{ vote_event_id: string }[]>`
    select vote_event_id from vote_events where bill_id = ${bill_id}`
  return stored!.vote_event_id
}
