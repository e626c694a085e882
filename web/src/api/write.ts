import type { Route, RouteAnswer, RouteSpec } from '@zhanggui/contract/routes.ts'
import { isAsked } from './asked.ts'
import { type CallArguments, sendCall } from './call.ts'
import { CallError } from './call-error.ts'
import { queryClient } from './query-client.ts'
import { reportAsked } from './reactions.ts'

/** Refusals of the request as such: nothing was changed, and what is shown was not wrong. */
const REFUSED_AS_SENT: readonly number[] = [400, 401, 403, 413, 415, 428, 429]

/**
 * Fetches everything again that is shown, and marks the rest as out of date until it is shown. Which reads a write changes is
 * known to the server alone (decision 0030), so none is named.
 */
export function refreshShown(): void {
  queryClient.invalidateQueries()
}

/**
 * Calls a route that changes something, and refreshes what is shown: also after a conflict or a lost response, when the
 * screen may be behind. What waits for a second person is said here, for every screen.
 * @throws {CallError}
 */
export async function write<Spec extends RouteSpec>(
  route: Route<Spec>,
  ...input: CallArguments<Spec>
): Promise<RouteAnswer<Spec>> {
  try {
    const answer = await sendCall(route, ...input)
    if (!route.quiet) refreshShown()
    if (isAsked(answer)) reportAsked(answer.approvalId)
    return answer
  } catch (error) {
    if (!route.quiet && mayHaveChanged(error)) refreshShown()
    throw error
  }
}

function mayHaveChanged(error: unknown): boolean {
  if (!(error instanceof CallError) || error.kind === 'aborted') return false
  return !REFUSED_AS_SENT.includes(error.status ?? 0)
}
