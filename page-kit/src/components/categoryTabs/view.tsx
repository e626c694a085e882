import { useState } from 'react'
import { gradientOf } from '../../parts/look.ts'
import { Tabs } from '../../parts/tabs.tsx'
import type { ViewProps } from '../../view.tsx'
import type { categoryTabs } from './schema.ts'

export function CategoryTabsView({ id, props, act }: Pick<ViewProps<typeof categoryTabs>, 'id' | 'props' | 'act'>) {
  const [open, setOpen] = useState(0)
  const choose = (tab: number) => {
    setOpen(tab)
    act.more(id, { tab })
  }
  const { tabs, colour, activeTone, bg, sticky } = props
  return (
    <Tabs
      titles={tabs.map(({ title }) => title)}
      open={open}
      onOpen={choose}
      colour={colour}
      activeTone={activeTone}
      ground={gradientOf(bg)}
      isSticky={sticky}
    />
  )
}
