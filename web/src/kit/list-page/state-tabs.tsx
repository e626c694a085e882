import { Tabs } from 'antd'
import styles from './list-page.module.css'

export type StateTab<Key extends string | number> = {
  key: Key
  label: string
  /** Undefined while unknown or not permitted. */
  count?: number | undefined
  /** The count is a lower bound. */
  more?: boolean | undefined
  /** Colours a count above zero that staff must act on. */
  tone?: 'todo' | 'alert'
}

type StateTabsProps<Key extends string | number> = {
  tabs: readonly StateTab<Key>[]
  value: Key
  onChange: (key: Key) => void
}

/** The states of a list as tabs, with the number of rows in each. */
export function StateTabs<Key extends string | number>({ tabs, value, onChange }: StateTabsProps<Key>) {
  return (
    <Tabs
      className={styles.tabs}
      activeKey={String(value)}
      onChange={(key) => {
        const tab = tabs.find((one) => String(one.key) === key)
        if (tab) onChange(tab.key)
      }}
      items={tabs.map(({ key, label, count, more, tone }) => ({
        key: String(key),
        label: (
          <>
            {label}
            {count !== undefined && (
              <i className={styles.count} data-tone={count > 0 ? tone : undefined}>
                {count.toLocaleString('en-US')}
                {more && '+'}
              </i>
            )}
          </>
        ),
      }))}
    />
  )
}
