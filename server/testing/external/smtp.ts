import { EventEmitter, once } from 'node:events'
import { createServer, type Socket } from 'node:net'
import { SMTPServer } from 'smtp-server'

type ReceivedMail = { from: string; to: string[]; raw: string }

type SinkOptions = {
  port?: number
  /** The reply to a recipient, or null to accept it. */
  toRecipient?: (address: string) => { code: number; words: string } | null
}

/** Opens a strict mail server on a free port that stores every email it accepts. */
export async function openSink({ port = 0, toRecipient = () => null }: SinkOptions = {}) {
  const mails: ReceivedMail[] = []
  const arrivals = new EventEmitter()
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
          to: rcptTo.map(({ address }) => address),
          raw: Buffer.concat(chunks).toString(),
        })
        done()
        arrivals.emit('mail')
      })
    },
  })
  server.on('error', () => undefined)
  const net = server.listen(port, '127.0.0.1')
  await once(net, 'listening')
  const address = net.address()
  const boundPort = typeof address === 'object' && address ? address.port : 0
  return {
    mails,
    port: boundPort,
    url: `smtp://127.0.0.1:${boundPort}`,
    /** Waits until `count` emails have arrived. */
    async whenHas(count: number) {
      while (mails.length < count) await once(arrivals, 'mail')
    },
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  }
}

/**
 * Opens a misbehaving mail server. It ends a line at any CR or LF, as lenient servers do, and stores every line. `replyTo`
 * returns the reply to each line: null sends none, 'drop' closes the connection, and undefined sends the usual one.
 */
export async function openFaultyMailServer(replyTo: (line: string) => string | null | undefined) {
  const receivedLines: string[] = []
  const sockets = new Set<Socket>()
  const arrivals = new EventEmitter()
  const server = createServer((socket) => {
    sockets.add(socket)
    let inData = false
    const reply = (line: string, usual: string | null) => {
      const next = replyTo(line)
      if (next === 'drop') socket.destroy()
      else if (next !== null && (next ?? usual) !== null) socket.write(`${next ?? usual}\r\n`)
    }
    reply('connect', '220 faulty')
    socket.on('error', () => undefined)
    socket.on('data', (bytes) => {
      for (const line of bytes.toString('utf8').split(/\r\n|\r|\n/)) {
        if (line === '' && !inData) continue
        receivedLines.push(line)
        if (inData && line !== '.') continue
        if (inData) reply('.', '250 accepted')
        else reply(line, usualReply(line))
        inData = line === 'DATA'
      }
      arrivals.emit('line')
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  return {
    receivedLines,
    url: `smtp://127.0.0.1:${port}`,
    /** Waits until a line arrives that begins with `start`. */
    async whenHears(start: string) {
      while (!receivedLines.some((line) => line.startsWith(start))) {
        await once(arrivals, 'line')
      }
    },
    close: () =>
      new Promise<void>((resolve) => {
        for (const socket of sockets) socket.destroy()
        server.close(() => resolve())
      }),
  }
}

function usualReply(line: string): string {
  if (line === 'DATA') return '354 go on'
  return line === 'QUIT' ? '221 bye' : '250 fine'
}
