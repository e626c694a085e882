import { useEffect } from 'react'
import { useLocation } from 'react-router'
import { go } from '../../kit/page/go.ts'
import { redirectTarget } from '../routing/gate-decision.ts'

/** Redirects at once to the page in its path, which is thereby re-entered. */
export default function RedirectPage() {
  const target = redirectTarget(useLocation())
  useEffect(() => {
    go(target, { replace: true })
  }, [target])
  return null
}
