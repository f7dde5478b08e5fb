import { spawnSync } from 'node:child_process'

// Part of `npm run check`. Of the commits only the last one is in every clone. GitHub writes the subject of a merge, and in a
// clone of depth 1 nothing else shows that it is one. Without Git there is nothing to check.
const { status, stdout } = spawnSync('git', ['log', '-1', '--no-merges', '--format=%s'], { encoding: 'utf8' })
const subject = status === 0 ? stdout.trim() : ''
if (subject.length > 72 && !subject.startsWith('Merge ')) {
  console.error(
    `The subject of the last commit has ${subject.length} characters, 72 are the most: ${subject}`,
  )
  process.exitCode = 1
}
