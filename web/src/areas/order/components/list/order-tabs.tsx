import { orderTabs } from '@zhanggui/domain/order/order-state.ts'
import { useState } from 'react'
import { StateTabs } from '../../../../kit/list-page/state-tabs.tsx'
import type { OrderList } from './use-order-list.ts'

/** The tabs in which staff must act: ours to do, or money at risk. */
const tones: Readonly<Record<string, 'todo' | 'alert'>> = {
  notShipped: 'todo',
  toBeWrittenOff: 'todo',
  refunding: 'alert',
}
/** Shown once there was something in them, or while they are looked at: a search that finds nothing there moves no tab. */
const passing = ['pinkWaiting', 'toBeWrittenOff']
const names = [['all', '全部'], ...Object.entries(orderTabs).map(([key, { name }]) => [key, name])] as [
  OrderList['tab'],
  string,
][]

/** The states of orders, with the number of filtered orders in each. */
export function OrderTabs({ list, counts }: { list: OrderList; counts: Readonly<Record<string, number>> | undefined }) {
  const [seen, setSeen] = useState<readonly string[]>([])
  const fresh = passing.filter((key) => !seen.includes(key) && (counts?.[key] ?? 0) > 0)
  if (fresh.length) setSeen([...seen, ...fresh])
  const tabs = names
    .filter(([key]) => !passing.includes(key) || key === list.tab || seen.includes(key))
    .map(([key, label]) => ({
      key,
      label: key === 'refunding' ? '退款中' : label,
      count: counts?.[key],
      tone: tones[key],
    }))
  return (
    <StateTabs
      value={list.tab}
      onChange={list.openTab}
      tabs={tabs.filter(({ key }) => key !== 'deleted')}
      rest={tabs.filter(({ key }) => key === 'deleted')}
    />
  )
}
