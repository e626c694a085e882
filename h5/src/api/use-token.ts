import { useSyncExternalStore } from 'react'
import { knownToken, onToken } from './token.ts'

/** The token of the buyer who has signed in, also in another tab. */
export const useToken = (): string | undefined => useSyncExternalStore(onToken, knownToken)
