import { CommandError, UsageError, type Command, type CommandContext } from '#server/platform/cli/command.ts'
import { readUuid } from '#server/platform/cli/commandWords.ts'
import { importGroups } from './import.ts'

const usage = 'FILE'
const about =
  'Imports groups from JSON or JSON lines, inserting or updating by id. A file with errors is rejected.'

/** `import groups` and `groups import` are the same command. */
export const commands: Command[] = [
  { words: ['groups', 'import'], usage, about, run: importGroupsCommand },
  { words: ['import', 'groups'], usage, about, run: importGroupsCommand },
  {
    words: ['posts', 'pin'],
    usage: 'POST_ID',
    about: 'Pins a post to the top of its group.',
    run: (args, context) => setPinned(args, context, true),
  },
  {
    words: ['posts', 'unpin'],
    usage: 'POST_ID',
    about: 'Unpins a post.',
    run: (args, context) => setPinned(args, context, false),
  },
]

async function importGroupsCommand(args: string[], { db, print }: CommandContext) {
  const [file, ...rest] = args
  if (!file || rest.length > 0) throw new UsageError('groups import takes one file.')
  const report = await importGroups(db, file)
  print(`${report.inserted} inserted, ${report.updated} updated, ${report.unchanged} unchanged`)
  return report
}

async function setPinned(args: string[], { db, print }: CommandContext, is_pinned: boolean) {
  const post_id = readUuid(`posts ${is_pinned ? 'pin' : 'unpin'}`, 'post', args)
  const { count } = await db`
    update group_posts set is_pinned = ${is_pinned} where post_id = ${post_id} and deleted_at is null`
  if (count === 0) throw new CommandError(`There is no post ${post_id}.`)
  print(is_pinned ? `${post_id} is pinned.` : `${post_id} is no longer pinned.`)
  return { post_id, is_pinned }
}
