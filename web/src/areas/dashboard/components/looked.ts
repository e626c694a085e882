/** Options of a query of the home page: read again every minute, and when the window is looked at again. */
export const looked = { refetchInterval: 60_000, refetchOnWindowFocus: 'always' } as const
