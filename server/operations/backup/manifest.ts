import * as z from 'zod/mini'
import { storedName } from '#server/platform/storage/storage.ts'

export const format = 'hurd-backup-1'

/** A file in the archive, which the tar format calls a member. */
const Member = z.object({ name: z.string(), bytes: z.number(), sha256: z.string() })
export type Member = z.infer<typeof Member>

/**
 * A table: its columns in the order of the archive, its number of rows, and the last value of each of its
 * sequences.
 */
const Table = z.object({
  name: z.string(),
  columns: z.array(z.string()),
  rows: z.number(),
  numbered: z.array(z.object({ column: z.string(), last: z.number() })),
})
export type Table = z.infer<typeof Table>

/** A migration that was applied to the database. */
const MigrationRecord = z.object({ version: z.number(), name: z.string(), checksum: z.string() })
export type MigrationRecord = z.infer<typeof MigrationRecord>

/** The description of an archive. It is read before the rows. */
const Manifest = z.object({
  format: z.literal(format),
  /** The time of the snapshot, by the clock of the database. */
  taken_at: z.string(),
  migrations: z.array(MigrationRecord),
  tables: z.array(Table),
  pictures: z.number(),
  /** The pictures whose file is missing, usually because the member removed the picture while the backup was made. */
  pictures_gone: z.array(z.string()),
  members: z.array(Member),
})
export type Manifest = z.infer<typeof Manifest>
export type ManifestHead = Omit<Manifest, 'members'>

/** Reads a manifest, or null if it is invalid or has a format that this release does not know. */
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

/**
 * Returns the name of a part of a table's rows, which are in the text format of COPY. All parts in order are the whole
 * table.
 */
export function tableMember(table: string, part: number): string {
  return `database/${table}/${String(part).padStart(6, '0')}.copy`
}

/** Returns the picture or the table that a member of the archive contains. */
export function parseMember(member: string): { picture: string } | { table: string } | null {
  const [folder, name = '', part] = member.split('/')
  if (folder === 'uploads' && storedName.test(name) && part === undefined) return { picture: name }
  return folder === 'database' && part !== undefined ? { table: name } : null
}
