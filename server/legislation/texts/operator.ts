import { findBill } from '#server/legislation/paths/findBill.ts'
import { CommandError, UsageError, type Command, type CommandContext } from '#server/platform/cli/command.ts'
import { countedNoun } from '#server/platform/language/english.ts'
import type { Db } from '#server/platform/postgres/db.ts'
import { isUuid } from '#server/platform/postgres/uuid.ts'
import { listVersions } from './queries.ts'
import { recomputeVersions, retractVersion } from './recompute.ts'

export const versionCommands: Command[] = [
  {
    words: ['versions', 'list'],
    usage: 'BILL',
    about: 'Lists the versions of a bill, which is named by its id, source id or address.',
    audit: 'none',
    run: listCommand,
  },
  {
    words: ['versions', 'retract'],
    usage: 'BILL NO',
    about:
      'Withdraws a version that was imported by mistake, restores the counts, and corrects what was announced.',
    run: retractCommand,
  },
  {
    words: ['versions', 'recompute'],
    usage: '[BILL]',
    about: 'Orders and compares the stored versions of a bill, or of all bills, again. Alerts nobody.',
    run: recomputeCommand,
  },
]

type Bill = { bill_id: string; source_id: string; source_name: string }

async function listCommand(args: string[], { db, print }: CommandContext) {
  const [name, ...more] = args
  if (!name || more.length > 0) throw new UsageError('Name one bill.')
  const bill = await findNamedBill(db, name)
  const versions = (await listVersions(db, bill.bill_id))?.versions ?? []
  if (versions.length === 0) print('The bill has no versions.')
  for (const version of versions) {
    const { version_no, label, printed_on, document_type, kind, has_text, is_current } = version
    const facts = [
      printed_on ?? 'no date',
      document_type === 'bill' ? (kind ?? 'not compared yet') : document_type,
      has_text ? 'text' : 'no text',
      ...(is_current ? ['current'] : []),
    ]
    print(`${version_no}  ${label}: ${facts.join(', ')}`)
  }
  return { source_id: bill.source_id, versions }
}

async function retractCommand(args: string[], { db, print }: CommandContext) {
  const [name, number = '', ...more] = args
  if (!name || !/^\d{1,4}$/.test(number) || more.length > 0) {
    throw new UsageError('Name one bill and the number of one of its versions.')
  }
  const bill = await findNamedBill(db, name)
  const version_no = Number(number)
  const before = (await listVersions(db, bill.bill_id))?.versions ?? []
  const version = before.find((listed) => listed.version_no === version_no)
  if (!version) throw new CommandError(`${bill.source_id} has no version ${version_no}.`)
  const retraction = await retractVersion(db, bill, version_no)
  if (!retraction) throw new CommandError(`Version ${version_no} of ${bill.source_id} is withdrawn already.`)
  const after = (await listVersions(db, bill.bill_id))?.versions ?? []
  const current = after.find(({ is_current }) => is_current)
  print(`Withdrawn: version ${version_no} of ${bill.source_id} (${version.label}).`)
  print(
    current
      ? `Current: version ${current.version_no} (${current.label}).`
      : 'The bill has no current version.',
  )
  if (retraction.updates > 0) print('Everyone who was notified of it hears that it was a mistake.')
  return {
    source_id: bill.source_id,
    version_no,
    current_version_no: current?.version_no ?? null,
    corrected_updates: retraction.updates,
  }
}

async function recomputeCommand(args: string[], { db, print }: CommandContext) {
  const [name, ...more] = args
  if (more.length > 0) throw new UsageError('Name one bill, or none for all bills.')
  const totals = { bills: 0, versions: 0, changed: 0 }
  for await (const bill of name ? [await findNamedBill(db, name)] : billsWithVersions(db)) {
    const { versions, changed } = await recomputeVersions(db, bill)
    totals.bills += 1
    totals.versions += versions
    totals.changed += changed
  }
  print(
    `${countedNoun(totals.bills, 'bill')} with ${countedNoun(totals.versions, 'version')}, ${totals.changed} of them changed`,
  )
  return totals
}

/** Finds a bill by its id, its source id ("us/119/hr/1") or its path. */
async function findNamedBill(db: Db, name: string): Promise<Bill> {
  const bill_id = isUuid(name) ? name : ((await findBill(db, `/${name.replace(/^\//, '')}`))?.bill_id ?? null)
  const [bill] = await db<Bill[]>`
    select bill_id, source_id, source_name from bills where source_id = ${name} or bill_id = ${bill_id}
     order by source_id = ${name} desc limit 1`
  if (!bill) throw new CommandError(`There is no bill ${name}.`)
  return bill
}

/** Yields every bill that has versions, a page at a time. */
async function* billsWithVersions(db: Db): AsyncGenerator<Bill> {
  let after = '00000000-0000-0000-0000-000000000000'
  for (;;) {
    // oxlint-disable-next-line no-await-in-loop -- each page begins after the one before
    const bills = await db<Bill[]>`
      select bill_id, source_id, source_name from bills b
       where bill_id > ${after} and exists (select from bill_versions where bill_id = b.bill_id)
       order by bill_id limit 500`
    yield* bills
    const last = bills.at(-1)
    if (!last) return
    after = last.bill_id
  }
}
