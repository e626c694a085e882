import { useState } from 'react'
import type { Products, TabProducts } from '../data.ts'
import { formatLink } from '../links/links.ts'
import type { Act } from '../view.tsx'
import { Empty } from './empty.tsx'
import { Go } from './go.tsx'
import { Goods, GoodsSkeleton } from './goods-card.tsx'
import { Icon } from './icon.tsx'
import styles from './page-tabs.module.css'
import { Tabs } from './tabs.tsx'

type Tab = { title: string; kind: 'page' | 'category'; pageIds: number[]; cateIds: number[] }
type Given = {
  id: string
  tabs: readonly Tab[]
  data: Partial<TabProducts & Products> | undefined
  act: Act
  colour: string
  activeTone: string
  ground: string
  isSticky: boolean
}

const look = {
  layout: 'two',
  show: ['name', 'price', 'sales', 'badge'],
  nameColour: '#282828',
  priceTone: 'price',
  salesColour: '#666666',
  radius: 12,
  space: 8,
} as const

/** Tabs at the head of a page: the first is the page itself; another opens a page of its own, or lists a category in place of this one. */
export function PageTabs({ id, tabs, data, act, ...bar }: Given) {
  const [open, setOpen] = useState(0)
  const { cateIds = [] } = tabs[open] ?? {}
  const choose = (index: number) => {
    const { kind, pageIds = [] } = tabs[index] ?? {}
    if (index && kind === 'page') return pageIds[0] && act.open(formatLink({ kind: 'page', id: `${pageIds[0]}` }))
    setOpen(index)
    if (index) act.more(id, { tab: index })
  }
  const isThere = data?.list && data.tab === open
  return (
    <>
      <Tabs titles={tabs.map(({ title }) => title)} open={open} onOpen={choose} {...bar} />
      {open > 0 && (
        <section className={styles.instead} data-instead>
          {!isThere ? (
            <GoodsSkeleton look={look} count={6} />
          ) : data.list?.length ? (
            <Goods list={data.list} look={look} />
          ) : (
            <Empty text="这个分类还没有商品" />
          )}
          {isThere && data.hasMore && cateIds[0] !== undefined && (
            <Go link={formatLink({ kind: 'category', id: `${cateIds[0]}` })} className={styles.all}>
              查看全部
              <Icon name="more" size={14} />
            </Go>
          )}
        </section>
      )}
    </>
  )
}
