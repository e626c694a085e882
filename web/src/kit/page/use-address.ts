import { useLocation, useNavigate } from 'react-router'
import { useMayLeave } from './dirty-guard.ts'
import { askedAddress } from './go.ts'

/** The query of the page's address. */
export function useAddress() {
  const { pathname, search, hash } = useLocation()
  const navigate = useNavigate()
  const mayLeave = useMayLeave()
  /** What was last asked for, which acts start from: it may not be drawn yet. */
  function latest(): URLSearchParams {
    const asked = askedAddress()
    // The page of a hidden tab has an address of its own.
    return new URLSearchParams(asked.pathname === pathname ? asked.search : search)
  }
  function replace(next: URLSearchParams) {
    navigate({ pathname, search: next.toString(), hash }, { replace: true })
  }
  /** The same for what takes a form away, as another row or tab does: asks first if it has unsaved input. */
  async function turn(next: URLSearchParams) {
    if (await mayLeave()) replace(next)
  }
  return { search, latest, replace, turn }
}
