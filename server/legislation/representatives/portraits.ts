import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { basename, extname } from 'node:path'
import { Refusal } from '#contract/kit/refusals.ts'
import {
  emptyReport,
  refuseRecord,
  secondsSince,
  type ImportReport,
} from '#server/platform/cli/importReport.ts'
import type { Db, Pool } from '#server/platform/postgres/db.ts'
import { openPictureDecoder, type PictureDecoder } from '#server/platform/storage/pictureDecoder.ts'
import { removePictureFiles, storePicture } from '#server/platform/storage/pictureFiles.ts'
import type { Storage } from '#server/platform/storage/storage.ts'
import type { SourceFile } from '#server/sources/files.ts'

/** The formats that the decoder of pictures reads (pictureFormat.ts). */
export const portraitPattern = /\.(jpe?g|png|webp)$/i

/** A larger file is not a portrait for a page. It would be read into memory as a whole. */
const largestFile = 5 * 1024 * 1024

type Person = { rep_id: string; portrait_url: string | null; portrait_hash: Buffer | null }

/**
 * Copies portraits of representatives into the storage so that no page loads a picture from another site. A file is named
 * after the person: the id, or its last part, with the ending of the format. Importing the same file again changes nothing,
 * and a file of nobody is refused.
 *
 * @param onRead is called with the size of each file after it was read
 */
export async function importPortraits(
  db: Pool,
  storage: Storage,
  files: readonly SourceFile[],
  onRead: (bytes: number, report: ImportReport) => void = () => {},
): Promise<ImportReport> {
  const started = performance.now()
  const report = emptyReport()
  const decoder = openPictureDecoder()
  try {
    for (const file of files) {
      try {
        report[await importPortrait(db, storage, decoder, file)] += 1
      } catch (error) {
        refuseRecord(report, { file: file.path, record: 'picture' }, reasonOf(error))
      }
      onRead(file.size, report)
    }
  } finally {
    decoder.close()
  }
  report.seconds = secondsSince(started)
  return report
}

async function importPortrait(
  db: Pool,
  storage: Storage,
  decoder: PictureDecoder,
  { path, size }: SourceFile,
): Promise<'inserted' | 'updated' | 'unchanged'> {
  if (size > largestFile) {
    throw new UnusablePortrait(`The file is larger than ${largestFile / 2 ** 20} MB.`)
  }
  const { rep_id, portrait_url, portrait_hash } = await findPerson(db, basename(path, extname(path)))
  const bytes = await readFile(path)
  const hash = createHash('sha256').update(bytes).digest()
  if (portrait_hash?.equals(hash)) return 'unchanged'
  const url = await storePicture(storage, await decoder.decode(bytes))
  await db`update representatives set portrait_url = ${url}, portrait_hash = ${hash} where rep_id = ${rep_id}`
  await removePictureFiles(storage, portrait_url)
  return portrait_url === null ? 'inserted' : 'updated'
}

class UnusablePortrait extends Error {
  override name = 'UnusablePortrait'
}

/** Rethrows what is not the fault of the file, such as a storage that is full. */
function reasonOf(error: unknown): string {
  if (error instanceof UnusablePortrait || (error instanceof Refusal && error.code !== 'overloaded')) {
    return error.message
  }
  throw error
}

/** The last part of an id is unique in practice, but a file that could be of two people is refused. */
async function findPerson(db: Db, name: string): Promise<Person> {
  const people = await db<Person[]>`
    select rep_id, portrait_url, portrait_hash from representatives
     where rep_id = ${name} or split_part(rep_id, '/', -1) = ${name} limit 2`
  const [person, another] = people
  if (!person) throw new UnusablePortrait('No representative has this id.')
  if (another) throw new UnusablePortrait('Two representatives have an id that ends like this.')
  return person
}
