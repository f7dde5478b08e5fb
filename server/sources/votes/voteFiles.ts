import { csvRecords } from '#server/sources/csv.ts'
import { isJsonObject, type JsonObject } from '#server/sources/externalJson.ts'
import type { SourceFile } from '#server/sources/files.ts'
import { readTextFile } from '#server/sources/fileText.ts'
import { linesIn, messageOf } from '#server/sources/recordFiles.ts'
import type { VoteReading } from './importedVote.ts'
import { LegiScanDataSet } from './legiscanVotes.ts'
import {
  detectVoteFormat,
  nameOfVote,
  readXmlVote,
  voteFormats,
  voteReaders,
  type VoteFormat,
} from './voteFormats.ts'
import { voteReadings } from './voteReadings.ts'

/** Matches the files of a folder that may contain votes. */
export const voteFilePattern = /\.(jsonl|ndjson|json|xml|csv)(\.gz)?$/i

export const voteFormatList = `The formats are ${voteFormats.join(', ')}; name one with --format.`

type Candidate = { file: string; record: string; value: JsonObject }

/**
 * Yields every vote of the files, or the reason why a record cannot be used. LegiScan's roll calls refer to bills and
 * people in other files, so these roll calls are read after all files.
 *
 * @param format the format of the records. Null detects it for each record.
 */
export async function* voteRecords(
  files: readonly SourceFile[],
  format: VoteFormat | null,
  onBytes: (bytes: number) => void = () => {},
): AsyncGenerator<VoteReading> {
  const data = new LegiScanDataSet()
  const later: Candidate[] = []
  for (const { path: file, size } of files) {
    try {
      // oxlint-disable-next-line no-await-in-loop -- one file at a time bounds the memory
      const text = await readTextFile(file)
      if (/^\s*</.test(text)) yield* voteReadings(file, 'document', () => [() => readXmlVote(text, format)])
      else {
        for (const { position, value, reason } of valuesIn(file, text)) {
          if (reason !== undefined) yield { file, record: position, reason }
          else if (isJsonObject(value) && data.collect(value, file)) continue
          else if (!isJsonObject(value)) {
            yield { file, record: position, reason: 'The record is not an object.' }
          } else {
            const candidate = { file, record: position, value }
            const detected = detectVoteFormat(value)
            // These are the other tables of a CSV data set, such as the history of its bills.
            if (detected === null && /\.csv(\.gz)?$/i.test(file)) continue
            if (detected === 'legiscan' && (format ?? detected) === detected) later.push(candidate)
            else yield* votesOf(candidate, format ?? detected, data)
          }
        }
      }
    } catch (error) {
      yield { file, record: 'file', reason: `The file cannot be read: ${messageOf(error)}.` }
    }
    onBytes(size)
  }
  for (const candidate of later) yield* votesOf(candidate, 'legiscan', data)
}

function* votesOf(
  candidate: Candidate,
  format: VoteFormat | null,
  data: LegiScanDataSet,
): Generator<VoteReading> {
  const { file, value } = candidate
  const name = nameOfVote(value)
  const record = name ? `${candidate.record} (${name})` : candidate.record
  if (!format) yield { file, record, reason: `Its format is not recognized. ${voteFormatList}` }
  else yield* voteReadings(file, record, () => voteReaders(format, value, file, data))
}

function* valuesIn(
  file: string,
  text: string,
): Generator<{ position: string; value?: unknown; reason?: string }> {
  if (/\.csv(\.gz)?$/i.test(file)) {
    for (const [index, row] of [...csvRecords(text)].entries()) {
      yield { position: `line ${index + 2}`, value: row }
    }
    return
  }
  if (!/\.(jsonl|ndjson)(\.gz)?$/i.test(file)) {
    const document: unknown = JSON.parse(text)
    const records = Array.isArray(document) ? document : [document]
    for (const [index, value] of records.entries()) {
      yield { position: records.length > 1 ? `record ${index + 1}` : 'document', value }
    }
    return
  }
  yield* linesIn(text)
}
