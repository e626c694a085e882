import { useState } from 'react'
import type { TabProducts } from '../../data.ts'
import { Goods, GoodsSkeleton } from '../../parts/goods-card.tsx'
import { gradientOf } from '../../parts/look.ts'
import { Tabs } from '../../parts/tabs.tsx'
import type { ViewProps } from '../../view.tsx'
import type { goodsTabs } from './schema.ts'

export function GoodsTabsView({
  id,
  props,
  data,
  act,
}: Pick<ViewProps<typeof goodsTabs, TabProducts>, 'id' | 'props' | 'data' | 'act'>) {
  const [open, setOpen] = useState(0)
  const choose = (tab: number) => {
    setOpen(tab)
    act.more(id, { tab })
  }
  const isThere = data?.tab === open
  return (
    <>
      <Tabs
        titles={props.tabs.map(({ title }) => title)}
        open={open}
        onOpen={choose}
        colour={props.colour}
        activeTone={props.activeTone}
        ground={gradientOf(props.tabBg)}
        isSticky={props.sticky}
      />
      {isThere ? (
        <Goods list={data.list} look={props} />
      ) : (
        <GoodsSkeleton look={props} count={props.tabs[open]?.count ?? 6} />
      )}
    </>
  )
}
