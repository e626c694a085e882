import { type QueryKey, type UseQueryOptions, useQuery } from '@tanstack/react-query'
import { useState } from 'react'

/**
 * The stored value when a form opens: read once, and kept while its page is in a hidden tab, where the query cache is
 * dropped together with everything that depends on it. Later changes by others are reported on submit.
 */
export function useReadOnce<Data, Key extends QueryKey>(
  options: UseQueryOptions<Data, Error, Data, Key>,
  { enabled = true } = {},
) {
  const [kept, setKept] = useState<Data>()
  const { data, error, isFetchedAfterMount, refetch } = useQuery({
    ...options,
    enabled: enabled && kept === undefined,
    // Not the value cached by an earlier visit.
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnMount: 'always',
  })
  if (kept === undefined && data !== undefined && isFetchedAfterMount) setKept(data)
  return {
    data: kept,
    error: kept === undefined ? error : null,
    /** Reads it again; a failure keeps the previous value. */
    reload: async () => {
      const again = await refetch()
      if (again.data !== undefined) setKept(again.data)
    },
  }
}
