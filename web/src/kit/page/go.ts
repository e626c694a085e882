export type Go = (to: string, options?: { replace?: boolean }) => void

let navigate: Go = (to, { replace } = {}) => (replace ? window.location.replace(to) : window.location.assign(to))

/** Goes to a page of the console from outside of components. */
export const go: Go = (to, options) => navigate(to, options)

/** Tells {@link go} the router; until then it loads pages anew. */
export function setNavigate(given: Go) {
  navigate = given
}
