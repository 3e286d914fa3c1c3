import { BASE } from '../routes.ts'

/** Prefix of the cache names. With the folder, because all that lies on one origin shares them. */
export const cachePrefix = (base: string) => `entrepares ${base} `
export const CACHE_PREFIX = cachePrefix(BASE)

/** Caches of the builds that are kept whole, the newest first. A cache that is still being filled is empty until it is whole. */
export async function keptBuilds(): Promise<string[]> {
  const names = (await caches.keys()).filter((name) => name.startsWith(CACHE_PREFIX))
  const isWhole = await Promise.all(names.map(async (name) => (await fromBuild(name, BASE)) !== undefined))
  return names.filter((_, at) => isWhole[at]).reverse()
}

export function fromBuild(cacheName: string, path: string): Promise<Response | undefined> {
  return caches.match(path, { cacheName, ignoreVary: true })
}
