export const registrationPassword = 'quiet river morning'

/** Returns the fields of a valid registration with the access code OPEN-HOUSE. */
export function registrationForm(username: string, more: Record<string, unknown> = {}) {
  return {
    full_name: 'Rosa Delgado',
    username,
    email: `${username.toLowerCase()}@example.org`,
    access_code: 'OPEN-HOUSE',
    address: '12 Sample Street, Springfield, IL 62701',
    password: registrationPassword,
    ...more,
  }
}
