import type { TabProducts } from '../../data.ts'
import { gradientOf } from '../../parts/look.ts'
import { PageTabs } from '../../parts/page-tabs.tsx'
import type { ViewProps } from '../../view.tsx'
import type { categoryTabs } from './schema.ts'

export function CategoryTabsView({
  id,
  props,
  data,
  act,
}: Pick<ViewProps<typeof categoryTabs, TabProducts>, 'id' | 'props' | 'data' | 'act'>) {
  const { tabs, colour, activeTone, bg, sticky } = props
  return (
    <PageTabs
      id={id}
      tabs={tabs}
      data={data}
      act={act}
      colour={colour}
      activeTone={activeTone}
      ground={gradientOf(bg)}
      isSticky={sticky}
    />
  )
}
