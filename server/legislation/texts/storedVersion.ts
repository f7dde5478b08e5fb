import type { DocumentType, TextFormat, VersionKind } from '#contract/bills/versions.ts'
import type { ImportedText, ImportedVersion } from '#server/sources/bills/importedBill.ts'
import type { Substance } from './comparison/compare.ts'

/** A version as it is stored, or as it will be once the current batch is written. */
export type StoredVersion = {
  /** 0 until the batch is complete, because the numbers follow the order of the stages. */
  version_no: number
  ordinal: number
  stage: number
  code: string | null
  label: string
  document_type: DocumentType
  printed_on: string | null
  source_name: string
  source_url: string | null
  source_document_id: string | null
  correction: number
  text_format: TextFormat | null
  content_hash: string | null
  raw_hash: string | null
  sections: number | null
  word_count: number | null
  kind: VersionKind | null
  compared_with: number | null
}

/** The versions of one bill during an import. */
export type VersionList = {
  versions: StoredVersion[]
  /** The new and changed versions, which must be written. */
  changed: Set<StoredVersion>
  /** The texts of new versions. */
  texts: Map<StoredVersion, ImportedText>
  /** The new versions that were compared with the previous version before they are written. */
  compared: Map<StoredVersion, Substance>
  /** The current version before this batch. */
  before: StoredVersion | null
}

export function versionList(versions: StoredVersion[]): VersionList {
  return { versions, changed: new Set(), texts: new Map(), compared: new Map(), before: currentOf(versions) }
}

export function newVersion(
  source_name: string,
  stage: number,
  imported: ImportedVersion,
  correction: number,
): StoredVersion {
  return {
    version_no: 0,
    ordinal: 0,
    stage,
    code: imported.code,
    label: imported.label,
    document_type: imported.document_type ?? 'bill',
    printed_on: imported.printed_on,
    source_name,
    source_url: imported.source_url ?? null,
    source_document_id: imported.source_document_id ?? null,
    correction,
    text_format: null,
    content_hash: null,
    raw_hash: null,
    sections: null,
    word_count: null,
    kind: null,
    compared_with: null,
  }
}

/**
 * Returns true if a version can become the current one. Amendments, summaries, late versions and withdrawn versions
 * cannot.
 */
function isPrinting({ document_type, kind }: StoredVersion): boolean {
  return document_type === 'bill' && kind !== 'late' && kind !== 'retracted'
}

export function currentOf(versions: readonly StoredVersion[]): StoredVersion | null {
  return last(versions.filter(isPrinting))
}

/** Returns the version with which a version is compared: the last version before it that has a text. */
export function baseOf(versions: readonly StoredVersion[], version: StoredVersion): StoredVersion | null {
  return last(
    versions.filter(
      (other) => other.ordinal < version.ordinal && isPrinting(other) && other.text_format !== null,
    ),
  )
}

/**
 * Returns the version whose text readers see: the last one that has a text. If there is none, returns a summary or an
 * amendment.
 */
export function readableOf(versions: readonly StoredVersion[]): StoredVersion | null {
  const readable = versions.filter(({ text_format, kind }) => text_format !== null && kind !== 'retracted')
  const ofType = (type: DocumentType) => last(readable.filter(({ document_type }) => document_type === type))
  return ofType('bill') ?? ofType('summary') ?? ofType('amendment')
}

function last(versions: readonly StoredVersion[]): StoredVersion | null {
  return versions.toSorted((a, b) => a.ordinal - b.ordinal).at(-1) ?? null
}
