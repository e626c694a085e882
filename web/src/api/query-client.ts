import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { CallError } from './call-error.ts'
import { reactToError } from './reactions.ts'

/** So old may data be when its window is looked at again. */
const IDLE_MS = 60_000

/** The cache of server data. It shows failed reads, and failed writes unless {@link useWrite} does. */
export const queryClient = new QueryClient({
  queryCache: new QueryCache({
    // That the network is lost is told once, by a line of its own, and reads are repeated when it is back.
    onError: (error) => (error instanceof CallError && error.kind === 'network') || reactToError(error),
  }),
  mutationCache: new MutationCache({
    onError: (error, _input, _result, { options }) => {
      if (!options.onError) reactToError(error)
    },
  }),
  defaultOptions: {
    queries: {
      // A lost packet is worth one retry; a response is final.
      retry: (failures, error) => failures < 1 && error instanceof CallError && error.kind === 'network',
      // A window that was left for a while shows what is true now; what is read once for a form stays as it is.
      refetchOnWindowFocus: ({ state }) => Date.now() - state.dataUpdatedAt > IDLE_MS,
      // A page in a background tab reads nothing; its data stays cached as long as an idle session lasts.
      gcTime: 2 * 3600_000,
      // The call itself finds out whether there is a network: a shop's own network needs no internet.
      networkMode: 'always',
    },
    mutations: { networkMode: 'always' },
  },
})
