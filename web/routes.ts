/** The paths that App.tsx has a screen for; any other leads to /login. */
export const ROUTES = ['/login', '/seed', '/seed/confirm', '/dashboard'] as const
export type Route = (typeof ROUTES)[number]

/** Where the app lies on its origin: `/`, or the folder that `npm run build -- --base` was given, with a slash at both ends. */
export const BASE: string = import.meta.env?.BASE_URL ?? '/'

/** The path of a route or a file on the origin. wouter adds the folder by itself. */
export function pathOf(name: `/${string}`): string {
  return BASE + name.slice(1)
}

/** The reverse of pathOf. A path outside of the folder is no route. */
export function routeIn(path: string): string {
  return path.startsWith(BASE) ? `/${path.slice(BASE.length)}` : path
}

export function isRoute(path: string): path is Route {
  return ROUTES.some((route) => route === path)
}
