import { useQuery } from '@tanstack/react-query'
import { auth } from '@zhanggui/contract/staff/auth.ts'
import { queryClient } from './query-client.ts'
import { read } from './read.ts'

/** Asked for again when it fails, or the page would bear another name than the shop's until it is loaded anew. */
const siteQuery = {
  ...read(auth.site, { silent: true }),
  staleTime: Number.POSITIVE_INFINITY,
  retry: 5,
  retryDelay: 15_000,
}

/** What every page may know of the shop before sign-in (SH-108); undefined until it is here. */
export function useSite() {
  return useQuery(siteQuery, queryClient).data
}
