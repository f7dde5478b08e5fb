export function saveFile(file: Blob, name: string) {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(file)
  link.download = name
  link.click()
  // The URL must exist until the browser has opened the file, which takes less than a second.
  setTimeout(() => URL.revokeObjectURL(link.href), 1000)
}
