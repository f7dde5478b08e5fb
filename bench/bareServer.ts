import { createServer, type ServerResponse } from 'node:http'
import postgres from 'postgres'

// L, the ceiling of reads: nothing but node:http, one prepared query of 20 rows along an index, and JSON.

const db = postgres(process.env['DATABASE_URL']!, { max: 10 })

createServer((request, response) => {
  if (request.url === '/api/health') response.end()
  else void answerPage(response)
}).listen(Number(process.env['PORT']), '127.0.0.1')

async function answerPage(response: ServerResponse): Promise<void> {
  const bills = await db`
    select bill_id, bill_code, title, summary, topics, government_level, status, created_at, source_url
      from bills order by created_at desc, bill_id limit 20`
  const body = JSON.stringify({ bills })
  response.writeHead(200, {
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(body),
  })
  response.end(body)
}

process.once('SIGTERM', () => process.exit(0))
