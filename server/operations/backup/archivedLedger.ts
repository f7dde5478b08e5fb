import { lineOf, readEvent } from '#server/operations/deletions/ledger.ts'
import { ledgerSecret, readLedgerKeys } from '#server/operations/deletions/ledgerKeys.ts'
import { type ReplaySettings, readMissing } from '#server/operations/deletions/replay.ts'
import { isoTime } from '#server/platform/postgres/sqlValues.ts'
import { readMembers } from './archive.ts'
import { type Manifest, parseMember } from './manifest.ts'

/**
 * Checks the ledger of deletions. Throws `CommandError` if it has entries that cannot be replayed after the restore,
 * because neither this instance nor the archive has their key. Runs before the restore writes anything.
 */
export async function checkLedger(
  archive: string,
  manifest: Manifest,
  ledger: string,
  settings: ReplaySettings,
): Promise<void> {
  const { secrets, knownLines } = await readArchivedLedger(archive, manifest)
  await readMissing(ledger, knownLines, await readLedgerKeys(null, settings, ledger, secrets), settings)
}

async function readArchivedLedger(archive: string, manifest: Manifest) {
  const secrets: Buffer[] = []
  const knownLines = new Set<string>()
  const rowsOf = (name: string, bytes: Buffer) => {
    const columns = manifest.tables.find((table) => table.name === name)?.columns ?? []
    return bytes
      .toString()
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => new Map(line.split('\t').map((value, index) => [columns[index], value])))
  }
  for await (const { name, bytes } of readMembers(archive)) {
    const member = parseMember(name)
    if (!member || !('table' in member)) continue
    if (member.table === 'deletion_ledger') {
      for (const row of rowsOf(member.table, bytes)) {
        const event = readEvent(row.get('event') ?? '')
        // An entry that was not copied to the file before the backup has no hash.
        if (!event || row.get('account_hash') === '\\N') continue
        const account_hash = readBytea(row.get('account_hash')).toString('hex')
        const happened_at = isoTime(row.get('happened_at') ?? '')
        knownLines.add(lineOf({ happened_at, event, account_hash, key_id: row.get('key_id') ?? '' }))
      }
    }
    if (member.table === 'instance_secrets') {
      for (const row of rowsOf(member.table, bytes)) {
        if (row.get('name') === ledgerSecret) secrets.push(readBytea(row.get('secret')))
      }
    }
  }
  return { secrets, knownLines }
}

/** COPY writes bytes as `\\x` and hexadecimal digits. */
function readBytea(text = ''): Buffer {
  return Buffer.from(text.replace(/^\\\\x/, ''), 'hex')
}
