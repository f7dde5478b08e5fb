import { tabAddress } from '../addresses.ts'

/** The parameter of the address that names the version that was just saved. */
export const savedParameter = 'saved'

/** Opens the page again, because the server writes the branding into pages. */
export function openSaved(version: number) {
  window.location.assign(`${tabAddress('branding')}?${savedParameter}=${version}`)
}
