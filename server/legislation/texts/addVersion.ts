import type { TextFormat } from '#contract/bills/versions.ts'
import { sourceFamily, type ImportedText, type ImportedVersion } from '#server/sources/bills/importedBill.ts'
import { versionIdentity, versionStage } from '#server/sources/text/textVersion.ts'
import { fingerprint } from './fingerprint.ts'
import { newVersion, type StoredVersion, type VersionList } from './storedVersion.ts'

const dayMs = 86_400_000
const maxDaysApart = 3
const richness: Readonly<Record<TextFormat, number>> = { pdf: 1, plain: 2, html: 3, xml: 4, uslm: 5 }

/**
 * Adds a version that a source names. A stored text is never replaced. If the source has other words under the same name and
 * date, they are stored as a new version, which is a correction.
 *
 * @returns true if anything is new
 */
export function addVersion(
  list: VersionList,
  source_id: string,
  source_name: string,
  written: ImportedVersion,
): boolean {
  const imported = { ...written, ...versionIdentity(source_id, written) }
  const stage = versionStage(source_id, imported.code, imported.label)
  const same = list.versions.filter((version) => isSame(version, source_name, stage, imported))
  const { text } = imported
  if (!text) {
    const [named] = same
    if (named) return completeName(list, named, imported)
    add(list, newVersion(source_name, stage, imported, nextCorrection(list, source_name, imported, [])), null)
    return true
  }
  const print = fingerprint(text)
  if (same.some(({ content_hash }) => content_hash === print.content_hash)) return false
  const waiting = same.find(({ text_format }) => text_format === null)
  if (waiting) {
    completeName(list, waiting, imported)
    const isDecided = waiting.kind === 'late' || waiting.kind === 'retracted'
    Object.assign(waiting, print, { kind: isDecided ? waiting.kind : null })
    list.changed.add(waiting)
    list.texts.set(waiting, text)
    return true
  }
  const best = Math.max(0, ...same.map(({ text_format }) => (text_format ? richness[text_format] : 0)))
  const isCorrection = same.some((version) => version.source_name === source_name)
  // A copy with less formatting than the stored text, or another source's copy in the same format, adds nothing new.
  if (richness[text.format] < best || (!isCorrection && richness[text.format] === best)) return false
  const correction = nextCorrection(list, source_name, imported, same)
  add(list, { ...newVersion(source_name, stage, imported, correction), ...print }, text)
  return true
}

/**
 * Returns true if a stored version is the one that a source names, possibly with another date or from another source.
 */
function isSame(
  version: StoredVersion,
  source_name: string,
  stage: number,
  imported: ImportedVersion,
): boolean {
  if (version.document_type !== (imported.document_type ?? 'bill')) return false
  const document = imported.source_document_id ?? null
  if (version.source_name === source_name && document !== null && version.source_document_id !== null) {
    return document === version.source_document_id
  }
  if (imported.source_url && imported.source_url === version.source_url) return true
  if (!areClose(version.printed_on, imported.printed_on)) return false
  if (imported.code !== null && version.code !== null) return codeKey(imported.code) === codeKey(version.code)
  if (nameKey(imported.label) === nameKey(version.label)) return true
  const isSameFamily = sourceFamily(version.source_name) === sourceFamily(source_name)
  const areDated = version.printed_on !== null && imported.printed_on !== null
  return !isSameFamily && areDated && stage > 0 && stage === version.stage
}

/** Returns 0 for the first version of a name and date, and else the number after the highest of the others. */
function nextCorrection(
  list: VersionList,
  source_name: string,
  imported: ImportedVersion,
  same: readonly StoredVersion[],
): number {
  const namesakes = list.versions.filter(
    (version) =>
      version.source_name === source_name &&
      version.source_document_id === (imported.source_document_id ?? null) &&
      version.code === imported.code &&
      version.label === imported.label &&
      version.printed_on === imported.printed_on,
  )
  return Math.max(-1, ...[...same, ...namesakes].map((version) => version.correction)) + 1
}

function codeKey(code: string): string {
  return code.toLowerCase().replace(/[^a-z0-9*]+/g, '')
}

function nameKey(label: string): string {
  return label.toLowerCase().replace(/[^a-z0-9*]+/g, '')
}

function areClose(day: string | null, other: string | null): boolean {
  if (day === null || other === null) return true
  return Math.abs(Date.parse(day) - Date.parse(other)) <= maxDaysApart * dayMs
}

/** Fills in what was not known of a version. Another source's URL of the same version is not stored. */
function completeName(list: VersionList, version: StoredVersion, imported: ImportedVersion): boolean {
  const next = {
    printed_on: version.printed_on ?? imported.printed_on,
    source_url: version.source_url ?? imported.source_url ?? null,
    source_document_id: version.source_document_id ?? imported.source_document_id ?? null,
  }
  const isNew =
    next.printed_on !== version.printed_on ||
    next.source_url !== version.source_url ||
    next.source_document_id !== version.source_document_id
  if (isNew) list.changed.add(version)
  Object.assign(version, next)
  return isNew
}

function add(list: VersionList, version: StoredVersion, text: ImportedText | null): void {
  list.versions.push(version)
  list.changed.add(version)
  if (text) list.texts.set(version, text)
}
