import { lazyPart } from '../../kit/api/lazyPart.ts'

// The screens that are also tabs of the dashboard. Their code is loaded when they are first rendered.

export const loadFeed = () => import('../FeedTab.tsx')
export const loadProfile = () => import('../../people/profile/ProfileScreen.tsx')
export const loadGroups = () => import('../../groups/GroupsScreen.tsx')
export const loadSettings = () => import('../SettingsTab.tsx')

export const FeedTab = lazyPart(loadFeed)
export const ProfileScreen = lazyPart(loadProfile)
export const GroupsScreen = lazyPart(loadGroups)
export const SettingsScreen = lazyPart(loadSettings)
