import { UnusableRecord, type ImportedVersion } from '#server/sources/bills/importedBill.ts'
import { dateIn, listIn, textIn, urlIn, type JsonObject } from '#server/sources/externalJson.ts'
import { zoneOfState } from '#server/sources/zones.ts'
import { htmlToText } from './htmlText.ts'
import { readPageSections } from './pageSections.ts'
import { readPlainText } from './plainSections.ts'
import { tidyLines } from './plainText.ts'
import { sanitizeBillHtml } from './sanitize.ts'
import { federalLabel, federalVersion } from './textVersion.ts'

/**
 * Reads a version from a web page.
 *
 * @throws UnusableRecord if the page contains no words
 */
export function versionFromPage(label: string, page: string, plain = ''): ImportedVersion {
  const html = sanitizeBillHtml(page)
  const text = html
    ? {
        format: 'html' as const,
        sections: readPageSections(html),
        formatted_text: html,
        full_text: tidyLines(htmlToText(html)),
      }
    : { format: 'plain' as const, formatted_text: null, ...readPlainText(plain) }
  if (text.full_text === '') throw new UnusableRecord('The record has no text.')
  const shownLabel = versionLabel(label) || 'Bill text'
  return {
    code: null,
    label: shownLabel,
    printed_on: null,
    text: { ...text, struck_sections: [] },
  }
}

/** Returns the label of a version, such as "As Introduced", without what the extractor of the page added. */
function versionLabel(note: string): string {
  return note
    .replace(/\(?Opens in a new window\)?/gi, '')
    .replace(/\s+/g, ' ')
    .replace(/\(([^()]*)$/, '($1)')
    .replace(/ \(\)$/, '')
    .trim()
}

/**
 * Reads an extracted text with the page from which it was extracted, if there is one.
 *
 * @throws UnusableRecord if it is another document, or empty
 */
export function versionFromText(extracted: string, page: string): ImportedVersion {
  const { version, isPdf, body } = splitHeader(extracted)
  if (
    (amendmentName.test(version) || /summary|fiscal note|analysis|committee report of/i.test(version)) &&
    !/as amended/i.test(version)
  ) {
    throw new UnusableRecord(`Not the text of the bill itself: ${version}.`)
  }
  const read = versionFromPage(version, page, body)
  if (isPdf && read.text?.format === 'plain') read.text.format = 'pdf'
  return read
}

/** Returns the versions that the record lists. Their texts are separate documents. */
export function namedVersions(place: string, record: JsonObject): { versions?: ImportedVersion[] } {
  const versions = listIn(record['versions']).flatMap((entry) => namedVersion(place, entry) ?? [])
  return versions.length > 0 ? { versions } : {}
}

function namedVersion(place: string, entry: JsonObject): ImportedVersion | null {
  const label = versionLabel(textIn(entry['note']))
  if (label === '') return null
  const links = listIn(entry['links'])
  const page = links.find((link) => textIn(link['media_type']) !== 'application/pdf') ?? links[0]
  const code = place === 'us' ? federalVersion(label) : null
  return {
    code,
    label: code ? federalLabel(code) : label,
    ...(isAmendment(label, code) ? { document_type: 'amendment' as const } : {}),
    printed_on: dateIn(entry['date'], { zone: zoneOfState(place) }),
    source_url: urlIn(page?.['url']),
    text: null,
  }
}

/**
 * Finds the version of a record whose text a file has. Scrapers name such a file after the document and the version's
 * note: "HB4165H_House_Engrossed_Version". Null if no version or several fit.
 */
export function versionOfFile(place: string, record: JsonObject, name: string): ImportedVersion | null {
  const file = nameKey(name)
  const entries = listIn(record['versions']).map((entry) => ({
    entry,
    note: nameKey(textIn(entry['note'])),
    documents: listIn(entry['links']).map((link) =>
      nameKey(
        textIn(link['url'])
          .replace(/^.*\//, '')
          .replace(/\.\w+$/, ''),
      ),
    ),
  }))
  const fitting = [
    entries.filter(({ note, documents }) => documents.some((document) => document + note === file)),
    entries.filter(({ note }) => note !== '' && file.endsWith(note)),
  ]
  const [match, ...others] = fitting.find((list) => list.length > 0) ?? []
  return match && others.length === 0 ? namedVersion(place, match.entry) : null
}

function nameKey(name: string): string {
  return name.toLowerCase().replace(/[^a-z0-9]/g, '')
}

/** Arizona names the amendments of committees after them: "HOUSE - Natural Resources". */
const amendmentName =
  /^amendment\b|\bamendment (no\.?|\d)|\b(floor|flr|committee) amend(ment)?\b|^(HOUSE|SENATE) - /i

function isAmendment(label: string, code: string | null): boolean {
  return code === 'eas' || code === 'eah' || (amendmentName.test(label) && !/as amended/i.test(label))
}

/** Removes the header that the extractor adds: "Title: … Source: versions - Introduced …" and a line of "=". */
function splitHeader(text: string): { version: string; isPdf: boolean; body: string } {
  const [, head = '', body = text] = /^([\s\S]{0,2000}?)\n={20,}\n([\s\S]*)$/.exec(text) ?? []
  const [, source = ''] = /^Source: (?:\w+ - )?(.*)$/m.exec(head) ?? []
  return { version: versionLabel(source), isPdf: /^Media Type: application\/pdf/m.test(head), body }
}
