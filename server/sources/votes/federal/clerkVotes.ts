import { UnusableRecord } from '#server/sources/bills/importedBill.ts'
import { urlIn } from '#server/sources/externalJson.ts'
import { parseMeasure } from '#server/sources/people/congressNames.ts'
import type { ImportedVote } from '#server/sources/votes/importedVote.ts'
import { childrenOf, fieldOf, find, findAll, type XmlElement } from '#server/sources/xmlTree.ts'
import { easternTime, federalChamber, federalOption, federalVote, statedYear } from './federalVote.ts'

const months = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ')

export function readClerkVote(root: XmlElement): ImportedVote {
  const head = find(root, 'vote-metadata') ?? root
  const text = (name: string) => fieldOf(find(head, name))
  if (text('chamber') && federalChamber(text('chamber')) !== 'h') {
    throw new UnusableRecord('The record is not one of the House.')
  }
  const congress = Number(text('congress'))
  const number = Number(text('rollcall-num'))
  const voted_on = dayOf(text('action-date'))
  const question = text('vote-question')
  const words = [amendmentWords(text('amendment-num')), measureWords(text('legis-num')), text('vote-desc')]
  const subject = words.filter((word) => word !== '').join(' ')
  const [, majority = null] = /(\d\/\d)/.exec(text('vote-type')) ?? []
  const hasCandidates = findAll(head, 'totals-by-candidate').length > 0
  const totals = find(head, 'totals-by-vote')
  const total = (name: string) => Number(fieldOf(totals ? find(totals, name) : null) || 0)
  return federalVote({
    source_name: 'House Clerk',
    chamber: 'h',
    congress,
    stated_year: statedYear(congress, text('session')),
    number,
    voted_at: easternTime(voted_on, `${timeOf(find(head, 'action-time'))}:00`),
    voted_on,
    question,
    motion_text: subject ? `${question}: ${subject}` : question,
    majority_required: /quorum/i.test(text('vote-type')) ? null : (majority ?? '1/2'),
    result: text('vote-result') || null,
    bill_source_id: parseMeasure(String(congress), text('legis-num'))?.source_id ?? null,
    amendment_id: null,
    vice_president_vote: null,
    counts:
      hasCandidates || !totals
        ? null
        : {
            yes: total('yea-total'),
            no: total('nay-total'),
            abstain: total('present-total'),
            not_voting: total('not-voting-total'),
            absent: null,
            other: null,
          },
    voters: findAll(root, 'recorded-vote').map((row) => {
      const legislator = find(row, 'legislator')
      const state = legislator?.attributes['state'] ?? ''
      return Object.assign(federalOption(fieldOf(find(row, 'vote'))), {
        voter_name: fieldOf(legislator),
        party: legislator?.attributes['party'] || null,
        state: /^[A-Z]{2}$/.test(state) && state !== 'XX' ? state : null,
        district: null,
        source_person_id: legislator?.attributes['name-id'] || null,
      })
    }),
    source_url: (year) =>
      urlIn(`https://clerk.house.gov/evs/${year}/roll${String(number).padStart(3, '0')}.xml`),
    source_updated_at: null,
  })
}

export function isClerkVote(root: XmlElement): boolean {
  return root.name === 'rollcall-vote' && childrenOf(root).some(({ name }) => name === 'vote-metadata')
}

function dayOf(written: string): string {
  const [, day = '', month = '', year = ''] = /^(\d{1,2})-([A-Za-z]{3})-(\d{4})$/.exec(written) ?? []
  const index = months.indexOf(month.toLowerCase())
  if (index === -1) throw new UnusableRecord('The record has no date.')
  return `${year}-${String(index + 1).padStart(2, '0')}-${day.padStart(2, '0')}`
}

function timeOf(element: XmlElement | null): string {
  const time = element?.attributes['time-etz'] ?? ''
  if (!/^\d{1,2}:\d\d$/.test(time)) throw new UnusableRecord('The record has no time.')
  return time.padStart(5, '0')
}

const amendmentWords = (number: string) => (number ? `Amendment ${number} to` : '')
const measureWords = (number: string) => (number === 'QUORUM' ? '' : number)
