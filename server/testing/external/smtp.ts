import { EventEmitter, once } from 'node:events'
import { createServer, type Socket } from 'node:net'
import { SMTPServer } from 'smtp-server'

type ReceivedMail = { from: string; to: string[]; raw: string }

type Answers = {
  port?: number
  /** What to say to a recipient: null takes it. */
  toRecipient?: (address: string) => { code: number; words: string } | null
}

/** A strict mail server on a free port that keeps what it takes. */
export async function openSink({ port = 0, toRecipient = () => null }: Answers = {}) {
  const mails: ReceivedMail[] = []
  const news = new EventEmitter()
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['AUTH', 'STARTTLS'],
    disableReverseLookup: true,
    closeTimeout: 100,
    onRcptTo(recipient, _session, done) {
      const refusal = toRecipient(recipient.address)
      done(refusal ? Object.assign(new Error(refusal.words), { responseCode: refusal.code }) : null)
    },
    onData(stream, session, done) {
      const { mailFrom, rcptTo } = session.envelope
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        mails.push({
          from: mailFrom ? mailFrom.address : '',
          to: rcptTo.map((one) => one.address),
          raw: Buffer.concat(chunks).toString(),
        })
        done()
        news.emit('mail')
      })
    },
  })
  server.on('error', () => undefined)
  const net = server.listen(port, '127.0.0.1')
  await once(net, 'listening')
  const address = net.address()
  const held = typeof address === 'object' && address ? address.port : 0
  return {
    mails,
    port: held,
    url: `smtp://127.0.0.1:${held}`,
    /** Waits until so many have come. */
    async whenHas(count: number) {
      while (mails.length < count) await once(news, 'mail')
    },
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  }
}

/**
 * A mail server with bad manners. It ends a line at any CR or LF, as lenient servers do, and keeps all it hears; `turn`
 * gives its answer to each command, null for silence, 'drop' for hanging up. It takes everything unless told otherwise.
 */
export async function openRudeSink(turn: (line: string) => string | null | undefined) {
  const heard: string[] = []
  const sockets = new Set<Socket>()
  const news = new EventEmitter()
  const server = createServer((socket) => {
    sockets.add(socket)
    let inData = false
    const answer = (line: string, usual: string | null) => {
      const said = turn(line)
      if (said === 'drop') socket.destroy()
      else if (said !== null && (said ?? usual) !== null) socket.write(`${said ?? usual}\r\n`)
    }
    answer('connect', '220 rude')
    socket.on('error', () => undefined)
    socket.on('data', (bytes) => {
      for (const line of bytes.toString('utf8').split(/\r\n|\r|\n/)) {
        if (line === '' && !inData) continue
        heard.push(line)
        if (inData && line !== '.') continue
        if (inData) answer('.', '250 taken')
        else answer(line, usualAnswer(line))
        inData = line === 'DATA'
      }
      news.emit('line')
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  return {
    heard,
    url: `smtp://127.0.0.1:${port}`,
    /** Waits until a line has been heard that begins so. */
    async whenHears(start: string) {
      while (!heard.some((line) => line.startsWith(start))) {
        await once(news, 'line')
      }
    },
    close: () =>
      new Promise<void>((resolve) => {
        for (const socket of sockets) socket.destroy()
        server.close(() => resolve())
      }),
  }
}

function usualAnswer(line: string): string {
  if (line === 'DATA') return '354 go on'
  return line === 'QUIT' ? '221 bye' : '250 fine'
}
