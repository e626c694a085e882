import { auth } from '@zhanggui/contract/staff/auth.ts'
import { useEffect } from 'react'
import { call } from '../../api/call.ts'
import { useNetwork } from '../../api/network.ts'
import { queryClient } from '../../api/query-client.ts'

const RETRY_MS = 5000

/** One quiet line while calls get no answer. Once they do, what could not be read is read again. */
export function OfflineLine() {
  const lost = useNetwork((network) => network.lost)
  useEffect(() => {
    // A shop's own network needs no internet: the call finds out.
    window.addEventListener('offline', probe)
    return () => window.removeEventListener('offline', probe)
  }, [])
  useEffect(() => {
    if (!lost) return
    const timer = setInterval(probe, RETRY_MS)
    window.addEventListener('online', probe)
    return () => {
      clearInterval(timer)
      window.removeEventListener('online', probe)
      queryClient.refetchQueries({ type: 'active', predicate: ({ state }) => state.status === 'error' })
    }
  }, [lost])
  if (!lost) return null
  return (
    <p className="offline-line" role="status">
      网络已断开，正在重试
    </p>
  )
}

/** The call itself notes whether it was answered. */
function probe() {
  call(auth.site, { silent: true }).catch(() => undefined)
}
