import { CommandError, defineCommand, UsageError } from '#server/platform/cli/command.ts'
import { demoCode, demoPassword, demoSignIns } from './demo/demoMembers.ts'
import { seedDemoMembers } from './seed.ts'

/** `hurd seed --demo` adds the data that the first start loads with DEMO=on. */
export const seedCommand = defineCommand({
  words: ['seed'],
  options: { demo: { about: 'Confirms that demo data is wanted.', isRequired: true } },
  about: 'Adds the demo data: bills, groups, representatives, fictional members and their access code.',
  async run(_args, { db, env, print }, { demo }) {
    if (!demo) throw new UsageError('seed requires --demo.')
    if (env.production) throw new CommandError('seed --demo is not allowed when NODE_ENV=production.')
    const created = await seedDemoMembers(db, print)
    print(created ? 'Created demo members, stances and discussions' : 'The demo members already exist')
    const sign_ins = await demoSignIns()
    print(`Demo access code: ${demoCode}`)
    print(`Demo sign-ins, all with the password ${demoPassword}:`)
    for (const { email, role } of sign_ins) print(`  ${email.padEnd(34)} ${role}`)
    return { created, code: demoCode, password: demoPassword, sign_ins }
  },
})
