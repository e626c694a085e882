import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { CallError } from './call-error.ts'
import { reactToError } from './reactions.ts'

/** The cache of server data. Failed reads are shown by it, failed writes by {@link useWrite} or else by it as well. */
export const queryClient = new QueryClient({
  queryCache: new QueryCache({ onError: (error) => reactToError(error) }),
  mutationCache: new MutationCache({
    onError: (error, _input, _result, { options }) => {
      if (!options.onError) reactToError(error)
    },
  }),
  defaultOptions: {
    queries: {
      // A lost packet is worth one more try; an answer is an answer.
      retry: (failures, error) => failures < 1 && error instanceof CallError && error.kind === 'network',
      refetchOnWindowFocus: false,
      // A page that waits behind another tab reads nothing; what it shows waits with it, as long as an idle session does.
      gcTime: 2 * 3600_000,
      // Whether there is a network is for the call to find out: a shop's own network needs no internet.
      networkMode: 'always',
    },
    mutations: { networkMode: 'always' },
  },
})
