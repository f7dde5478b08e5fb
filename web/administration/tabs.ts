import { lazyPart } from '#web/kit/api/lazyPart.ts'

/** The tabs of the administration screen. The code of a tab is loaded when the tab is opened. */
export const tabs = [
  { id: 'codes', label: 'Access codes', Panel: lazyPart(() => import('./codes/CodesTab.tsx')) },
  { id: 'members', label: 'Members', Panel: lazyPart(() => import('./members/MembersTab.tsx')) },
  { id: 'branding', label: 'Branding', Panel: lazyPart(() => import('./branding/BrandingTab.tsx')) },
  { id: 'statistics', label: 'Statistics', Panel: lazyPart(() => import('./statistics/StatisticsTab.tsx')) },
  { id: 'operation', label: 'Operation', Panel: lazyPart(() => import('./operation/OperationTab.tsx')) },
] as const
