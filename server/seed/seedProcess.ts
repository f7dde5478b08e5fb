import { openDatabase } from '../embedded/database.ts'
import { readEnv } from '../kit/env.ts'
import { operatorLimits } from '../postgres/db.ts'
import { inTurn, seedIfEmpty } from './seed.ts'

/*
 * Fills the database in a process of its own, on behalf of a server that starts: what the records take in memory goes
 * with it, and the server never loads what only reads them.
 */

const say = (line: string) => void process.stderr.write(`${line}\n`)

// The server that asked is gone.
process.on('disconnect', () => process.exit(1))

const env = readEnv(process.env)
const database = await openDatabase(env, { role: 'command', limits: operatorLimits, say })
await inTurn(database.pool, () => seedIfEmpty(database.pool, env.demo, say))
await database.close()
process.exit(0)
