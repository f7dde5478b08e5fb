/** What every member's page needs, loaded as one: the frame and the screens that are small. */
export { DashboardScreen } from './DashboardScreen.tsx'
export { DashboardShell } from './DashboardShell.tsx'
