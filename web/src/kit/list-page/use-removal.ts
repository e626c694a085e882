import { useMutation } from '@tanstack/react-query'
import type { Route, RouteSpec } from '@zhanggui/contract/routes.ts'
import type { Ids, TObject } from '@zhanggui/contract/schema.ts'
import { write } from '../../api/write.ts'
import { showSuccess } from '../feedback/feedback.ts'

/** A route that deletes rows: many by a list of ids in body or path, all or none, or one by the id in path or query. */
export type RemovalRoute =
  | Route<RouteSpec & { body: typeof Ids }>
  | Route<RouteSpec & { params: TObject }>
  | Route<RouteSpec & { query: TObject }>

/** Deletes rows by their ids. Where the route takes one at a time, the first refusal stops it. */
export function useRemoval(route: RemovalRoute | undefined) {
  const mutation = useMutation({
    mutationFn: async (ids: readonly number[]) => {
      if (!route) return
      if (takesMany(route)) await write(route, { body: [...ids] })
      else if (listsInPath(route)) await write(route, { params: { id: ids.join(',') } })
      else if (namesInPath(route)) for (const id of ids) await write(route, { params: { id } })
      else for (const id of ids) await write(route, { query: { id } })
    },
    onSuccess: () => showSuccess('删除成功'),
  })
  return { ...mutation, route: route as Route | undefined }
}

function takesMany(route: RemovalRoute): route is Route<RouteSpec & { body: typeof Ids }> {
  return route.body !== undefined
}

function listsInPath(route: RemovalRoute): route is Route<RouteSpec & { params: TObject }> {
  const { id } = (route.params?.properties ?? {}) as { id?: { type?: string } }
  return id?.type === 'array'
}

function namesInPath(route: RemovalRoute): route is Route<RouteSpec & { params: TObject }> {
  return route.params !== undefined
}
