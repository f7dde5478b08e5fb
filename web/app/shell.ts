/** What every member's page needs, loaded as one: the frame and the screens that are small. */
export { ComingSoonScreen } from './ComingSoonScreen.tsx'
export { DashboardScreen } from './DashboardScreen.tsx'
export { DashboardShell } from './DashboardShell.tsx'
