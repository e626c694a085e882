import { use } from 'react'
import { StateTabs } from '../state-tabs.tsx'
import { ListViews } from './list-views.ts'

/** The saved views of a list that has no tabs of its own, once there are any. */
export function ViewTabs() {
  const saved = use(ListViews)
  if (!saved?.tabs.length) return null
  return <StateTabs tabs={[{ key: 'all', label: '全部' }]} value="all" onChange={() => undefined} />
}
