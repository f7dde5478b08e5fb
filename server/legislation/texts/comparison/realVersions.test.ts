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

describe.skipIf(!existsSync(folder))('real versions (skipped when they are not available)', () => {
  test('the runs of every pair turn the older text into the newer one', { timeout: 60_000 }, () => {
    let changed = 0
    for (const bill of readdirSync(folder)) {
      const versions = versionsOf(bill)
      for (const older of versions) {
        for (const newer of versions) {
          for (const section of compareTexts(older, newer).sections) {
            const before = older.find(({ key }) => key === section.from_key)
            const after = newer.find(({ key }) => key === section.key)
            if (!section.runs || !before || !after) continue
            changed += 1
            expect(applyRuns(section.runs, sectionText(before)), `${bill} ${section.key}`).toBe(
              sectionText(after),
            )
          }
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
