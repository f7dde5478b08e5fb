import shared from '#web/moderation/Panel.module.css'
import own from './Cases.module.css'

/** The classes of cases, with those that moderation shares with the administration. */
export const styles = { ...shared, ...own }
