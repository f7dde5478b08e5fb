import { access } from 'node:fs/promises'
import path from 'node:path'
import { isJsonObject, type JsonObject } from '#server/sources/externalJson.ts'
import { readTextFile } from '#server/sources/fileText.ts'
import { reasonOf, UnusableRecord, type Reading } from './importedBill.ts'
import { isOpenStates, readTextBeside } from './openstates.ts'

const textEnding = /(?:_extracted\.txt|\.html?)(?:\.gz)?$/i
const recordNames = ['metadata.json', 'metadata.json.gz']

type SourceFile = { path: string; size: number }
type TextFiles = { name: string; folder: string; extracted: SourceFile | null; page: SourceFile | null }

/** Returns true if a file has the form of a text beside the record of its bill. */
export function isTextFile(file: string): boolean {
  return textEnding.test(file)
}

/**
 * Returns the text files that are beside the record of a bill, in its folder or in a folder within. Other files of the
 * same form, such as a web page in a folder, are not texts of bills.
 */
export function textsBesideRecords(files: readonly string[], records: ReadonlySet<string>): string[] {
  return files.filter((file) => isTextFile(file) && recordsBeside(file).some((record) => records.has(record)))
}

function recordsBeside(file: string): string[] {
  const folder = path.dirname(file)
  return [folder, path.dirname(folder)].flatMap((place) => recordNames.map((name) => path.join(place, name)))
}

/**
 * Yields the texts of bills from files beside their records: `NAME.htm` is the page as published, and
 * `NAME_extracted.txt` the text of the same version. Together they are one text.
 */
export async function* textRecords(
  files: readonly SourceFile[],
  onBytes: (bytes: number) => void,
): AsyncGenerator<Reading> {
  const versions = new Map<string, TextFiles>()
  for (const file of files) {
    const base = file.path.replace(textEnding, '')
    const version = versions.get(base) ?? {
      name: path.basename(base),
      folder: path.dirname(base),
      extracted: null,
      page: null,
    }
    version[/\.txt(?:\.gz)?$/i.test(file.path) ? 'extracted' : 'page'] = file
    versions.set(base, version)
  }
  const last: { folder: string; record: JsonObject | null } = { folder: '', record: null }
  for (const version of versions.values()) {
    const { name, folder, extracted, page } = version
    const file = (page ?? extracted)?.path ?? ''
    try {
      // oxlint-disable-next-line no-await-in-loop -- one text at a time bounds the memory
      if (last.folder !== folder) Object.assign(last, { folder, record: await recordBeside(file) })
      // oxlint-disable-next-line no-await-in-loop -- as above
      const [text, html] = [await contentOf(extracted), await contentOf(page)]
      if (!last.record) throw new UnusableRecord('The file is not beside the record of an Open States bill.')
      yield {
        file,
        record: name,
        imported: readTextBeside(last.record, name, { extracted: text, page: html }),
      }
    } catch (error) {
      yield { file, record: name, reason: reasonOf(error) }
    }
    onBytes((extracted?.size ?? 0) + (page?.size ?? 0))
  }
}

/** Reads the record of a bill in the folder of a text or the folder above, or null if there is none. */
async function recordBeside(file: string): Promise<JsonObject | null> {
  for (const name of recordsBeside(file)) {
    // oxlint-disable-next-line no-await-in-loop -- the nearest record counts
    const exists = await access(name).then(
      () => true,
      () => false,
    )
    if (!exists) continue
    // oxlint-disable-next-line no-await-in-loop -- as above
    const value: unknown = JSON.parse(await readTextFile(name))
    return isJsonObject(value) && isOpenStates(value) ? value : null
  }
  return null
}

async function contentOf(file: SourceFile | null): Promise<string> {
  return file ? readTextFile(file.path) : ''
}
