import { type Command, type CommandContext, CommandError, UsageError } from '../../cli/command.ts'
import { readUuid } from '../../cli/commandWords.ts'
import type { ModerationResult } from '../../comments/moderation.ts'
import { hideComment, restoreComment } from '../../discussions/moderation.ts'
import { hideGroupComment, hidePost, restoreGroupComment, restorePost } from '../../groups/moderation.ts'
import { recordAction } from '../../kit/audit.ts'
import type { Db } from '../../postgres/db.ts'
import { hideStatement, restoreStatement } from '../../representatives/messages/statementModeration.ts'

/** Hides or restores an item. Idempotent. Runs in a transaction. */
type Change = (db: Db, id: string) => Promise<ModerationResult>

const contentTypes = new Map<string, { hide: Change; restore: Change }>([
  ['bill_comment', { hide: hideComment, restore: restoreComment }],
  ['group_post', { hide: hidePost, restore: restorePost }],
  ['group_comment', { hide: hideGroupComment, restore: restoreGroupComment }],
  ['official_statement', { hide: hideStatement, restore: restoreStatement }],
])
const types = [...contentTypes.keys()]

export const contentCommands: Command[] = [
  {
    words: ['content', 'hide'],
    usage: `${types.join('|')} ID`,
    about:
      'Shows "[Removed by moderators]" instead of the content and its author. A statement is not shown at all.',
    audit: 'own',
    run: (args, context) => changeVisibility('hide', args, context),
  },
  {
    words: ['content', 'restore'],
    usage: `${types.join('|')} ID`,
    about: 'Shows hidden content again.',
    audit: 'own',
    run: (args, context) => changeVisibility('restore', args, context),
  },
]

async function changeVisibility(
  change: 'hide' | 'restore',
  args: string[],
  { db, print, operator }: CommandContext,
) {
  const [type = '', ...rest] = args
  const content = contentTypes.get(type)
  if (!content) throw new UsageError(`content ${change} requires one of ${types.join(', ')}, and an id.`)
  const id = readUuid(`content ${change}`, type, rest)
  await db.begin(async (tx) => {
    if ((await content[change](tx, id)) === 'not_found') throw new CommandError(`There is no ${type} ${id}.`)
    const action = change === 'hide' ? 'content_hidden' : 'content_restored'
    await recordAction(tx, { action, operator, detail: { type, id } })
  })
  print(change === 'hide' ? `The ${type} ${id} is hidden.` : `The ${type} ${id} is shown again.`)
  return { type, id, state: change === 'hide' ? 'hidden' : 'shown' }
}
