import { openDatabase } from '../server/kit/database.ts'
import { openPool, operatorLimits } from '../server/kit/db.ts'
import { readEnv } from '../server/kit/env.ts'
import { seedIfEmpty } from './seed.ts'

/*
 * Fills the database in a process of its own, on behalf of a server that starts: what the records take in memory goes
 * with it, and the server never loads what only reads them.
 */

/** Any number; two instances that start on one empty database fill it once. */
const seedLock = 7_021_777

const say = (line: string) => void process.stderr.write(`${line}\n`)

// The server that asked is gone.
process.on('disconnect', () => process.exit(1))

const env = readEnv(process.env)
const database = await openDatabase(env, { role: 'command', limits: operatorLimits, say })
const turns = openPool(database.target, { ...operatorLimits, connections: 1 })
await turns.begin(async (turn) => {
  await turn`set local idle_in_transaction_session_timeout = 0`
  await turn`set local lock_timeout = 0`
  await turn`select pg_advisory_xact_lock(${seedLock})`
  await seedIfEmpty(database.pool, env.demo, say)
})
await turns.end({ timeout: 1 })
await database.close()
process.exit(0)
