import { queryOptions } from '@tanstack/react-query'
import type { Route, RouteSpec } from '@zhanggui/contract/routes.ts'
import { type CallArguments, type CallInput, call } from './call.ts'

/**
 * The query options of a route: `useQuery(read(productRule.list, { query }))`. The key begins with the route's object,
 * so that a write refreshes all data of that object.
 */
export function read<Spec extends RouteSpec>(route: Route<Spec>, ...[input]: CallArguments<Spec>) {
  const { params, query, body } = input ?? ({} as CallInput<Spec>)
  return queryOptions({
    queryKey: [route.object, route.name, { params, query, body }],
    queryFn: ({ signal }) => call(route, ...([{ ...input, signal }] as unknown as CallArguments<Spec>)),
  })
}
