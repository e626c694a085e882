import { useQuery } from '@tanstack/react-query'
import { product } from '@zhanggui/contract/product/product.ts'
import { useLive } from '../../../api/live.ts'
import { read } from '../../../api/read.ts'
import { useCan } from '../../../kit/access/can.tsx'
import { MetricTile, MetricTiles } from '../../../kit/figures/metric-tile.tsx'
import { type TodoItem, TodoStrip } from '../../../kit/figures/todo-strip.tsx'

/** A screen that is looked at is read again this often, ms. */
const EVERY_MS = 60_000

/** The products in each tab of their list; undefined while unknown or not permitted. */
function useProductCounts() {
  const allowed = useCan(product.tabs)
  const { data } = useQuery({
    ...read(product.tabs, { query: {}, silent: true }),
    enabled: allowed,
    refetchInterval: EVERY_MS,
  })
  return (type: number) => data?.find((tab) => tab.type === type)?.count
}

/** 待办: what waits for the user, as the badges of the menu count it. */
export function Todo() {
  const todo = useLive((live) => live.todo)
  const unread = useLive((live) => live.unread + live.notices)
  const soldOut = useProductCounts()(3)
  const items: (TodoItem | undefined)[] = [
    todo.stockAlerts === undefined
      ? undefined
      : {
          key: 'stock',
          title: '库存预警',
          count: todo.stockAlerts,
          note: soldOut ? `另有 ${soldOut} 款已售罄` : '快补货',
          urgent: Boolean(soldOut),
          to: '/product/list?type=4',
        },
    todo.repliesToAnswer === undefined
      ? undefined
      : {
          key: 'reply',
          title: '待回复评价',
          count: todo.repliesToAnswer,
          note: '买家在等回复',
          to: '/product/reply?isReply=false',
        },
    { key: 'message', title: '未读消息', count: unread, note: '消息和公告', to: '/system-tools/message?read=false' },
  ]
  return <TodoStrip items={items.filter((item) => item !== undefined)} />
}

/** How many products the shop has, by what can be sold of them. */
export function ProductFigures() {
  const countOf = useProductCounts()
  const allowed = useCan(product.tabs)
  if (!allowed) return null
  const tiles = [
    { type: 1, title: '出售中', definition: '已上架的商品' },
    { type: 2, title: '仓库中', definition: '还没上架、或已下架的商品' },
    { type: 3, title: '已售罄', definition: '在售或曾在售、库存为 0 的商品' },
    { type: 5, title: '回收站', definition: '删除后还能恢复的商品' },
  ]
  return (
    <MetricTiles>
      {tiles.map(({ type, title, definition }) => (
        <MetricTile
          key={type}
          title={title}
          definition={definition}
          value={countOf(type)?.toLocaleString('en-US') ?? '—'}
          to={`/product/list?type=${type}`}
        />
      ))}
    </MetricTiles>
  )
}
