import { type QueryKey, type UseQueryOptions, useQuery } from '@tanstack/react-query'
import { useState } from 'react'

/**
 * What is stored when a form opens: read once, and kept while its page waits behind another tab, where what queries hold is
 * dropped and with it whatever hung on it (SH-73). What others save afterwards is told when the form is sent.
 */
export function useReadOnce<Data, Key extends QueryKey>(
  options: UseQueryOptions<Data, Error, Data, Key>,
  { enabled = true } = {},
) {
  const [kept, setKept] = useState<Data>()
  const { data, error, isFetchedAfterMount, refetch } = useQuery({
    ...options,
    enabled: enabled && kept === undefined,
    // Not what was read for somebody who looked at it before.
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnMount: 'always',
  })
  if (kept === undefined && data !== undefined && isFetchedAfterMount) setKept(data)
  return {
    data: kept,
    error: kept === undefined ? error : null,
    /** Reads it again; what was read before stays where that fails. */
    reload: async () => {
      const again = await refetch()
      if (again.data !== undefined) setKept(again.data)
    },
  }
}
