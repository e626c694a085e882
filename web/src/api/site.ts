import { useQuery } from '@tanstack/react-query'
import { auth } from '@zhanggui/contract/staff/auth.ts'
import { queryClient } from './query-client.ts'
import { read } from './read.ts'

/** Retried when it fails; otherwise the page would show a wrong shop name until the next reload. */
const siteQuery = {
  ...read(auth.site, { silent: true }),
  staleTime: Number.POSITIVE_INFINITY,
  retry: 5,
  retryDelay: 15_000,
}

/** The public facts about the shop, known before sign-in; undefined until loaded. */
export function useSite() {
  return useQuery(siteQuery, queryClient).data
}
