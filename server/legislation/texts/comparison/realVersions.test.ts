import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { applyRuns, sectionText, type VersionSection } from '#contract/bills/versions.ts'
import { readXmlSections } from '#server/sources/text/xmlSections.ts'
import { parseXml } from '#server/sources/xmlTree.ts'
import { realRecords } from '#server/testing/realRecords.ts'
import { compareTexts } from './compare.ts'

const folder = realRecords('versions/federal')

function versionsOf(bill: string): VersionSection[][] {
  return readdirSync(`${folder}/${bill}`)
    .filter((file) => file.endsWith('.xml.gz'))
    .flatMap((file) => {
      const xml = gunzipSync(readFileSync(`${folder}/${bill}/${file}`)).toString('utf8')
      const { sections } = readXmlSections(parseXml(xml))
      return sections ? [sections] : []
    })
}

/** An invented bill as the House publishes its printings: three sections, then an inserted and renumbered one. */
function printing(
  stage: string,
  sections: readonly [number: string, heading: string, text: string][],
): VersionSection[] {
  const body = sections.map(
    ([number, heading, text]) =>
      `<section id="S${number}"><enum>${number}.</enum><header>${heading}</header><text>${text}</text></section>`,
  )
  const xml = `<bill bill-stage="${stage}"><legis-body>${body.join('')}</legis-body></bill>`
  return readXmlSections(parseXml(xml)).sections ?? []
}

const audit = 'The Comptroller shall audit each otter shelter every two years and publish the result.'
const invented = [
  printing('Introduced-in-House', [
    ['1', 'Short title', 'This Act may be cited as the Otter Shelter Act.'],
    ['2', 'Grants', 'The Secretary may make grants of up to $500,000 to a city that keeps an otter shelter.'],
    ['3', 'Audits', audit],
  ]),
  printing('Reported-in-House', [
    ['1', 'Short title', 'This Act may be cited as the Otter Shelter Act of 2026.'],
    [
      '2',
      'Grants',
      'The Secretary shall make grants of up to $750,000 to a city or county with an otter shelter.',
    ],
    ['3', 'Definitions', 'In this Act, a shelter is a place where at least four otters are fed every day.'],
    ['4', 'Audits', audit],
  ]),
]

describe('an invented bill with two printings', () => {
  const [introduced = [], reported = []] = invented

  test('the runs turn the older text into the newer one, in both directions', () => {
    expect(changedSections(introduced, reported)).toBe(2)
    expect(changedSections(reported, introduced)).toBe(2)
  })

  test('a section that got another number counts as moved, and a new one as added', () => {
    expect(compareTexts(introduced, reported).summary).toMatchObject({ sections_moved: 1, sections_added: 1 })
  })
})

/** Checks the runs of every section that changed, and returns the number of these sections. */
function changedSections(older: VersionSection[], newer: VersionSection[]): number {
  const changed = compareTexts(older, newer).sections.flatMap((section) => {
    const before = older.find(({ key }) => key === section.from_key)
    const after = newer.find(({ key }) => key === section.key)
    return section.runs && before && after ? [{ runs: section.runs, before, after }] : []
  })
  for (const { runs, before, after } of changed) {
    expect(applyRuns(runs, sectionText(before)), after.key).toBe(sectionText(after))
  }
  return changed.length
}

describe.skipIf(!existsSync(folder))('real versions (skipped when they are not available)', () => {
  test('the runs of every pair turn the older text into the newer one', { timeout: 60_000 }, () => {
    let changed = 0
    for (const bill of readdirSync(folder)) {
      const versions = versionsOf(bill)
      for (const older of versions) {
        for (const newer of versions) {
          changed += changedSections(older, newer)
        }
      }
    }
    expect(changed).toBeGreaterThan(100)
  })

  test('a section that got another number counts as moved', () => {
    const [introduced, reported] = versionsOf('HR725')
    expect(compareTexts(introduced ?? [], reported ?? []).summary).toMatchObject({
      sections_moved: 1,
      sections_added: 1,
    })
    const [enrolled, engrossed] = versionsOf('S2')
    expect(compareTexts(engrossed ?? [], enrolled ?? []).summary).toMatchObject({
      words_added: 0,
      words_removed: 0,
    })
  })
})
