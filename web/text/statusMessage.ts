/** A sentence about a command, with its colour and its ARIA role. Nothing is read out of the words. */
export type StatusMessage = {
  text: string
  severity: 'waiting' | 'success' | 'warning'
  /** `alert` is announced at once: the command came to nothing. */
  role: 'status' | 'alert'
}
