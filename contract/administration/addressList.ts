import { checkEmail } from '#contract/rules/members/accountFields.ts'

// Reads the email addresses of a pasted list or a CSV file. The form and the server use the same functions.

export const maxAddresses = 500
/** The most characters of a list. A list of this length fits into one request together with the other fields. */
const maxListLength = 60_000

type AddressProblem = {
  /** The number of the line. The first line is 1, and empty lines count. */
  line: number
  text: string
  message: string
}

export type AddressList = {
  /** The addresses in lower case, without repetitions. */
  addresses: string[]
  /** The number of addresses in the list that repeat an earlier address. */
  repeated: number
  problems: AddressProblem[]
}

/**
 * Reads a list. A line contains one address, several addresses with commas between them, a name and an address, or the
 * columns of a CSV file. Columns without @ are ignored. The first line may contain the names of the columns.
 */
export function readAddressList(text: string): AddressList {
  const addresses = new Set<string>()
  const problems: AddressProblem[] = []
  let count = 0
  let isFirst = true
  for (const [index, row] of text.split(/\r\n|\r|\n/).entries()) {
    const line = row.replace(/^\uFEFF/, '').trim()
    if (line === '') continue
    const candidates = candidatesIn(line)
    const isHeading = isFirst && candidates.length === 0 && /mail/i.test(line)
    isFirst = false
    if (isHeading) continue
    if (candidates.length === 0) {
      problems.push({ line: index + 1, text: line, message: 'No email address' })
    }
    for (const candidate of candidates) {
      if (checkEmail(candidate) !== null) {
        problems.push({ line: index + 1, text: candidate, message: 'Not a valid email address' })
        continue
      }
      count += 1
      addresses.add(candidate.toLowerCase())
    }
  }
  return { addresses: [...addresses], repeated: count - addresses.size, problems }
}

/** Returns the words of a line that contain an @. Some of them may not be valid addresses. */
function candidatesIn(line: string): string[] {
  return line
    .split(/[,;\t]/)
    .flatMap((cell) => /<([^<>]*)>/.exec(cell)?.[1]?.trim() ?? cell.split(/\s+/))
    .map((word) => word.replace(/^["']+|["']+$/g, ''))
    .filter((word) => word.includes('@'))
}

export function checkAddressList(text: string): string | null {
  if (text.trim() === '') return 'Enter at least one email address'
  if (text.length > maxListLength) return 'This list is too long. Invite fewer people at a time.'
  const { addresses, problems } = readAddressList(text)
  const lines = [...new Set(problems.map(({ line }) => line))]
  if (lines.length > 0) return `Check ${lines.length === 1 ? 'line' : 'lines'} ${listLines(lines)}`
  if (addresses.length === 0) return 'Enter at least one email address'
  return addresses.length > maxAddresses
    ? `You can invite ${maxAddresses} people at a time. This list has ${addresses.length} addresses.`
    : null
}

const maxNamedLines = 5

/** Returns line numbers as text, such as "3, 4 and 7" or "1, 2, 3, 4, 5 and 4 more". */
function listLines(lines: number[]): string {
  if (lines.length > maxNamedLines) {
    return `${lines.slice(0, maxNamedLines).join(', ')} and ${lines.length - maxNamedLines} more`
  }
  return lines.join(', ').replace(/, (\d+)$/, ' and $1')
}
