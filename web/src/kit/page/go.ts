export type Go = (to: string, options?: { replace?: boolean }) => void

let navigate: Go = (to, { replace } = {}) => (replace ? window.location.replace(to) : window.location.assign(to))

/** Navigates to a page of the console from outside components. */
export const go: Go = (to, options) => navigate(to, options)

/** Registers the router for {@link go}; until then it loads pages from the server. */
export function setNavigate(given: Go) {
  navigate = given
}
