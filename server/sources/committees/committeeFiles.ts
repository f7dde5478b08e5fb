import { stat } from 'node:fs/promises'
import { isJsonObject, textIn, type JsonObject } from '#server/sources/externalJson.ts'
import type { SourceFile } from '#server/sources/files.ts'
import { attempt, readRecord, recordsInFile } from '#server/sources/recordFiles.ts'
import {
  isCongressCommittee,
  isMembershipFile,
  readCongressCommittee,
  readCongressMembers,
} from './congressCommittees.ts'
import { isHurdCommittee, readHurdCommittee } from './hurdCommittees.ts'
import type { CommitteeReading, ImportedCommittee, ImportedMembers } from './importedCommittee.ts'
import { isOpenStatesCommittee, readOpenStatesCommittee } from './openstatesCommittees.ts'

export const committeeFormats = ['openstates', 'congress-legislators', 'hurd'] as const
export type CommitteeFormat = (typeof committeeFormats)[number]
export const committeeFormatList = `The formats are ${committeeFormats.join(', ')}; name one with --format.`

/**
 * Yields every committee of the files, or the reason why a record cannot be used. Congress lists the members in a
 * separate file, which may come before or after the committees, so the members are yielded last.
 */
export async function* committeeRecords(
  files: readonly SourceFile[],
  format: CommitteeFormat | null,
  onBytes: (bytes: number) => void = () => {},
): AsyncGenerator<CommitteeReading> {
  const later: CommitteeReading[] = []
  for (const { path: file, size } of files) {
    // oxlint-disable-next-line no-await-in-loop -- one file at a time bounds the memory
    const checkedAt = (await stat(file)).mtime.toISOString()
    for await (const entry of recordsInFile(file)) {
      const value = 'value' in entry ? entry.value : null
      if (isJsonObject(value) && format !== 'openstates' && format !== 'hurd' && isMembershipFile(value)) {
        later.push(...memberReadings(file, value, checkedAt))
      } else {
        yield* readRecord(
          file,
          entry,
          { named: format, detectFormat, formatList: committeeFormatList, nameOf },
          (detected, record) => readCommittees(detected, record, checkedAt),
        )
      }
    }
    onBytes(size)
  }
  yield* later
}

function readCommittees(format: CommitteeFormat, value: JsonObject, checkedAt: string): ImportedCommittee[] {
  if (format === 'congress-legislators') return readCongressCommittee(value, checkedAt)
  return [
    format === 'openstates' ? readOpenStatesCommittee(value, checkedAt) : readHurdCommittee(value, checkedAt),
  ]
}

function detectFormat(value: JsonObject): CommitteeFormat | null {
  if (isCongressCommittee(value)) return 'congress-legislators'
  if (isOpenStatesCommittee(value)) return 'openstates'
  return isHurdCommittee(value) ? 'hurd' : null
}

function memberReadings(file: string, memberships: JsonObject, checkedAt: string): CommitteeReading[] {
  return Object.entries(memberships).map(([code, list]) => {
    const read = attempt((): ImportedMembers => ({
      ...readCongressMembers(code, list),
      source_name: 'congress-legislators',
      source_checked_at: checkedAt,
    }))
    if ('reason' in read) return { file, record: code, reason: read.reason }
    return { file, record: code, imported: read.result }
  })
}

function nameOf(value: JsonObject): string {
  return textIn(value['name'] ?? value['committee_id']).slice(0, 120)
}
