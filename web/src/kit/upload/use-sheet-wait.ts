import { useEffect, useState } from 'react'
import { onLiveFrame } from '../../api/live.ts'

/**
 * How many sheets the server reads before the one being checked: it reads one at a time.
 * @param checking whether a sheet of this page is being checked
 */
export function useSheetWait(checking: boolean): number {
  const [ahead, setAhead] = useState(0)
  useEffect(() => {
    setAhead(0)
    if (checking) return onLiveFrame('sheet.wait', (data) => setAhead((data as { ahead: number }).ahead))
  }, [checking])
  return ahead
}
