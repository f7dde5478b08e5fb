import { type Command, defineCommand } from '#server/platform/cli/command.ts'
import { replaceVapidKey } from './vapidKey.ts'

export const pushCommands: Command[] = [
  defineCommand({
    words: ['push', 'rotate-key'],
    about: 'Replaces the key of web push. It ends all subscriptions, so members turn notifications on again.',
    async run(_args, { db, print }) {
      const { publicKey, ended } = await db.begin(async (transaction) => replaceVapidKey(transaction))
      print(`The key of web push is now ${publicKey}. Ended subscriptions: ${ended}.`)
      return { key: publicKey, ended }
    },
  }),
]
