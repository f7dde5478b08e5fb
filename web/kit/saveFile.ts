/** Gives the browser a file to save. */
export function saveFile(file: Blob, name: string) {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(file)
  link.download = name
  link.click()
  // The browser has opened the file by then.
  setTimeout(() => URL.revokeObjectURL(link.href), 1000)
}
