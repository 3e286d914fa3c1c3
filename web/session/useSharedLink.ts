import { useState } from 'react'
import { sharedLink } from '../wallet/device/sharedLink.ts'

/** The link by which somebody came, which opens as soon as they have a wallet. */
export function useSharedLink(): string | undefined {
  return useState(sharedLink.read)[0]
}
