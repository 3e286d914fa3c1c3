import { useEffect, useEffectEvent } from 'react'
import { useBoardStore } from '../../board/useBoard.ts'
import { useWallet } from '../../session/session.tsx'

/** Offers a passkey to whoever came in by PIN and password, where that is due. */
export function useOfferPasskey(): void {
  const { isUnlocked } = useWallet()
  const { ask, get } = useBoardStore()
  // Not over a dialog that somebody is reading: then at another visit.
  const offer = useEffectEvent((isDue: boolean) => {
    if (isDue && get().dialogs.length === 0) ask({ kind: 'offerPasskey' })
  })
  useEffect(() => {
    if (!isUnlocked) return
    // After the screen itself.
    import('../../session/usePasskey.ts')
      .then(async ({ shouldOfferPasskey }) => offer(await shouldOfferPasskey()))
      .catch(() => {})
  }, [isUnlocked])
}
