import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { requestExport } from '#contract/people.ts'
import { downloadArchive, exportToken, unzip } from '#server/testing/setups/dataExport.ts'
import { runTally, take } from '#server/testing/setups/tally.ts'
import { startTestServer, type TestServer } from '#server/testing/testServer.ts'

let app: TestServer
let folder: string
beforeAll(async () => {
  app = await startTestServer()
  folder = await mkdtemp(join(tmpdir(), 'hurd-receipts-'))
})
afterAll(async () => {
  await app.close()
  await rm(folder, { recursive: true })
})

/** Runs the program of the archive on a file, in the folder without anything of this project. */
async function verify(file: string, content: unknown): Promise<{ code: number; output: string }> {
  await writeFile(join(folder, file), JSON.stringify(content))
  return promisify(execFile)(process.execPath, ['verify.mjs', file], { cwd: folder }).then(
    ({ stdout }) => ({ code: 0, output: stdout }),
    (error: { code: number; stdout: string }) => ({ code: error.code, output: error.stdout }),
  )
}

// covers BEY-TALLY-13
test('the receipts and acknowledgments in the data export are checked offline with the program beside them', async () => {
  const ana = await app.member('ana', { email_verified_at: '2026-01-01T00:00:00Z' })
  const ben = await app.member('ben')
  const [counted, fresh] = [await app.bill('Counted Act'), await app.bill('Fresh Act')]
  for (const by of [ana, ben]) await take(by, counted.bill_id, 'support')
  await runTally(app, '2030-01-01')
  await take(ana, counted.bill_id, 'oppose')
  await take(ana, fresh.bill_id, 'neutral')

  await ana.call(requestExport, {})
  const response = await downloadArchive(app, ana, await exportToken(app, ana))
  const files = unzip(Buffer.from(await response.arrayBuffer()))
  await writeFile(join(folder, 'verify.mjs'), files.get('verify.mjs')!)
  const receipts = JSON.parse(files.get('receipts.json')!.toString())
  expect(receipts).toMatchObject({
    origin: 'localhost:3000/tally',
    receipts: [{ bill_id: counted.bill_id, day: '2030-01-01', stance: 'support', user_id: ana.user_id }],
    acks: [
      { bill_id: counted.bill_id, stance: 'oppose' },
      { bill_id: fresh.bill_id, stance: 'neutral' },
    ],
  })
  const [row] = await app.pool<{ secret: string }[]>`
    select encode(secret, 'hex') as secret from receipt_secrets where user_id = ${ana.user_id}`
  expect(receipts.secret).toBe(row?.secret)

  const whole = await verify('receipts.json', receipts)
  expect(whole.output.match(/✓/g)).toHaveLength(6)
  expect(whole.code).toBe(0)
  const [ack] = receipts.acks
  const forged = await verify('receipts.json', { ...receipts, acks: [{ ...ack, stance: 'support' }] })
  expect(forged.code).toBe(1)
  expect(forged.output).toContain('✗ Bill')
  expect((await verify('receipts.json', { keys: receipts.keys })).code).toBe(1)
})
