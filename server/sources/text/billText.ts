import type { BillStatus, Sponsor } from '#contract/bills/billContent.ts'
import { longestTitle } from '#server/sources/bills/federalBill.ts'
import { UnusableRecord, type ImportedTextOnly } from '#server/sources/bills/importedBill.ts'
import { topicsOf } from '#server/sources/bills/topics.ts'
import { clamp, dateIn } from '#server/sources/externalJson.ts'
import { parseMeasure, type Measure } from '#server/sources/people/congressNames.ts'
import { fieldOf, find, findAll, parseXml, textOf, type XmlElement } from '#server/sources/xmlTree.ts'
import { htmlOf, plainTextOf, metadataText, textParts } from './billXml.ts'
import { federalLabel, federalVersion } from './textVersion.ts'
import { printingDate, readXmlSections } from './xmlSections.ts'

/**
 * Returns true if an XML document is the text of a federal measure: bill DTD (`bill`, `resolution`) or USLM (`pLaw`
 * too).
 */
export function isBillText(xml: string): boolean {
  return /<(bill|resolution|pLaw|amendment-doc|engrossedAmendment)[\s>]/.test(xml.slice(0, 4000))
}

/**
 * Reads the text of a federal bill, resolution or public law, and the bill as far as the document describes it.
 * @throws UnusableRecord
 */
export function readBillText(xml: string): ImportedTextOnly {
  const root = parseXml(xml)
  if (!['bill', 'resolution', 'pLaw', 'amendment-doc', 'engrossedAmendment'].includes(root.name)) {
    throw new UnusableRecord(`The XML document is not the text of a bill: its root is "${root.name}".`)
  }
  const measure = measureOf(root)
  const version = versionOf(root)
  const parts = textParts(root)
  const officialTitle = clamp(
    metadataText(root, 'official-title', 'officialTitle') || afterColon(metadataText(root, 'title')),
    longestTitle,
  )
  const full = [officialTitle, plainTextOf(parts)].filter(Boolean).join('\n\n')
  if (parts.length === 0 || full === officialTitle) {
    throw new UnusableRecord('The XML document has no text of a bill in it.')
  }
  const title = shortTitleOf(parts) || officialTitle
  const day = firstDay(root)
  const sponsors = sponsorsOf(root)
  return {
    source_id: measure.source_id,
    source_name: 'Congress.gov',
    version: {
      code: version,
      label: federalLabel(version),
      document_type: ['amendment-doc', 'engrossedAmendment'].includes(root.name) ? 'amendment' : 'bill',
      printed_on: printingDate(root, dateIn),
      text: {
        format: parts.some((part) => part.name === 'main') ? 'uslm' : 'xml',
        ...readXmlSections(root),
        formatted_text: htmlOf(parts) || null,
        full_text: full,
      },
    },
    ...(day === null
      ? {}
      : {
          bill: {
            source_name: 'Congress.gov',
            source_id: measure.source_id,
            source_updated_at: null,
            source_checked_at: null,
            bill_code: measure.bill_code,
            title: title || measure.bill_code,
            summary: '',
            topics: topicsOf([], title, officialTitle),
            government_level: 'federal',
            jurisdiction: 'ocd-division/country:us',
            status: statusOf(version, measure),
            created_at: `${day}T00:00:00.000Z`,
            source_url: measure.url,
            sponsors,
            actions: [],
            // Engrossed and enrolled texts and public laws name no sponsor.
            ...(sponsors.length === 0 ? { omitted: ['sponsors'] } : {}),
          },
        }),
  }
}

/**
 * Returns the measure of a text. A bill names itself, such as "H. R. 1329". A public law names its bill in the margin:
 * `[H.R. 1]`, href="/us/bill/119/hr/1".
 */
function measureOf(root: XmlElement): Measure {
  const dc = metadataText(root, 'title')
  const congress =
    find(root, 'congress')?.attributes['value'] ??
    /\d+/.exec(metadataText(root, 'congress'))?.[0] ??
    /^(\d+) /.exec(dc)?.[1] ??
    ''
  if (root.name === 'pLaw') {
    const hrefs = findAll(root, 'ref').map(({ attributes }) => attributes['href'] ?? '')
    const [, session, type, number] =
      hrefs.map((href) => /^\/us\/bill\/(\d+)\/([a-z]+)\/(\d+)$/.exec(href)).find(Boolean) ?? []
    const bill = session && type && number ? parseMeasure(session, `${type} ${number}`) : null
    if (!bill) throw new UnusableRecord('The public law does not name its bill.')
    return bill
  }
  // Bills are cited like "119 HR 1329 IH: …", and amendments like "119 S1318 EAH: …".
  const citation = /^\d+ ([A-Z]+) ?(\d+) [A-Z]+\b/.exec(metadataText(root, 'citableAs') || dc)
  const legisNumber = metadataText(root, 'legis-num')
  const words = legisNumber || (citation ? `${citation[1] ?? ''} ${citation[2] ?? ''}` : '')
  const bill = parseMeasure(congress, words)
  if (!bill) {
    throw new UnusableRecord(
      words ? `"${words}" is not the number of a federal bill.` : 'The document does not name its bill.',
    )
  }
  return bill
}

/**
 * Returns the code of the version, such as "ih", from "119 HR 1329 IH: …", from `docStage`, or from the stage in words.
 */
function versionOf(root: XmlElement): string {
  if (root.name === 'pLaw') return 'plaw'
  const [, code] = /^\d+ [A-Z]+ ?\d+ ([A-Z]+\d?)\b/.exec(metadataText(root, 'title')) ?? []
  if (code) return code.toLowerCase()
  const stage =
    root.attributes['bill-stage'] ??
    root.attributes['resolution-stage'] ??
    root.attributes['amend-stage'] ??
    metadataText(root, 'docStage')
  return federalVersion(stage)
}

/** Returns the status of the bill at the time of a version. */
function statusOf(version: string, named: Measure): BillStatus {
  if (version === 'plaw') return 'passed'
  if (version === 'enr') return named.concurrent ? 'passed' : 'pending'
  if (/^(at|cp|e[hs]|ea|rf|rd)/.test(version) || /engrossed|agreed|referred in|received in/.test(version)) {
    return named.simple ? 'passed' : 'engrossed'
  }
  const other = version.at(-1) === 'h' || version.at(-1) === 's' ? version.at(-1) !== named.type[0] : false
  if (other) return 'engrossed'
  return /^(r[hs]|rc|pc)|reported|placed on/.test(version) ? 'active' : 'introduced'
}

function firstDay(root: XmlElement): string | null {
  const dated = [
    ...findAll(root, 'action-date'),
    ...findAll(root, 'attestation-date'),
    ...findAll(root, 'approvedDate'),
    ...findAll(root, 'date'),
  ]
  const days = dated.map((element) => dateIn(element.attributes['date'] ?? '') ?? dateIn(textOf(element)))
  const earliest = days.filter((day) => day !== null).toSorted()[0]
  return earliest ?? dateIn(metadataText(root, 'processedDate'))
}

function sponsorsOf(root: XmlElement): Sponsor[] {
  const people = [
    ...findAll(root, 'sponsor').map((element) => ({ element, role: 'Sponsor' })),
    ...findAll(root, 'cosponsor').map((element) => ({ element, role: 'Cosponsor' })),
  ]
  const seen = new Set<string>()
  return people.flatMap(({ element, role }) => {
    const name = fieldOf(element).replace(/^(Mr|Ms|Mrs|Miss|Dr)\.? /, '')
    if (name === '' || seen.has(name)) return []
    seen.add(name)
    return [{ name, party: null, role, district: null }]
  })
}

/**
 * Returns the short title that the bill gives itself in its section "Short title". Other short titles name its parts.
 */
function shortTitleOf(parts: readonly XmlElement[]): string {
  const first = parts.flatMap((part) => findAll(part, 'section')).slice(0, 2)
  const naming = first.find((section) => /short title/i.test(metadataText(section, 'header', 'heading')))
  return naming ? metadataText(naming, 'short-title', 'shortTitle') : ''
}

function afterColon(title: string): string {
  return title.replace(/^[^:]{0,60}: /, '')
}
