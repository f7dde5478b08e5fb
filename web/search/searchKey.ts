import { readItem, writeItem } from '#web/kit/browserStorage.ts'

const storageKey = 'search-key'

/** True if the key "/" starts a search. Members can turn it off, because voice control may type single characters. */
export function isSearchKeyOn(): boolean {
  return readItem('local', storageKey) !== 'off'
}

export function setSearchKey(isOn: boolean) {
  writeItem('local', storageKey, isOn ? null : 'off')
}
