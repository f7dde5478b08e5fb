/** The name of an instance whose operators have not chosen another one. */
export const defaultName = 'Hurd'

/** True if the instance has a name or a logo of its own. Hurd's drawn wordmark is then shown nowhere. */
export function isOwnBrand({ name, logo }: { name: string; logo: object | null }): boolean {
  return name !== defaultName || logo !== null
}

/** A placeholder for the name of the instance in markup that the build renders. */
export const namePlaceholder = '%site-name%'

/** Placeholders for the attributes of its logo. */
export const logoPlaceholder = { src: '%logo-src%', width: '%logo-width%', height: '%logo-height%' } as const

/** The id of the element into which the server writes the branding as JSON. */
export const brandingElement = 'branding'

/** The sections that an instance can hide, because their content comes from its operators. */
export const sections = ['elections', 'news'] as const
export type Section = (typeof sections)[number]

/** Who may register: everyone with an access code, or everyone. */
export const registrations = ['code', 'open'] as const
export type Registration = (typeof registrations)[number]
