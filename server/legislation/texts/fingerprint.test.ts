import { expect, test } from 'vitest'
import { fingerprint } from './fingerprint.ts'

const text = { format: 'plain' as const, struck_sections: [], formatted_text: null }

// covers BEY-TEXT-01
test('two texts without sections are two versions if their words differ, whether the sections are missing or empty', () => {
  const hashes = [null, []].flatMap((sections) =>
    ['A lamp on every corner.', 'A bench on every corner.'].map(
      (full_text) => fingerprint({ ...text, sections, full_text }).content_hash,
    ),
  )
  expect(hashes[0]).toBe(hashes[2])
  expect(hashes[1]).toBe(hashes[3])
  expect(hashes[0]).not.toBe(hashes[1])
})
