import { tabPath } from '#web/administration/paths.ts'

/** The parameter of the URL that contains the version that was just saved. */
export const savedParameter = 'saved'

/** Loads the page again, because the server writes the branding into the page. */
export function reloadAfterSave(version: number) {
  window.location.assign(`${tabPath('branding')}?${savedParameter}=${version}`)
}
