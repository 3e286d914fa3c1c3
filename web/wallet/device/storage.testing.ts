/** A Storage in memory, which tests can inspect. */
export function storageOf(texts: Map<string, string>): Storage {
  return new Proxy(
    {
      getItem: (name: string) => texts.get(name) ?? null,
      setItem: (name: string, text: string) => void texts.set(name, text),
      removeItem: (name: string) => void texts.delete(name),
    } as Storage,
    {
      ownKeys: () => [...texts.keys()],
      getOwnPropertyDescriptor: () => ({ enumerable: true, configurable: true }),
    },
  )
}
