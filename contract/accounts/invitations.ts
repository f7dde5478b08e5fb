/** Returns the path of the registration form with the access code of an invitation filled in. */
export function invitedPath(code: string): string {
  return `/login?view=register&code=${encodeURIComponent(code)}`
}
