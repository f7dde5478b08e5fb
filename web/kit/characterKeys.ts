import { useEffect, useEffectEvent } from 'react'
import { readItem, writeItem } from './browserStorage.ts'

const storageKey = 'character-keys'

/** A selector of the elements in which a key is typed as a character. */
const typingElements = 'input, textarea, select, [contenteditable], [role=menu]'

/** True if single characters are shortcuts. Members can turn them off, because voice control may type single characters. */
export function areCharacterKeysOn(): boolean {
  return readItem('local', storageKey) !== 'off'
}

export function setCharacterKeys(isOn: boolean) {
  writeItem('local', storageKey, isOn ? null : 'off')
}

/** Calls `onPress` when one of the keys is pressed, unless the member is typing or a dialog is open. */
export function useCharacterKeys<Key extends string>(keys: readonly Key[], onPress: (key: Key) => void) {
  const press = useEffectEvent((event: KeyboardEvent) => {
    const { ctrlKey, metaKey, altKey, defaultPrevented, target } = event
    const key = keys.find((name) => name === event.key)
    if (!key || ctrlKey || metaKey || altKey || defaultPrevented) return
    if (target instanceof Element && target.closest(typingElements)) return
    if (document.querySelector('[role=dialog], [role=alertdialog]') || !areCharacterKeysOn()) return
    event.preventDefault()
    onPress(key)
  })
  useEffect(() => {
    const listener = (event: KeyboardEvent) => press(event)
    window.addEventListener('keydown', listener)
    return () => window.removeEventListener('keydown', listener)
  }, [])
}
