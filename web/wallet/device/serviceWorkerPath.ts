/** At the root of the app, because a service worker controls the paths below its own. Its name is the same in every build. */
export const SERVICE_WORKER = '/sw.js'
