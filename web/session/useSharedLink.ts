import { useState } from 'react'
import { sharedLink } from '../wallet/device/sharedLink.ts'

/** Whether somebody came by the link of a loan, which opens as soon as they have a wallet. */
export function useSharedLink(): boolean {
  return useState(sharedLink.read)[0] !== undefined
}
