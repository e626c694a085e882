import { queryOptions } from '@tanstack/react-query'
import { type CategoryNode, category } from '@zhanggui/contract/product/category.ts'
import { call } from '../../api/call.ts'
import { queryClient } from '../../api/query-client.ts'

const KEY = 'adminProductClassify'
const TIME_KEY = 'adminProductClassify:time'
/** Pages that offer categories refetch them when they are older than this. */
const FRESH_MS = 5 * 60_000

/**
 * The tree of product categories: `useQuery(productClassify)`. Cached in the browser between visits; refetched when older
 * than five minutes, and after any change of a category. The caller shows failed fetches.
 */
export const productClassify = queryOptions({
  queryKey: [category.pick.object, category.pick.name, 'classify'],
  queryFn: async ({ signal }) =>
    keep(await call(category.pick, { query: { status: -1, type: 1 }, silent: true, signal })),
  staleTime: FRESH_MS,
  initialData: readKept,
  initialDataUpdatedAt: () => Number(readText(TIME_KEY)) || 0,
})

/**
 * Fetches the tree regardless of its age, as on sign-in.
 * @throws {CallError}
 */
export async function refreshClassify(): Promise<void> {
  await queryClient.fetchQuery({ ...productClassify, staleTime: 0 })
}

/** Stores the tree for the next visit; an empty one is not stored. */
function keep(answer: readonly CategoryNode[]): CategoryNode[] {
  const tree = answer.map(tidy)
  try {
    if (tree.length) {
      localStorage.setItem(KEY, JSON.stringify(tree))
      localStorage.setItem(TIME_KEY, String(Date.now()))
    } else for (const key of [KEY, TIME_KEY]) localStorage.removeItem(key)
  } catch {
    // If storage is full or forbidden, it is fetched at each visit.
  }
  return tree
}

function tidy({ child, ...node }: CategoryNode): CategoryNode {
  return { ...node, disabled: !node.isShow, ...(child?.length && { child: child.map(tidy) }) }
}

function readKept(): CategoryNode[] | undefined {
  try {
    const kept: unknown = JSON.parse(readText(KEY) ?? '')
    return Array.isArray(kept) && kept.every(isNode) ? kept : undefined
  } catch {
    return undefined
  }
}

function readText(key: string): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

/** The stored value, left by any earlier version or another program. */
function isNode(node: unknown): node is CategoryNode {
  if (typeof node !== 'object' || node === null) return false
  const { id, name, child = [] } = node as Partial<CategoryNode>
  return typeof id === 'number' && typeof name === 'string' && Array.isArray(child) && child.every(isNode)
}
