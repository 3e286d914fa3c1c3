// Outlets of the app through the browser, caught: shared texts and saved files.
import { onTestFinished, vi } from 'vitest'

/** A share sheet that keeps the texts it is given. */
export function catchShared(): string[] {
  const texts: string[] = []
  const share = async ({ text = '' }: ShareData = {}) => void texts.push(text)
  Object.defineProperty(navigator, 'share', { value: share, configurable: true })
  onTestFinished(() => void Reflect.deleteProperty(navigator, 'share'))
  return texts
}

/** Files that the app saves, by what it gives to the browser. */
export function catchSaved(): Blob[] {
  const files: Blob[] = []
  const nameUrl = URL.createObjectURL
  vi.spyOn(URL, 'createObjectURL').mockImplementation((file) => {
    if (file instanceof Blob) files.push(file)
    return nameUrl(file)
  })
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {})
  return files
}
