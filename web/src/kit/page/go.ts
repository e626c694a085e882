import type { DataRouter } from 'react-router'

export type Go = (to: string, options?: { replace?: boolean }) => void
/** An address inside the console. */
export type Address = { pathname: string; search: string; hash: string }
type Router = Pick<DataRouter, 'navigate' | 'state' | 'subscribe'>

let router: Router | undefined
const followers = new Set<(address: Address) => void>()

/** Registers the router; until then {@link go} loads pages from the server. */
export function setRouter(given: Router) {
  router = given
  given.subscribe(() => {
    for (const follow of followers) follow(askedAddress())
  })
}

/** Navigates to a page of the console from outside components. */
export const go: Go = (to, { replace } = {}) => {
  if (router) router.navigate(to, { replace: replace === true })
  else if (replace) window.location.replace(to)
  else window.location.assign(to)
}

/** The address last asked for. On a slow machine it takes a while until it is drawn, and meanwhile staff act again. */
export function askedAddress(): Address {
  return router ? (router.state.navigation.location ?? router.state.location) : window.location
}

/** Calls a function with each address that is asked for, before it is drawn. */
export function followAddress(follow: (address: Address) => void) {
  followers.add(follow)
}
