import * as z from 'zod/mini'
import { storedName } from '../storage/storage.ts'

const Member = z.object({ name: z.string(), bytes: z.number(), sha256: z.string() })
export type Member = z.infer<typeof Member>

/** Of one table: the columns in the order they were written, its rows, and the last number given by each counter of it. */
const Table = z.object({
  name: z.string(),
  columns: z.array(z.string()),
  rows: z.number(),
  numbered: z.array(z.object({ column: z.string(), last: z.number() })),
})
export type Table = z.infer<typeof Table>

const Applied = z.object({ version: z.number(), name: z.string(), checksum: z.string() })
export type Applied = z.infer<typeof Applied>

/** What an archive says of itself: everything that can be known before a row of it is taken in. */
const Manifest = z.object({
  format: z.literal('hurd-backup-1'),
  /** By the clock of the database: all of it is as it was then. */
  taken_at: z.string(),
  migrations: z.array(Applied),
  tables: z.array(Table),
  pictures: z.number(),
  /** Pictures whose files were gone, mostly because their member removed them while the backup was made. */
  pictures_gone: z.array(z.string()),
  members: z.array(Member),
})
export type Manifest = z.infer<typeof Manifest>
export type ManifestHead = Omit<Manifest, 'members'>

export const format = 'hurd-backup-1'

/** Null for a text that is none, or of a form that this release does not know. */
export function readManifest(text: string): Manifest | null {
  try {
    return Manifest.parse(JSON.parse(text))
  } catch {
    return null
  }
}

export function pictureMember(file: string): string {
  return `uploads/${file}`
}

/** A part of a table's rows in the text form of COPY; the parts one after the other are all of it. */
export function tableMember(table: string, part: number): string {
  return `database/${table}/${String(part).padStart(6, '0')}.copy`
}

/** What a member holds, by its name. */
export function parseMember(member: string): { picture: string } | { table: string } | null {
  const [folder, name = '', part] = member.split('/')
  if (folder === 'uploads' && storedName.test(name) && part === undefined) return { picture: name }
  return folder === 'database' && part !== undefined ? { table: name } : null
}
