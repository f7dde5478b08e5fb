import { readFileSync } from 'node:fs'
import { followTarget } from '#contract/alerts.ts'
import { addBookmark, followTopic, takeStance } from '#contract/bills/bills.ts'
import { createReport } from '#contract/moderation/reports.ts'
import { muteUser } from '#contract/mutes.ts'
import { saveImportedVotes } from '#server/legislation/votes/import.ts'
import { readHurdVote } from '#server/sources/votes/hurdVotes.ts'
import { storeText } from '#server/testing/setups/records/billTexts.ts'
import { paths } from '#web/kit/paths.ts'
import { addComment, nextDate } from '../billSteps.ts'
import { uniquePlace } from '../groupSteps.ts'
import { uniqueName, type Person, type TestServer } from './product.ts'

/** Addresses of all screens, by the path in the table of routes. */
type Screens = {
  /** The screens that are open to everyone, and the pages that the server writes for visitors. */
  visitor: Record<string, string[]>
  /** The screens of a member who is an administrator and an elected official, so none is closed to them. */
  member: Record<string, string[]>
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

/** Creates a member and one of everything that has a screen. */
export async function prepareEveryScreen(
  app: TestServer,
): Promise<{ me: Person; screens: Screens; billPath: string }> {
  const { division, city } = uniquePlace('everyscreen')
  const me = await app.resident(uniqueName('still'), division, { member_type: 'elected_official' })
  await app.pool`
    insert into second_factors (user_id, sealed_secret, last_step) values (${me.user_id}, ${Buffer.alloc(48)}, 0)`
  await app.pool`
    insert into operator_roles (user_id, role, granted_by) values (${me.user_id}, 'administrator', 'tester')`
  const other = await app.member(uniqueName('mover'))
  const { bill_id, path } = await app.bill(uniqueName('Shift '), {
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
  const rep_id = uniqueName('shift-rep-')
  // In a place of its own so that members of other tests are not represented by them.
  await app.representative(rep_id, { rep_name: 'Steady Hand', division })
  await app.pool`
    insert into official_accounts (user_id, rep_id, verified_by, valid_from)
    values (${me.user_id}, ${rep_id}, 'operator', '2026-01-01')`
  const committee_id = uniqueName('us/committee-')
  await app.pool`
    insert into committees (committee_id, organization, name, url, source_name, source_checked_at)
    values (${committee_id}, 'us/house', 'Steady Works', 'https://committee.example.org/', 'Open States', '2026-08-05T00:00:00Z')`
  await storeTwoVersions(app, bill_id)
  const vote = await storeVote(app, bill_id)
  const group = `/groups/${await app.groupOf(division)}`
  return {
    me,
    billPath: `/${path}`,
    screens: {
      visitor: {
        [paths.login]: ['/login', '/login?view=register', '/login?view=forgot'],
        'a shared bill': [`/${path}`],
        'an unknown page': ['/no-such-page'],
        'groups of a visitor': ['/groups', group],
        ...Object.fromEntries(
          [
            paths.resetPassword,
            paths.verifyEmail,
            paths.undoEmailChange,
            paths.appeal,
            paths.restoreAccount,
          ].map((open) => [open, [`${open}?token=unknown`]]),
        ),
      },
      member: {
        [paths.downloadData]: [`${paths.downloadData}?token=unknown`],
        [paths.feed]: ['/feed', '/feed?scope=city', `/feed?highlight=${bill_id}`],
        [paths.dashboard]: ['/dashboard?tab=groups', '/dashboard?tab=profile'],
        [paths.elections]: ['/elections'],
        [paths.search]: ['/search?q=Shift'],
        [paths.updates]: ['/updates'],
        [paths.news]: ['/news'],
        [paths.ownProfile]: ['/profile'],
        '/profile/:username': [`/profile/${other.username}`],
        [paths.settings]: ['', '?section=location', '?section=privacy', '?section=notifications'].map(
          (section) => `/settings${section}`,
        ),
        [paths.groups]: ['/groups'],
        '/groups/:groupId': [group, `${group}?tab=members`],
        '/bills/:billId/compare/:from/:to': [`/bills/${bill_id}/compare/1/2`],
        '/votes/:voteEventId': [`/votes/${vote}`],
        '/committees/:committeeId': [paths.committee(committee_id)],
        [paths.office]: [paths.office, paths.officeStatements],
        [paths.moderation]: [paths.moderation],
        '/moderation/cases/:targetType/:targetId': [`/moderation/cases/bill_comment/${comment_id}`],
        '/moderation/cohorts/:cohortId?': [paths.moderationCohorts],
        '/administration/:tab?': ['', '/members', '/branding', '/statistics', '/operation'].map(
          (tab) => `/administration${tab}`,
        ),
        '/representatives/:repId': [`/representatives/${rep_id}`],
        '/:place/:session/:code/*': [`/${path}`],
      },
    },
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
async function storeVote(app: TestServer, bill_id: string): Promise<string> {
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
