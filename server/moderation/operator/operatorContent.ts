import { type Command, type CommandContext, CommandError, UsageError } from '../../cli/command.ts'
import { readUuid } from '../../cli/commandWords.ts'
import type { ModerationResult } from '../../comments/moderation.ts'
import { hideComment, restoreComment } from '../../discussions/moderation.ts'
import { hideGroupComment, hidePost, restoreGroupComment, restorePost } from '../../groups/moderation.ts'
import { recordAction } from '../../kit/audit.ts'
import type { Db } from '../../postgres/db.ts'

/** Runs in a transaction and can be repeated. */
type Turn = (db: Db, id: string) => Promise<ModerationResult>

const contents = new Map<string, { hide: Turn; restore: Turn }>([
  ['bill_comment', { hide: hideComment, restore: restoreComment }],
  ['group_post', { hide: hidePost, restore: restorePost }],
  ['group_comment', { hide: hideGroupComment, restore: restoreGroupComment }],
])
const types = [...contents.keys()]

export const contentCommands: Command[] = [
  {
    words: ['content', 'hide'],
    usage: `${types.join('|')} ID`,
    about: 'Shows "[Removed by moderators]" in place of it, and nothing of who said it.',
    audit: 'own',
    run: (args, context) => turn('hide', args, context),
  },
  {
    words: ['content', 'restore'],
    usage: `${types.join('|')} ID`,
    about: 'Shows again what was hidden.',
    audit: 'own',
    run: (args, context) => turn('restore', args, context),
  },
]

async function turn(way: 'hide' | 'restore', args: string[], { db, print, operator }: CommandContext) {
  const [type = '', ...words] = args
  const content = contents.get(type)
  if (!content) throw new UsageError(`content ${way} takes one of ${types.join(', ')}, and an id.`)
  const id = readUuid(`content ${way}`, type, words)
  await db.begin(async (tx) => {
    if ((await content[way](tx, id)) === 'not_found') throw new CommandError(`There is no ${type} ${id}.`)
    const act = way === 'hide' ? 'content_hidden' : 'content_restored'
    await recordAction(tx, { act, operator, detail: { type, id } })
  })
  print(way === 'hide' ? `The ${type} ${id} is hidden.` : `The ${type} ${id} is shown again.`)
  return { type, id, state: way === 'hide' ? 'hidden' : 'shown' }
}
