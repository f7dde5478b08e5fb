/** The name of an instance whose operators have not chosen another one. */
export const defaultName = 'Hurd'

/** A placeholder for the name of the instance in markup that the build renders. */
export const namePlaceholder = '%site-name%'

/** The id of the element into which the server writes the branding as JSON. */
export const brandingElement = 'branding'
