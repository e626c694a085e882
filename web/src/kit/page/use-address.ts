import { useLocation, useNavigate } from 'react-router'
import { askedAddress } from './go.ts'

/** The query of the page's address. */
export function useAddress() {
  const { pathname, search, hash } = useLocation()
  const navigate = useNavigate()
  /** What was last asked for, which acts start from: it may not be drawn yet. */
  function latest(): URLSearchParams {
    const asked = askedAddress()
    // The page of a hidden tab has an address of its own.
    return new URLSearchParams(asked.pathname === pathname ? asked.search : search)
  }
  function replace(next: URLSearchParams) {
    navigate({ pathname, search: next.toString(), hash }, { replace: true })
  }
  return { search, latest, replace }
}
