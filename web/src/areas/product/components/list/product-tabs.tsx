import { useQuery } from '@tanstack/react-query'
import { product } from '@zhanggui/contract/product/product.ts'
import { productTabs } from '@zhanggui/domain/product/product.ts'
import { Tabs } from 'antd'
import { read } from '../../../../api/read.ts'
import { useCan } from '../../../../kit/access/can.tsx'
import type { ProductList } from './use-product-list.ts'

/** The tabs of the product list; staff with the permission also see the number of filtered products in each. */
export function ProductTabs({ list }: { list: ProductList }) {
  const allowed = useCan(product.tabs)
  const { data = [] } = useQuery({
    ...read(product.tabs, { query: list.filters, silent: true }),
    enabled: allowed,
    placeholderData: (before) => before,
  })
  const countOf = (type: number) => {
    const found = data.find((tab) => tab.type === type)
    return found ? `（${found.count}${found.countIsLowerBound ? '+' : ''}）` : ''
  }
  return (
    <Tabs
      size="small"
      activeKey={String(list.type)}
      onChange={(key) => list.openTab(productTabs.find(({ type }) => String(type) === key)?.type ?? 1)}
      items={productTabs.map(({ type, name }) => ({ key: String(type), label: `${name}${countOf(type)}` }))}
    />
  )
}
