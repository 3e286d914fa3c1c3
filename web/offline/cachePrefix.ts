/** What the names of the caches begin with; the version of the build follows. */
export const CACHE_PREFIX = 'entrepares-'
