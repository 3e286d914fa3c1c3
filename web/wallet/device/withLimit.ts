/** Rejects with `tooLate` where the work takes longer than `ms`: whoever waits for it may hold a lock that all tabs share. */
export async function withLimit<T>(work: Promise<T>, ms: number, tooLate: () => Error): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const limit = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(tooLate()), ms)
  })
  try {
    return await Promise.race([work, limit])
  } finally {
    clearTimeout(timer)
  }
}
