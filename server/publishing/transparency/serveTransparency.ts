import { readFile } from 'node:fs/promises'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Id } from '#contract/kit/endpoint.ts'
import { refuse } from '#contract/kit/refusals.ts'
import { dayInput } from '#contract/kit/timeInput.ts'
import { transparencyPath, verifierPath } from '#contract/tally.ts'
import { queryOf } from '#server/legislation/paths/redirect.ts'
import { leafList, unpackLeaves } from '#server/participation/tally/core/leaf.ts'
import { consistencyPath } from '#server/participation/tally/core/logTree.ts'
import { verifierFile } from '#server/participation/tally/exportFiles.ts'
import { findNodes, logSize, selectCheckpoint } from '#server/participation/tally/log.ts'
import { findEntry, logPath } from '#server/participation/tally/receipt.ts'
import { keyLines, tallyOrigin } from '#server/participation/tally/signingKey.ts'
import type { Admission } from '#server/platform/http/admission.ts'
import type { ReadLimits } from '#server/platform/http/readLimits.ts'
import type { Pool } from '#server/platform/postgres/db.ts'
import { callerIp } from '#server/platform/settings/networks.ts'

export type TransparencyParts = {
  pool: Pool
  visitorReads: Admission
  readLimits: ReadLimits
  publicOrigin: string
  rateLimits: boolean
}

const text = 'text/plain; charset=utf-8'
/** How many entries of the log one response has. */
const maxLines = 1_000
/** What never changes may be kept for a day, and the newest state for a minute. */
const [lasting, fresh] = ['public, max-age=86400', 'public, max-age=60']

type BillRoute = { Params: { id: string; day: string } }

/**
 * Serves everything that is needed to check the tally, to anybody and to other sites: the signed state of the log, its lines and
 * proofs, and the leaves of each entry. None of it names a member.
 */
export async function serveTransparency(app: FastifyInstance, parts: TransparencyParts): Promise<void> {
  const { pool, visitorReads, readLimits, publicOrigin, rateLimits } = parts
  const program = await readFile(verifierFile)

  const open = (
    path: string,
    answer: (request: FastifyRequest, reply: FastifyReply) => Promise<string | Buffer | object>,
  ) => {
    app.get(transparencyPath + path, async (request, reply) => {
      reply.header('access-control-allow-origin', '*')
      if (rateLimits) await readLimits.countVisit(callerIp(request))
      return reply.send(await visitorReads(() => answer(request, reply)))
    })
  }

  open('/checkpoint', async (request, reply) => {
    const size = numberIn(request, 'size')
    const checkpoint = (await selectCheckpoint(pool, size)) ?? refuse('tally_not_found')
    reply.type(text).header('cache-control', size === null ? fresh : lasting)
    return checkpoint.note
  })

  open('/key', async (_request, reply) => {
    reply.type(text).header('cache-control', fresh)
    return (await keyLines(pool, tallyOrigin(publicOrigin))).join('')
  })

  open('/log', async (request, reply) => {
    const from = numberIn(request, 'from') ?? 0
    const to = Math.min(numberIn(request, 'to') ?? from + maxLines, from + maxLines)
    const rows = await pool<{ line: string }[]>`
      select line from tally_entries where entry_no >= ${from} and entry_no < ${to} order by entry_no`
    reply.header('cache-control', rows.length === to - from ? lasting : fresh)
    return { from, to: from + rows.length, lines: rows.map(({ line }) => line) }
  })

  open('/consistency', async (request, reply) => {
    const [from, to] = [numberIn(request, 'from'), numberIn(request, 'to')]
    if (from === null || to === null || from > to || to > (await logSize(pool))) refuse('invalid_request')
    const find = await findNodes(pool, (node) => consistencyPath(from, to, node))
    reply.header('cache-control', lasting)
    return { from, to, proof: consistencyPath(from, to, find).map((hash) => hash.toString('hex')) }
  })

  open('/bills/:id/:day', async (request, reply) => {
    const entry = await entryOf(request)
    reply.header('cache-control', fresh)
    return {
      entry: entry.line,
      entry_index: entry.entry_no,
      log_size: entry.checkpoint.size,
      log_path: await logPath(pool, entry),
      checkpoint: entry.checkpoint.note,
    }
  })

  open('/bills/:id/:day/leaves', async (request, reply) => {
    const { entry_no } = await entryOf(request)
    const [row] = await pool<{ leaves: Buffer }[]>`
      select leaves from tally_leaves where entry_no = ${entry_no}`
    if (!row) refuse('tally_not_found')
    reply.type(text).header('cache-control', lasting)
    return leafList(unpackLeaves(row.leaves))
  })

  app.get(verifierPath, (_request, reply) =>
    reply
      .header('cache-control', 'no-cache')
      .header('access-control-allow-origin', '*')
      .type('text/javascript; charset=utf-8')
      .send(program),
  )

  async function entryOf(request: FastifyRequest) {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- both routes that call this have these parameters
    const { id, day } = request.params as BillRoute['Params']
    if (!dayInput().safeParse(day).success || !Id.safeParse(id).success) refuse('tally_not_found')
    return findEntry(pool, id, day)
  }
}

/** Reads a parameter as a number of entries. Null if it is missing. */
function numberIn(request: FastifyRequest, name: string): number | null {
  const value = new URLSearchParams(queryOf(request)).get(name)
  if (value === null) return null
  return /^\d{1,15}$/.test(value) ? Number(value) : refuse('invalid_request')
}
