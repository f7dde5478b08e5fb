import { type Command, CommandError, UsageError } from './cli/command.ts'
import { demoCode, demoPassword, demoSignIns } from './seed/demoMembers.ts'
import { seedDemonstration } from './seed/seed.ts'

/** `hurd seed --demo`: what the first start brings with DEMO=on, on demand. */
export const seedCommand: Command = {
  words: ['seed'],
  usage: '--demo',
  about: 'Brings the demonstration: bills, groups, representatives, invented people and their access code.',
  async run(args, { db, env, print }) {
    if (args.join(' ') !== '--demo') throw new UsageError('seed takes --demo.')
    if (env.production) throw new CommandError('seed --demo is refused when NODE_ENV=production.')
    const came = await seedDemonstration(db, print)
    print(came ? 'Invited the demo cast: people, stances and discussions' : 'The demo cast is here already')
    const sign_ins = await demoSignIns()
    print(`Demo access code: ${demoCode}`)
    print(`Demo sign-ins, all with the password ${demoPassword}:`)
    for (const { email, who } of sign_ins) print(`  ${email.padEnd(34)} ${who}`)
    return { came, code: demoCode, password: demoPassword, sign_ins }
  },
}
