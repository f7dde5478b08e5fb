import shared from '#web/moderation/Panel.module.css'
import own from './Administration.module.css'

/** The classes of the administration, with those that it shares with moderation. */
export const styles = { ...shared, ...own }
