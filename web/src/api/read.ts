import { queryOptions } from '@tanstack/react-query'
import type { Route, RouteSpec } from '@zhanggui/contract/routes.ts'
import { type CallArguments, type CallInput, sendCall } from './call.ts'

/**
 * The query options of a route: `useQuery(read(productRule.list, { query }))`. Every write refreshes it while it is shown.
 */
export function read<Spec extends RouteSpec>(route: Route<Spec>, ...[input]: CallArguments<Spec>) {
  const { params, query, body } = input ?? ({} as CallInput<Spec>)
  return queryOptions({
    queryKey: [route.object, route.name, { params, query, body }],
    queryFn: ({ signal }) => sendCall(route, ...([{ ...input, signal }] as unknown as CallArguments<Spec>)),
  })
}
