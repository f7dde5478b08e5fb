import { createServer, type ServerResponse } from 'node:http'
import { openPool, requestLimits } from '#server/platform/postgres/db.ts'

// The ceilings of reads: node:http, the pool and one prepared query, answered as JSON. L reads 20 rows in the order of an
// index. The other one reads one row by its primary key.

const db = openPool(process.env['DATABASE_URL']!, requestLimits)

createServer((request, response) => {
  if (request.url === '/api/health') response.end()
  else if (request.url === '/') void respond(response, selectPage)
  else void respond(response, () => selectBill(String(request.url).slice(1)))
}).listen(Number(process.env['PORT']), '127.0.0.1')

function selectPage() {
  return db`
    select bill_id, bill_code, title, summary, topics, government_level, status, created_at, source_url
      from bills order by created_at desc, bill_id limit 20`
}

function selectBill(bill_id: string) {
  return db`
    select bill_id, bill_code, title, summary, topics, government_level, status, created_at, source_url
      from bills where bill_id = ${bill_id}`
}

async function respond(response: ServerResponse, select: () => Promise<object[]>): Promise<void> {
  const body = JSON.stringify({ bills: await select() })
  response.writeHead(200, {
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(body),
  })
  response.end(body)
}

for (const end of ['SIGTERM', 'disconnect']) process.once(end, () => process.exit(0))
