import * as z from 'zod/mini'
import { Refusal } from '#contract/kit/refusals.ts'
import { makeSquares } from './pictureImage.ts'
import { loadSharp } from './sharp.ts'

/** The response of the decoder process to a picture. */
export const DecoderResponse = z.union([
  z.object({ large: z.instanceof(Uint8Array), small: z.instanceof(Uint8Array) }),
  z.object({ refused: z.enum(['picture_type', 'picture_too_large']), words: z.nullable(z.string()) }),
])
type DecoderResponse = z.infer<typeof DecoderResponse>

// The program of the child process that pictureDecoder.ts starts. It reports when it is ready, then responds to each
// picture with two squares or a refusal.
if (import.meta.main) {
  // A picture that is being decoded must not outlive the server.
  process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'))
  process.on('message', (message) => {
    void decode(message).then((result) => process.send?.(result))
  })
  void loadSharp().then(() => process.send?.('ready'))
}

async function decode(message: unknown): Promise<DecoderResponse> {
  const bytes = z.instanceof(Uint8Array).parse(message)
  try {
    const { large, small } = await makeSquares(Buffer.from(bytes))
    return { large: new Uint8Array(large), small: new Uint8Array(small) }
  } catch (error) {
    const isTooLarge = error instanceof Refusal && error.code === 'picture_too_large'
    return isTooLarge
      ? { refused: 'picture_too_large', words: error.message }
      : { refused: 'picture_type', words: null }
  }
}
