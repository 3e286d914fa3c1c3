import { esLoans } from './esLoans.ts'

/** How the status above the publish form looks and is read out. The word decides the colour, as the specification has it. */
export function publishStatus(message: string): { severity: 'success' | 'warning'; role: 'status' | 'alert' } {
  return {
    severity: message.includes('publicada') ? 'success' : 'warning',
    role: message.startsWith(esLoans.publish.failed) ? 'alert' : 'status',
  }
}
