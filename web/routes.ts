/** The paths that App.tsx knows; any other leads to the first. */
export const ROUTES = ['/login', '/seed', '/seed/confirm', '/dashboard'] as const
export type Route = (typeof ROUTES)[number]

export function isRoute(path: string): path is Route {
  return ROUTES.some((route) => route === path)
}
