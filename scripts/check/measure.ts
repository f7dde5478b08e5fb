import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { posix } from 'node:path'

/** Lines of text with numbers that show how easy the code base is to read. Only source files are counted. */
export function measure(root: string): string[] {
  const sources = git(root, ['ls-files']).filter(isSource)
  const product = sources.filter((file) => !isTest(file))
  const lengths = product
    .map((file) => ({ file, lines: readFileSync(posix.join(root, file), 'utf8').split('\n').length - 1 }))
    .toSorted((a, b) => b.lines - a.lines)
  const folders = countBy(product, (file) => posix.dirname(file))
  const commits = recentCommits(root, 30)
  return [
    `source files: ${product.length}, tests: ${sources.length - product.length}`,
    `lines per file: median ${median(lengths.map(({ lines }) => lines))}, longest ${lengths
      .slice(0, 3)
      .map(({ file, lines }) => `${file} ${lines}`)
      .join(', ')}`,
    `files over 300 lines: ${lengths.filter(({ lines }) => lines > 300).length}`,
    `folders with more than 14 source files: ${
      [...folders]
        .filter(([, count]) => count > 14)
        .map(([folder, count]) => `${folder} ${count}`)
        .join(', ') || 'none'
    }`,
    `last ${commits.length} commits: median ${median(commits.map(({ files }) => files))} files in ${median(
      commits.map(({ folders: count }) => count),
    )} folders`,
  ]
}

function isSource(file: string): boolean {
  return /^(contract|server|web|e2e|bench|scripts)\/.*\.(ts|tsx|mjs)$/.test(file) && !file.endsWith('.d.ts')
}

function isTest(file: string): boolean {
  return /\.(test|spec)\.tsx?$/.test(file)
}

function recentCommits(root: string, count: number): { files: number; folders: number }[] {
  const shas = git(root, ['log', `-${count}`, '--no-merges', '--format=%H'])
  return shas.map((sha) => {
    const files = git(root, ['show', '--format=', '--name-only', sha])
    return { files: files.length, folders: new Set(files.map((file) => posix.dirname(file))).size }
  })
}

function git(root: string, args: string[]): string[] {
  return execFileSync('git', args, { cwd: root, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 })
    .split('\n')
    .filter((line) => line !== '')
}

function countBy(values: string[], keyOf: (value: string) => string): Map<string, number> {
  const counts = new Map<string, number>()
  for (const value of values) counts.set(keyOf(value), (counts.get(keyOf(value)) ?? 0) + 1)
  return counts
}

function median(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? 0
}
