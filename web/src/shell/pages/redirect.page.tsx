import { useEffect } from 'react'
import { useLocation } from 'react-router'
import { go } from '../../kit/page/go.ts'
import { redirectTarget } from '../routing/gate-decision.ts'

/** Goes on at once to the page behind it, which is so entered anew (SH-15). */
export default function RedirectPage() {
  const target = redirectTarget(useLocation())
  useEffect(() => {
    go(target, { replace: true })
  }, [target])
  return null
}
