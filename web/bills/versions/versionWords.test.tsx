import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { BillVersion, Run } from '#contract/bills/versions.ts'
import { SectionChange } from './SectionChange.tsx'
import { describeNewVersion } from './versionWords.ts'

const listed: BillVersion = {
  label: 'Substitute 1',
  printed_on: '2026-05-02',
  kind: 'unknown',
  has_text: false,
  version_no: 2,
  code: null,
  document_type: 'bill',
  first_seen_at: '2026-05-02T12:00:00.000Z',
  text_format: null,
  source_name: 'Open States',
  source_url: null,
  sections: null,
  word_count: null,
  words_changed: null,
  operative_terms_changed: null,
  sections_changed: null,
  sections_added: null,
  sections_removed: null,
  sections_moved: null,
  compared_with: 1,
  is_current: true,
}

// covers BEY-VERSION-36
test('a version whose text is missing is named, and nothing is said about what it changed', () => {
  expect(describeNewVersion(listed)).toBe(
    "A new version is listed (Substitute 1, May 2, 2026). Hurd doesn't have its text, so we can't tell you what changed.",
  )
  expect(describeNewVersion({ ...listed, has_text: true })).toBeNull()
})

const runs: Run[] = [
  { op: '=', text: 'A ferry carries ' },
  { op: '-', text: '2' },
  { op: '+', text: '4' },
  { op: '=', text: ' lights.' },
]

function render(operative_terms_changed: boolean) {
  const section = {
    state: 'changed' as const,
    key: '2',
    from_key: null,
    number: '2',
    from_number: null,
    title: 'Lights',
    old: null,
    new: null,
    runs,
    operative_terms_changed,
  }
  return renderToStaticMarkup(<SectionChange section={section} isWide={false} />)
}

// covers BEY-VERSION-35
test('changed words are marked by elements and by words for screen readers, and changed numbers by a heading', () => {
  const html = render(true)
  expect(html).toMatch(
    /<del[^>]*><span class="vh"> removed: <\/span>2<span class="vh"> end of removed words <\/span><\/del>/,
  )
  expect(html).toMatch(
    /<ins[^>]*><span class="vh"> added: <\/span>4<span class="vh"> end of added words <\/span><\/ins>/,
  )
  expect(html).toContain('Numbers or binding words changed')
  expect(render(false)).not.toContain('Numbers or binding words changed')
})
