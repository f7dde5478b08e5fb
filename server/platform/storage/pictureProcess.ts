import * as z from 'zod/mini'
import { Refusal } from '#contract/kit/refusals.ts'
import { makeLogo, makeSquares } from './pictureImage.ts'
import { loadSharp } from './sharp.ts'

const Refused = z.object({
  refused: z.enum(['picture_type', 'picture_too_large', 'logo_shape', 'logo_unseen']),
  words: z.nullable(z.string()),
})

/** The response of the decoder process to a picture. */
export const DecoderResponse = z.union([
  z.object({ large: z.instanceof(Uint8Array), small: z.instanceof(Uint8Array) }),
  z.object({ png: z.instanceof(Uint8Array), width: z.number(), height: z.number() }),
  Refused,
])
export type DecoderResponse = z.infer<typeof DecoderResponse>

/** A picture, and what becomes of it. */
const DecoderRequest = z.object({ kind: z.enum(['squares', 'logo']), bytes: z.instanceof(Uint8Array) })
export type DecoderRequest = z.infer<typeof DecoderRequest>

// The program of the child process that pictureDecoder.ts starts. It reports when it is ready, then responds to each
// picture with two squares, a logo or a refusal.
if (import.meta.main) {
  // A picture that is being decoded must not outlive the server.
  process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'))
  process.on('message', (message) => {
    void decode(message).then((result) => process.send?.(result))
  })
  void loadSharp().then(() => process.send?.('ready'))
}

async function decode(message: unknown): Promise<DecoderResponse> {
  const { kind, bytes } = DecoderRequest.parse(message)
  try {
    if (kind === 'logo') {
      const { png, width, height } = await makeLogo(Buffer.from(bytes))
      return { png: new Uint8Array(png), width, height }
    }
    const { large, small } = await makeSquares(Buffer.from(bytes))
    return { large: new Uint8Array(large), small: new Uint8Array(small) }
  } catch (error) {
    const refusal = Refused.safeParse({
      refused: error instanceof Refusal ? error.code : '',
      words: error instanceof Error ? error.message : null,
    })
    return refusal.data ?? { refused: 'picture_type', words: null }
  }
}
