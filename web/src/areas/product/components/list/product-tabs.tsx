import { useQuery } from '@tanstack/react-query'
import { product } from '@zhanggui/contract/product/product.ts'
import { productTabs } from '@zhanggui/domain/product/product.ts'
import { read } from '../../../../api/read.ts'
import { useCan } from '../../../../kit/access/can.tsx'
import { StateTabs } from '../../../../kit/list-page/state-tabs.tsx'
import type { ProductList } from './use-product-list.ts'

/** The tabs whose products staff must act on: sold out, and few left. */
const tones: Readonly<Record<number, 'todo' | 'alert'>> = { 3: 'alert', 4: 'todo' }

/** The tabs of the product list; staff with the permission also see the number of filtered products in each. */
export function ProductTabs({ list }: { list: ProductList }) {
  const allowed = useCan(product.tabs)
  const { data = [] } = useQuery({
    ...read(product.tabs, { query: list.filters, silent: true }),
    enabled: allowed,
    placeholderData: (before) => before,
  })
  return (
    <StateTabs
      value={list.type}
      onChange={list.openTab}
      tabs={productTabs.map(({ type, name }) => {
        const found = data.find((tab) => tab.type === type)
        return { key: type, label: name, count: found?.count, more: found?.countIsLowerBound, tone: tones[type] }
      })}
    />
  )
}
