import { useQuery } from '@tanstack/react-query'
import { product } from '@zhanggui/contract/product/product.ts'
import { read } from '../../../api/read.ts'
import { useCan } from '../../../kit/access/can.tsx'
import { MetricTile, MetricTiles } from '../../../kit/figures/metric-tile.tsx'
import { looked } from './looked.ts'

/** The products in each tab of their list; undefined while unknown or not permitted. */
function useProductCounts() {
  const allowed = useCan(product.tabs)
  const { data } = useQuery({
    ...read(product.tabs, { query: {}, silent: true }),
    enabled: allowed,
    ...looked,
  })
  return (type: number) => data?.find((tab) => tab.type === type)?.count
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
