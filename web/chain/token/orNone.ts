import { refusalOf } from '../send/refusal.ts'

/** Answer of a contract, or undefined where it has no such function. A node that gives no answer says neither. */
export function orNone<T>(answer: Promise<T>): Promise<T | undefined> {
  return answer.catch((error: unknown) => {
    const { name } = refusalOf(error)
    if (name === 'NoNetwork' || name === 'RefusedByNode') throw error
    return undefined
  })
}
