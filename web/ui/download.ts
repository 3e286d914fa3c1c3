/** Saves a text as a file. `type`: its MIME type. */
export function download(text: string, name: string, type: string): void {
  const url = URL.createObjectURL(new Blob([text], { type }))
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // By then the download has started and no longer needs the URL.
  setTimeout(() => URL.revokeObjectURL(url), 10_000)
}
