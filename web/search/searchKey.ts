const name = 'search-key'

/** Whether the key "/" starts a search. It can be turned off, because voice control may type single characters. */
export function isSearchKeyOn(): boolean {
  return localStorage.getItem(name) !== 'off'
}

export function setSearchKey(isOn: boolean) {
  if (isOn) localStorage.removeItem(name)
  else localStorage.setItem(name, 'off')
}
