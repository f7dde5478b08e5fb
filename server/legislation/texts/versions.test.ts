import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { BillSection } from '#contract/bills/billContent.ts'
import { takeStance } from '#contract/bills/bills.ts'
import {
  compareVersions,
  getVersion,
  listVersions,
  locateSection,
  applyRuns,
} from '#contract/bills/versions.ts'
import { deleteComment, listComments, postComment } from '#contract/discussions.ts'
import { findProblems } from '#server/operations/check/derivedCounts.ts'
import { toVersionSections } from '#server/sources/text/plainSections.ts'
import { storeText, storeVersion } from '#server/testing/setups/records/billTexts.ts'
import { startTestServer, type Person, type TestServer } from '#server/testing/testServer.ts'
import { classifyVersions } from './classify.ts'

let app: TestServer
let reader: Person
let id: string
beforeAll(async () => {
  app = await startTestServer()
  reader = await app.member('reader')
  ;({ bill_id: id } = await app.bill('Ferry Act'))
  await app.pool`update bills set source_id = 'us/119/hr/8700' where bill_id = ${id}`
  await print('ih', '2025-03-01', [shortTitle, grants, report])
  await print('rh', '2025-04-01', [
    shortTitle,
    purpose,
    { ...changedGrants, number: '3' },
    { ...report, number: '4' },
  ])
  await print('eh', '2025-06-01', null)
})
afterAll(() => app.close())

const shortTitle = { number: '1', title: 'Short title', content: 'This Act may be cited as the Ferry Act.' }
const grants = {
  number: '2',
  title: 'Grants',
  content: '(a) In general\nThe Director shall award grants of not more than $40,000 to ferry towns.',
}
const changedGrants = { ...grants, content: grants.content.replace('$40,000', '$75,000') }
const report = { number: '3', title: 'Report', content: 'The Director shall report to Congress each year.' }
const purpose = { number: '2', title: 'Purpose', content: 'Ferries carry people where no bridge stands.' }

async function print(code: string, printed_on: string, sections: BillSection[] | null) {
  await storeVersion(app, id, {
    code,
    label: `Printed ${code}`,
    printed_on,
    text: sections && {
      format: 'xml',
      sections: toVersionSections({ sections }),
      struck_sections: [],
      formatted_text: null,
      full_text: null,
    },
  })
}

// covers BEY-VERSION-26
test('two imports that compare the same versions at once report a change once', async () => {
  const { bill_id } = await app.bill('Harbor Act')
  await app.pool`update bills set source_id = 'us/119/hr/8701' where bill_id = ${bill_id}`
  for (const [code, content] of [
    ['ih', grants.content],
    ['eh', changedGrants.content],
  ] as const) {
    // oxlint-disable-next-line no-await-in-loop -- one printing after the other
    await storeText(app, bill_id, { full_text: `Section 1. ${content}` }, { code, label: code })
  }
  await app.pool`delete from version_fanouts where bill_id = ${bill_id}`
  await app.pool`delete from bill_updates where bill_id = ${bill_id} and update_type = 'version'`
  await app.pool`update bill_versions set kind = null where bill_id = ${bill_id} and version_no = 2`
  const waiting = () => app.pool`
    select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
  const imports = await app.pool.begin(async (db) => {
    await db`select from bill_versions where bill_id = ${bill_id} and version_no = 2 for update`
    const both = [classifyVersions(app.pool, true), classifyVersions(app.pool, true)]
    // Shorter than the lock timeout of the two. Without the overlap, the test proves less.
    await vi.waitFor(async () => expect(await waiting()).toHaveLength(2), { timeout: 2_000 }).catch(() => {})
    return { both }
  })
  await Promise.all(imports.both)
  expect(await app.pool`select reason from version_fanouts where bill_id = ${bill_id}`).toEqual([
    { reason: 'material' },
  ])
})

describe('the versions of a bill', () => {
  // covers BEY-TEXT-06 BEY-VERSION-01
  test('the list begins with the latest version and says what each version changed', async () => {
    const { versions } = await reader.call(listVersions, { id })
    expect(versions).toMatchObject([
      { version_no: 3, code: 'eh', has_text: false, kind: 'unknown', is_current: true, words_changed: null },
      {
        version_no: 2,
        code: 'rh',
        has_text: true,
        kind: 'material',
        compared_with: 1,
        sections_changed: 1,
        sections_added: 1,
        sections_removed: 0,
        sections_moved: 1,
        operative_terms_changed: true,
      },
      {
        version_no: 1,
        code: 'ih',
        kind: 'first',
        sections: 3,
        printed_on: '2025-03-01',
        compared_with: null,
      },
    ])
  })

  test('a version has its sections, each with its key and its number of comments', async () => {
    const { version, sections, struck_sections } = await reader.call(getVersion, { id, version_no: 1 })
    expect(version).toMatchObject({ version_no: 1, is_current: false })
    expect(sections.map(({ key, comment_count }) => [key, comment_count])).toEqual([
      ['1', 0],
      ['2', 0],
      ['3', 0],
    ])
    expect(struck_sections).toEqual([])
    expect(await reader.refusal(getVersion, { id, version_no: 3 })).toBe('version_text_unavailable')
    expect(await reader.refusal(getVersion, { id, version_no: 9 })).toBe('version_not_found')
    expect(await reader.refusal(listVersions, { id: crypto.randomUUID() })).toBe('bill_not_found')
  })

  // covers BEY-TEXT-07 BEY-VERSION-22
  test('a comparison says of each section whether it stayed, moved, changed or is new', async () => {
    const compared = await reader.call(compareVersions, { id, from: 1, to: 2 })
    expect(compared.summary).toMatchObject({
      kind: 'material',
      sections: 4,
      sections_changed: 1,
      sections_added: 1,
    })
    expect(compared.sections.map(({ state, key, from_key }) => [state, key, from_key])).toEqual([
      ['unchanged', '1', '1'],
      ['added', '2', null],
      ['changed', '3', '2'],
      ['moved', '4', '3'],
    ])
    const changed = compared.sections[2]
    expect(applyRuns(changed?.runs ?? [], `Grants\n${grants.content}`)).toBe(
      `Grants\n${changedGrants.content}`,
    )
    expect(changed?.operative_terms_changed).toBe(true)
    expect(compared.have_sections).toBe(true)
    const second = await reader.call(compareVersions, { id, from: 1, to: 2, limit: 1, offset: 1 })
    expect(second.sections.map(({ key }) => key)).toEqual(['2'])
    expect(second.pagination).toMatchObject({ total: 4, has_more: true })
    expect(await app.pool`select from version_comparisons`).toHaveLength(1)
  })

  test('versions without a text and unknown versions are not compared', async () => {
    expect(await reader.refusal(compareVersions, { id, from: 1, to: 3 })).toBe('version_text_unavailable')
    expect(await reader.refusal(compareVersions, { id, from: 1, to: 9 })).toBe('version_not_found')
    const other = await app.bill('Amended Act')
    await storeText(
      app,
      other.bill_id,
      { full_text: 'A text.' },
      { label: 'Introduced', printed_on: '2025-01-01' },
    )
    await storeVersion(app, other.bill_id, {
      code: null,
      label: 'Amendment 1',
      document_type: 'amendment',
      printed_on: '2025-02-01',
      text: {
        format: 'plain',
        sections: null,
        struck_sections: [],
        formatted_text: null,
        full_text: 'In line 5.',
      },
    })
    expect(await reader.refusal(compareVersions, { id: other.bill_id, from: 1, to: 2 })).toBe(
      'versions_not_comparable',
    )
  })

  // covers BEY-TEXT-18
  test('a link to a section of an older version leads to that section in the current text, or says that it no longer exists', async () => {
    const locate = (key: string, version_no = 1) => reader.call(locateSection, { id, version_no, key })
    expect(await locate('1')).toMatchObject({ state: 'same', key: '1' })
    expect(await locate('3-a-2')).toMatchObject({
      state: 'moved',
      key: '4-a-2',
      from_number: '3',
      number: '4',
    })
    expect(await reader.refusal(locateSection, { id, version_no: 1, key: '9' })).toBe('section_not_found')
    const { bill_id } = await app.bill('Short Act')
    await storeText(
      app,
      bill_id,
      { bill_sections: { sections: [grants, report] } },
      { printed_on: '2025-01-01' },
    )
    await storeText(
      app,
      bill_id,
      { bill_sections: { sections: [grants] } },
      { printed_on: '2025-05-01', label: 'New' },
    )
    const gone = await reader.call(locateSection, { id: bill_id, version_no: 1, key: '3' })
    expect(gone).toMatchObject({ state: 'removed', key: null, from_number: '3' })
  })
})

describe('comments on a section', () => {
  // covers BEY-TEXT-19
  test('a comment on a section of the text is listed and counted at that section', async () => {
    const comment = { id, category_id: 'general-discussion', content: 'Why so little?' } as const
    const { comment: posted } = await reader.call(postComment, { ...comment, section_key: '3' })
    expect(posted).toMatchObject({ section_key: '3', version_no: 2 })
    await reader.call(postComment, { ...comment, section_key: '2', version_no: 1 })
    await reader.call(postComment, comment)
    const reply = await reader.call(postComment, {
      ...comment,
      parent_comment_id: posted.comment_id,
      section_key: '3',
    })
    expect(reply.comment.section_key).toBeNull()

    const { comments, pagination } = await reader.call(listComments, { id, section: '3' })
    expect(comments.map(({ comment_id }) => comment_id)).toEqual([posted.comment_id])
    expect(pagination.total).toBe(1)
    const { sections } = await reader.call(getVersion, { id, version_no: 2 })
    expect(sections.map(({ key, comment_count }) => [key, comment_count])).toEqual([
      ['1', 0],
      ['2', 1],
      ['3', 1],
      ['4', 0],
    ])
    await reader.call(deleteComment, { id: posted.comment_id })
    const afterwards = await reader.call(listComments, { id, section: '3' })
    expect(afterwards.comments).toMatchObject([{ comment_id: posted.comment_id }])
    expect(afterwards.pagination.total).toBe(1)
    const elsewhere = { id, section: '2', category_id: 'personal-stories' } as const
    expect(await reader.call(listComments, elsewhere)).toMatchObject({
      comments: [],
      pagination: { total: 0 },
    })
    expect(await reader.refusal(postComment, { ...comment, section_key: '9' })).toBe('section_not_found')
    expect(await findProblems(app.pool)).toEqual([])
  })
})

describe('a stance', () => {
  // covers BEY-TEXT-13
  test('stores the version whose text the member could read, and keeps it when a new version comes', async () => {
    const { bill_id } = await app.bill('Pier Act')
    await storeText(
      app,
      bill_id,
      { full_text: 'Piers are free.' },
      { label: 'Introduced', printed_on: '2025-01-01' },
    )
    await reader.call(takeStance, { id: bill_id, stance: 'support' })
    await storeText(
      app,
      bill_id,
      { full_text: 'Piers cost $5.' },
      { label: 'Engrossed', printed_on: '2025-02-01' },
    )
    const late = await app.member('latecomer')
    await late.call(takeStance, { id: bill_id, stance: 'oppose' })
    const rows = await app.pool`
      select stance, version_no from stances where bill_id = ${bill_id} order by version_no`
    expect(rows).toEqual([
      { stance: 'support', version_no: 1 },
      { stance: 'oppose', version_no: 2 },
    ])
  })
})
