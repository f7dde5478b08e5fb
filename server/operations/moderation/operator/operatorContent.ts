import { closeAppealsOfRestored } from '#server/operations/moderation/appeals/closeByCommand.ts'
import { changeVisibility, isContentType, contentTypes } from '#server/operations/moderation/visibility.ts'
import { type Command, type CommandContext, CommandError, UsageError } from '#server/platform/cli/command.ts'
import { readUuid } from '#server/platform/cli/commandWords.ts'

export const contentCommands: Command[] = [
  {
    words: ['content', 'hide'],
    usage: `${contentTypes.join('|')} ID`,
    about:
      'Shows "[Removed by moderators]" instead of the content and its author. A statement is not shown at all.',
    audit: 'own',
    run: (args, context) => runChange('hide', args, context),
  },
  {
    words: ['content', 'restore'],
    usage: `${contentTypes.join('|')} ID`,
    about: 'Shows hidden content again.',
    audit: 'own',
    run: (args, context) => runChange('restore', args, context),
  },
]

async function runChange(
  change: 'hide' | 'restore',
  args: string[],
  { db, print, operator, env: { publicOrigin } }: CommandContext,
) {
  const [type = '', ...rest] = args
  if (!isContentType(type)) {
    throw new UsageError(`content ${change} requires one of ${contentTypes.join(', ')}, and an id.`)
  }
  const id = readUuid(`content ${change}`, type, rest)
  await db.begin(async (tx) => {
    const result = await changeVisibility(tx, change, { type, id }, operator)
    if (result === 'not_found') throw new CommandError(`There is no ${type} ${id}.`)
    if (change === 'restore' && result === 'changed') {
      await closeAppealsOfRestored(tx, { target_type: type, target_id: id }, { operator, publicOrigin })
    }
  })
  print(change === 'hide' ? `The ${type} ${id} is hidden.` : `The ${type} ${id} is shown again.`)
  return { type, id, state: change === 'hide' ? 'hidden' : 'shown' }
}
