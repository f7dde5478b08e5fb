import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { allowed, banned, bannedPhrases, type WordRule } from './wordList.ts'

export type Finding = { file: string; line: number; word: string; suggestion: string; text: string }

/** Every banned word in the text of one file. `file` is its path from the root. */
export function findWords(file: string, text: string): Finding[] {
  return text.split('\n').flatMap((line, index) => {
    const words = splitWords(line)
    return [...findRules(banned, words), ...findRules(bannedPhrases, line)].flatMap(({ word, suggestion }) =>
      isAllowed(file, word) ? [] : [{ file, line: index + 1, word, suggestion, text: line.trim() }],
    )
  })
}

/** Returns the rules that a text breaks, each with the words that break it. */
function findRules(rules: readonly WordRule[], text: string): { word: string; suggestion: string }[] {
  return rules.flatMap(({ word, suggestion }) =>
    [...text.matchAll(new RegExp(word, 'g'))].map((match) => ({ word: match[0], suggestion })),
  )
}

/** `tellFollowers`, `tell_followers` and "Tell followers" all become "tell followers". */
function splitWords(line: string): string {
  return line
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, ' ')
}

function isAllowed(file: string, word: string): boolean {
  return allowed.some((exception) => exception.file.test(file) && exception.word.test(word))
}

const notOurs =
  /^(docs\/requirements\.tsv|package-lock\.json|db\/seed\/|docs\/example-bills|languages\/.*\.json$)/

/**
 * True if a text may be changed. The specification fixes some texts word for word. Catalogs repeat the texts of the code,
 * beside words of other languages.
 */
function isOurs(file: string): boolean {
  if (notOurs.test(file)) return false
  if (/fixtures\//.test(file)) return false
  return /\.(ts|tsx|mjs|sql|css|html|md|json)$/.test(file)
}

// `npm run words`, or `npm run words -- server/legislation/bills web/bills` for a part
if (import.meta.main) {
  const root = fileURLToPath(new URL('../..', import.meta.url))
  const parts = process.argv.slice(2)
  // Files that are not committed yet are checked too, and files that are only deleted in this folder are left out.
  const paths = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 1 << 26,
  })
  const files = paths
    .split('\n')
    .filter((file) => isOurs(file) && (parts.length === 0 || parts.some((part) => file.startsWith(part))))
    .filter((file) => existsSync(join(root, file)))
  const findings = files.flatMap((file) => [
    ...findWords(file, file),
    ...findWords(file, readFileSync(join(root, file), 'utf8')),
  ])
  for (const { file, line, word, suggestion, text } of findings) {
    console.error(`${file}:${line}: "${word}" → ${suggestion}\n    ${text.slice(0, 120)}`)
  }
  console.error(`${files.length} files, ${findings.length} words to replace`)
  process.exitCode = findings.length === 0 ? 0 : 1
}
