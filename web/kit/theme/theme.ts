import { useSyncExternalStore } from 'react'
import { readItem, writeItem } from '#web/kit/browserStorage.ts'

/**
 * The themes that a member can choose. `system` follows the setting of the device. Any other choice is stored under
 * `theme` in local storage and shown by the attribute `data-theme` of `<html>`.
 */
export const themes = ['system', 'light', 'dark'] as const
export type Theme = (typeof themes)[number]

const key = 'theme'
const listeners = new Set<() => void>()

function currentTheme(): Theme {
  const value = readItem('local', key)
  return themes.find((theme) => theme === value) ?? 'system'
}

export function chooseTheme(theme: Theme) {
  writeItem('local', key, theme === 'system' ? null : theme)
  applyTheme()
}

export function applyTheme() {
  const theme = currentTheme()
  if (theme === 'system') delete document.documentElement.dataset.theme
  else document.documentElement.dataset.theme = theme
  for (const listener of listeners) listener()
}

export function useTheme(): Theme {
  return useSyncExternalStore((listener) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }, currentTheme)
}
