import autocannon from 'autocannon'

/** One figure of a bench. */
export type Measure = { what: string; value: number; unit: string; budget: string; note?: string }

/** What a load came to. */
export type Load = { perSecond: number; p95: number; p99: number }

/**
 * Calls a server as fast as 16 callers can.
 * @param requests taken in turn, each with its own headers
 * @throws when an answer is not 2xx: a fast refusal is no result
 */
export async function load(url: string, requests: readonly autocannon.Request[], seconds: number): Promise<Load> {
  const result = await autocannon({ url, connections: 16, duration: seconds, requests: [...requests] })
  if (result.non2xx || result.errors) throw new Error(`${result.non2xx} answers were refused, ${result.errors} failed`)
  return { perSecond: Math.round(result.requests.average), p95: result.latency.p97_5, p99: result.latency.p99 }
}
