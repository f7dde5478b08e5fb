import { expect, test } from 'vitest'
import { describeLatest } from './latest.ts'

const version = { version: '1.3.0', commit: 'abcdef012345', built_at: '2026-12-01T08:00:00.000Z' }

// covers HURD-UPDATE-05
test('the document of a release names the newest release that fixed a security problem', () => {
  const changelog = [
    '# Changelog',
    '## Unreleased\n\n### Security\n\n- Not released yet.',
    '## 1.3.0 (2026-12-01)\n\n### Added\n\n- A screen.',
    '## 1.2.4 (2026-11-01)\n\n### Security\n\n- A fix.',
    '## 1.2.3 (2026-10-01)\n\n### Security\n\n- An older fix.',
  ].join('\n\n')
  expect(describeLatest(changelog, version)).toEqual({
    version: '1.3.0',
    released_on: '2026-12-01',
    security_version: '1.2.4',
    changelog_url: null,
  })
})

// covers HURD-UPDATE-05
test('without a security fix in the changelog, the document names none', () => {
  expect(describeLatest('# Changelog\n\n## 1.3.0 (2026-12-01)\n', version)).toMatchObject({
    security_version: null,
  })
})
