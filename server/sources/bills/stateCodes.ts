import { requiredText } from '#server/sources/externalJson.ts'
import { knownSession, specialOrdinal } from '#server/sources/sessions/knownSession.ts'
import { sessionKey } from '#server/sources/sessions/sessionKey.ts'
import { UnusableRecord } from './importedBill.ts'

/**
 * Returns the id of a state bill, which is the same for every spelling of its session and of its code. "HB 4001", "HB4001" and
 * "H.B. 04001" of "2025-2026" all become "mi/2025-2026/hb4001". `sameCode` explains the differences of the states.
 */
export function stateBillId(state: string, session: string, identifier: string): string {
  const place = state.toLowerCase()
  return `${place}/${sessionKey(knownSession(place, session))}/${sameCode(place, session, identifier)}`
}

/**
 * Returns the number of a bill as its record writes it, with ordinary letters in place of wide ones. Most numbers have digits, and
 * Michigan's joint resolutions have letters ("HJR B").
 *
 * @throws UnusableRecord
 */
export function requiredIdentifier(value: unknown, field: string): string {
  const identifier = requiredText(value, field).normalize('NFKC')
  const isNumber =
    identifier.length <= 60 &&
    /^[\p{L}\d .,:()/\u2010-\u2015-]+$/u.test(identifier) &&
    /\d|^[A-Z]+ [A-Z]{1,2}$/.test(identifier)
  if (!isNumber) throw new UnusableRecord(`"${identifier.slice(0, 60)}" is not the number of a bill.`)
  return identifier
}

/** States whose letters one source shortens: "H0001" of LegiScan is "HB 1" of Open States in Florida. */
const shortened = new Set(['fl', 'nc', 'ri'])

/**
 * Letters that a state adds to the number while the bill changes. They name a printing and not another bill: "H 123aaS" in Idaho
 * (as amended in the Senate), "HB 2-FN-A" in New Hampshire (with a fiscal note), "S 1234-B" in New York, "HB 4001 B" in Oregon, "HB 1
 * HD1 SD1" in Hawaii, "HB 1(FIN) am" in Alaska and "HB0001S01" in Utah.
 */
const printings: Readonly<Record<string, RegExp>> = {
  ak: /(?<=\d) ?[a-z][a-z -]*$/,
  hi: / ?([hsc]d\d ?)+$/,
  id: /( ?aa[hs])+$/,
  nh: /(-?(fn|local|a))+$/,
  ny: /-?[a-z]$/,
  or: /-?[a-d]$/,
  ut: /s0\d$/,
}

/**
 * Letters before those of the number, which name a printing too: "E2SHB 1000" in Washington (the second substitute, engrossed),
 * "sHB 5001" in Connecticut (a substitute), and "CSHB 1(FIN)" and "SSHB 1" in Alaska (substitutes of a committee and of the sponsor).
 */
const substitutes: Readonly<Record<string, RegExp>> = {
  ak: /^(?:[hs]?cs ?)*(?:for ?)?(?:ss ?)?(?=[hs](?:b|j?r|cr) ?\d)/i,
  ct: /^(?:substitute |s)(?=[hs]\.?(?:b|j)\.? ?\d)/i,
  wa: /^(?:\d?[es])+(?=[hs](?:b|jm|jr|cr) ?\d)/i,
}

/**
 * Removes what no number contains: the committee substitutes of Florida ("CS/CS/SB 12") and other states, and "No." ("H.F. No. 12").
 * "House Bill 12" becomes "HB 12".
 */
function withoutAdditions(state: string, identifier: string): string {
  return identifier
    .trim()
    .replace(/^(house|senate|assembly) bill(?= (no\.? ?)?\d)/i, (words) => `${words.slice(0, 1)}B`)
    .replace(substitutes[state] ?? /$^/, '')
    .replace(/^(?:cs\/)+/i, '')
    .replace(/ no\.? ?(?=\d)/i, ' ')
}

function sameCode(state: string, session: string, identifier: string): string {
  const code = withoutAdditions(state, identifier)
    .toLowerCase()
    .replace(/[\u2010-\u2015]/g, '-')
    .replace(/[^a-z0-9- ]/g, '')
    .replace(/^([a-z]+)[- ]+(?=\d)/, '$1')
    .replace(printings[state] ?? /$^/, '')
  const extraordinary = extraordinaryCode(state, session, code)
  if (extraordinary) return `${extraordinary.letters}x${extraordinary.ordinal}-${extraordinary.number}`
  const plain = code
    .replaceAll(' ', '')
    .replace(/(^|[a-z])0+(?=\d)/g, '$1')
    // "SB 2-A" of a special session is also written "SB 2A".
    .replace(/(\d)-([a-z])$/, '$1$2')
  if (state === 'co') return coloradoCode(session, plain)
  return shortened.has(state) ? plain.replace(/^([hs])(?=\d)/, '$1b') : plain
}

/**
 * Reads a code of California's special sessions: "ABX1 1", "ABX1-1", "AB X1 1" or "ABX11" of the first one. Where nothing is
 * between the two numbers, the session says how many digits are its own.
 */
function extraordinaryCode(state: string, session: string, code: string) {
  if (state !== 'ca') return null
  const [, letters, digits = '', rest] = /^([a-z]+) ?x ?(\d+)(?:[- ]+(\d+))?$/.exec(code) ?? []
  if (!letters) return null
  if (rest !== undefined) return { letters, ordinal: Number(digits), number: Number(rest) }
  const ordinal = specialOrdinal(state, session) ?? digits.slice(0, 1)
  const number = digits.startsWith(ordinal) ? digits.slice(ordinal.length) : digits
  return number === '' ? null : { letters, ordinal: Number(ordinal), number: Number(number) }
}

/** Returns Colorado's code with the year and the letter of a special session, which some sources leave out. */
function coloradoCode(session: string, code: string): string {
  const [, year, letter = ''] = /^20(\d\d)([A-Z])$/i.exec(knownSession('co', session)) ?? []
  const [, letters, number] = /^([a-z]+)(\d{1,4})$/.exec(code) ?? []
  if (!year || !letters || !number) return code
  return `${letters}${year}${letter.toLowerCase().replace('a', '')}-${number.padStart(3, '0')}`
}

/**
 * Returns one spelling for every state. "HB4001", "H.B. 4001" and "HB 04001" become "HB 4001", and "S.277" becomes "S 277". Codes
 * that contain the session are written as the state writes them: "ABX1 1", "HB25B-1001", "B26-0001".
 */
export function billCode(state: string, session: string, identifier: string): string {
  const code = withoutAdditions(state, identifier)
  const extraordinary = extraordinaryCode(state, session, code.toLowerCase())
  if (extraordinary) {
    const { letters, ordinal, number } = extraordinary
    return `${letters.toUpperCase()}X${ordinal} ${number}`
  }
  if (state === 'co') return coloradoCode(session, sameCode(state, session, code)).toUpperCase()
  if (/^[A-Za-z]+\d+[A-Za-z]?-\d+$/.test(code)) return code
  const [, written = '', number] = /^([A-Za-z.]+)[\s-]*0*(\d.*)$/.exec(code) ?? []
  const letters = written.replaceAll('.', '')
  if (letters === '' || !number) return code
  // LegiScan writes "H0001" for "HB 1".
  return `${state === 'fl' && /^[HS]$/i.test(letters) ? `${letters}B` : letters} ${number}`
}
