import { refusals } from '#contract/kit/refusals.ts'
import { pictureMaxBytes, pictureTypes } from '#contract/people.ts'

/** Returns the message for a file that the server would refuse, or null. The server also checks the file's content. */
export function checkPicture(file: { type: string; size: number }): string | null {
  if (!pictureTypes.some((type) => type === file.type)) return refusals.picture_type[1]
  return file.size > pictureMaxBytes ? refusals.picture_too_large[1] : null
}
