import { type ChildProcess, fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { Refusal, refuse } from '#contract/kit/refusals.ts'
import { checkPictureFormat, refuseAsTooComplex } from './pictureFormat.ts'
import type { LogoImage, Squares } from './pictureImage.ts'
import { DecoderResponse, type DecoderRequest } from './pictureProcess.ts'

const program = fileURLToPath(new URL('./pictureProcess.ts', import.meta.url))

export type PictureDecoder = {
  /**
   * Decodes a picture. Refuses with `picture_type` or `picture_too_large`, and with `overloaded` if the process does not start.
   * Only one call may run at a time.
   */
  decode(bytes: Buffer): Promise<Squares>
  /** The same for a logo. Refuses with `logo_shape` and `logo_unseen` too. */
  decodeLogo(bytes: Buffer): Promise<LogoImage>
  close(): void
}

/** Loading the decoder takes a fraction of a second, or several seconds on a machine under full load. */
const startTimeout = 20_000

/**
 * Decodes pictures in a child process, which is killed if a picture takes longer than `timeout` milliseconds, because
 * libjpeg, libpng and libwebp cannot be interrupted. The process starts with the first picture and ends `idle`
 * milliseconds after the last one so that an instance without uploads has no cost.
 */
export function openPictureDecoder({ timeout = 5_000, idle = 60_000 } = {}): PictureDecoder {
  let running: ChildProcess | null = null
  let idling: NodeJS.Timeout | undefined

  function close() {
    clearTimeout(idling)
    running?.kill('SIGKILL')
    running = null
  }

  /**
   * Starts the process. If it ended while no picture was decoded, for example because memory ran out, the next picture
   * starts another one.
   */
  async function start(): Promise<ChildProcess> {
    const child = await startProcess()
    return child.once('exit', () => {
      if (running === child) running = null
    })
  }

  async function ask(kind: DecoderRequest['kind'], bytes: Buffer): Promise<Result> {
    checkPictureFormat(bytes)
    clearTimeout(idling)
    try {
      running ??= await start()
      running.send({ kind, bytes })
      return readResponse(await nextMessage(running, timeout))
    } catch (error) {
      // A refusal is a valid response. After any other error the process is stuck or has ended.
      if (!(error instanceof Refusal)) close()
      if (error instanceof DecoderTimeout) return refuseAsTooComplex()
      if (error instanceof DecoderEnded) return refuse('picture_type')
      throw error
    } finally {
      idling = setTimeout(close, idle).unref()
    }
  }

  return {
    async decode(bytes) {
      const result = await ask('squares', bytes)
      if (!('large' in result)) throw new Error('The decoder returned a logo in place of squares')
      return { large: Buffer.from(result.large), small: Buffer.from(result.small) }
    },
    async decodeLogo(bytes) {
      const result = await ask('logo', bytes)
      if (!('png' in result)) throw new Error('The decoder returned squares in place of a logo')
      return { ...result, png: Buffer.from(result.png) }
    },
    close,
  }
}

type Result = Exclude<DecoderResponse, { refused: unknown }>

class DecoderTimeout extends Error {
  override name = 'DecoderTimeout'
}

class DecoderEnded extends Error {
  override name = 'DecoderEnded'
}

/** Refuses with `overloaded` when the process does not start. */
async function startProcess(): Promise<ChildProcess> {
  const child = fork(program, {
    execArgv: [],
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  // The server may stop while the decoder waits for work.
  child.unref()
  child.channel?.unref()
  try {
    await nextMessage(child, startTimeout)
    return child
  } catch {
    child.kill('SIGKILL')
    return refuse('overloaded')
  }
}

/** Rejects with `DecoderEnded` when the process ends first, and with `DecoderTimeout` after `timeout` milliseconds. */
function nextMessage(child: ChildProcess, timeout: number): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => finish(() => reject(new DecoderTimeout())), timeout)
    const onMessage = (message: unknown) => finish(() => resolve(message))
    const onExit = () => finish(() => reject(new DecoderEnded()))
    const onError = (error: Error) => finish(() => reject(error))
    function finish(complete: () => void) {
      clearTimeout(timer)
      child.off('message', onMessage).off('exit', onExit).off('error', onError)
      complete()
    }
    child.on('message', onMessage).on('exit', onExit).on('error', onError)
  })
}

function readResponse(message: unknown): Result {
  const response = DecoderResponse.parse(message)
  if (!('refused' in response)) return response
  throw new Refusal(response.refused, response.words === null ? {} : { words: response.words })
}
