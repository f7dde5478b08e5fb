/** The name of an instance whose operators have not chosen another one. */
export const defaultName = 'Hurd'

/** Stands for the name of the instance in markup that the build prepares. */
export const namePlaceholder = '%site-name%'

/** The id of the element of a page in which the server writes the branding as JSON. */
export const brandingElement = 'branding'
