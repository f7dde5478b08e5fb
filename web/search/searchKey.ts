const storageKey = 'search-key'

/** Whether the key "/" starts a search. Members can turn it off, because voice control may type single characters. */
export function isSearchKeyOn(): boolean {
  return localStorage.getItem(storageKey) !== 'off'
}

export function setSearchKey(isOn: boolean) {
  if (isOn) localStorage.removeItem(storageKey)
  else localStorage.setItem(storageKey, 'off')
}
