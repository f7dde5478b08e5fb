import { refusals } from '../../../contract/kit/refusals.ts'
import { pictureMaxBytes, pictureTypes } from '../../../contract/people.ts'

/** The words for a file that cannot be a picture, before it is sent; the server looks at its content as well. */
export function checkPicture(file: { type: string; size: number }): string | null {
  if (!pictureTypes.some((type) => type === file.type)) return refusals.picture_type[1]
  return file.size > pictureMaxBytes ? refusals.picture_too_large[1] : null
}
