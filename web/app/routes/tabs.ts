import { lazyPart } from '#web/kit/api/lazyPart.ts'

// The screens that are also tabs of the dashboard. Their code is loaded when they are first rendered.

export const loadFeed = () => import('#web/app/FeedTab.tsx')
export const loadProfile = () => import('#web/people/profile/ProfileScreen.tsx')
export const loadGroups = () => import('#web/groups/GroupsScreen.tsx')
export const loadSettings = () => import('#web/app/SettingsTab.tsx')

export const FeedTab = lazyPart(loadFeed)
export const ProfileScreen = lazyPart(loadProfile)
export const GroupsScreen = lazyPart(loadGroups)
export const SettingsScreen = lazyPart(loadSettings)
