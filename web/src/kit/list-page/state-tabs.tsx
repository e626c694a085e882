import { Tabs } from 'antd'
import { use } from 'react'
import { useTabsBar } from '../page/use-tabs-bar.ts'
import styles from './state-tabs.module.css'
import { ListViews } from './views/list-views.ts'

export type StateTab<Key extends string | number> = {
  key: Key
  label: string
  /** Undefined while unknown or not permitted. */
  count?: number | undefined
  /** The count is a lower bound. */
  more?: boolean | undefined
  /** Colours a count above zero that staff must act on. */
  tone?: 'todo' | 'alert'
  /** Not a state like those before it: behind a rule. */
  apart?: boolean
  /** Said when pointed at: who shares a view. */
  hint?: string | undefined
}

type StateTabsProps<Key extends string | number> = {
  tabs: readonly StateTab<Key>[]
  /** Rarely looked at: at the end, but for the one that is shown. */
  rest?: readonly StateTab<Key>[]
  value: Key
  onChange: (key: Key) => void
}

/**
 * The states of a list as tabs, with the number of rows in each, and behind a rule the saved views of the list around it; what
 * does not fit goes into ⋯.
 */
export function StateTabs<Key extends string | number>(props: StateTabsProps<Key>) {
  const { tabs, rest = [], value, onChange } = props
  const saved = use(ListViews)
  const views = saved?.tabs ?? []
  function handleChange(key: string) {
    if (views.some((view) => view.key === key)) return saved?.open(key)
    const tab = [...tabs, ...rest].find((one) => String(one.key) === key)
    if (!tab) return
    saved?.leave()
    onChange(tab.key)
  }
  // Last of all, so that they are the first to go into ⋯.
  const shown = rest.filter(({ key }) => key === value)
  const states = [...tabs, ...shown]
  const behind = rest.filter((tab) => !shown.includes(tab))
  const all: readonly StateTab<string | number>[] = [...states, ...views, ...behind]
  const bar = useTabsBar()
  return (
    <Tabs
      ref={bar}
      className={styles.tabs}
      activeKey={saved?.active ?? String(value)}
      onChange={handleChange}
      items={all.map((tab, index) => ({
        key: String(tab.key),
        label: (
          <>
            {(tab.apart || index === states.length) && <i className={styles.rule} aria-hidden />}
            <TabLabel of={tab} />
          </>
        ),
      }))}
    />
  )
}

function TabLabel({ of: { label, count, more, tone, hint } }: { of: StateTab<string | number> }) {
  return (
    <>
      {hint ? <span title={hint}>{label}</span> : label}
      {count !== undefined && (
        <i className={styles.count} data-tone={count > 0 ? tone : undefined}>
          {count.toLocaleString('en-US')}
          {more && '+'}
        </i>
      )}
    </>
  )
}
