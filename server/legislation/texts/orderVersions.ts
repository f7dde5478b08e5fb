import type { VersionKind } from '#contract/bills/versions.ts'
import { baseOf, currentOf, type StoredVersion, type VersionList } from './storedVersion.ts'

/** Numbers the new versions of a batch, orders all versions of the bill, and decides what needs no comparison. */
export function arrange(list: VersionList): void {
  placeUnknownStages(list.versions)
  let last = Math.max(0, ...list.versions.map(({ version_no }) => version_no))
  for (const version of list.versions.filter(({ version_no }) => version_no === 0).toSorted(byStage)) {
    last += 1
    version.version_no = last
    const isBehind = list.before !== null && byStage(version, list.before) < 0
    if (version.document_type === 'bill' && isBehind) version.kind = 'late'
  }
  for (const [index, version] of list.versions.toSorted(byStage).entries()) {
    if (version.ordinal !== index + 1) list.changed.add(version)
    version.ordinal = index + 1
  }
  for (const version of list.changed) {
    if (version.kind === null) version.kind = knownKind(list, version)
  }
}

/**
 * Decides again which versions came late and with which version each is compared, as if they arrived one after the
 * other without the withdrawn ones. The kinds of those that must be compared are null afterwards.
 */
export function rearrange(list: VersionList): void {
  for (const [index, version] of list.versions.toSorted(byStage).entries()) version.ordinal = index + 1
  const arrived: StoredVersion[] = []
  for (const version of list.versions.toSorted((a, b) => a.version_no - b.version_no)) {
    list.changed.add(version)
    if (version.kind === 'retracted') continue
    const current = currentOf(arrived)
    arrived.push(version)
    version.compared_with = null
    const isBehind = current !== null && byStage(version, current) < 0
    version.kind =
      version.document_type === 'bill' && isBehind ? 'late' : knownKind({ versions: arrived }, version)
  }
}

/** Returns the kind of a version if it is known without a comparison, or null if a comparison is needed. */
function knownKind({ versions }: Pick<VersionList, 'versions'>, version: StoredVersion): VersionKind | null {
  if (version.document_type !== 'bill') return null
  if (version.text_format === null) return 'unknown'
  const base = baseOf(versions, version)
  version.compared_with = base?.version_no ?? null
  if (!base) return 'first'
  return base.content_hash === version.content_hash ? 'unchanged' : null
}

/**
 * Sets the stage of versions whose name does not say it. Such a version gets the stage of the previous version by date.
 */
function placeUnknownStages(versions: readonly StoredVersion[]): void {
  for (const version of versions) {
    const day = version.printed_on
    if (version.stage !== 0 || version.version_no !== 0 || day === null) continue
    const earlier = versions.filter(({ printed_on }) => printed_on !== null && printed_on <= day)
    version.stage = Math.max(0, ...earlier.map(({ stage }) => stage))
  }
}

/**
 * Sorts by stage, then date, then the order of arrival. Versions without a date come before the dated ones of their
 * stage.
 */
function byStage(a: StoredVersion, b: StoredVersion): number {
  const days = (a.printed_on ?? '').localeCompare(b.printed_on ?? '')
  return a.stage - b.stage || days || arrivalNumber(a) - arrivalNumber(b)
}

function arrivalNumber({ version_no }: StoredVersion): number {
  return version_no === 0 ? 32_767 : version_no
}
