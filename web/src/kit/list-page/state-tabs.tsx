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
  /** Saved views, behind a rule. */
  views?: readonly StateTab<Key>[]
  value: Key
  onChange: (key: Key) => void
}

/** The states of a list as tabs, with the number of rows in each; what does not fit goes into ⋯. */
export function StateTabs<Key extends string | number>({ tabs, views = [], value, onChange }: StateTabsProps<Key>) {
  const all = [...tabs, ...views]
  return (
    <Tabs
      className={styles.tabs}
      activeKey={String(value)}
      onChange={(key) => {
        const tab = all.find((one) => String(one.key) === key)
        if (tab) onChange(tab.key)
      }}
      items={all.map(({ key, label, count, more, tone }, index) => ({
        key: String(key),
        label: (
          <>
            {views.length > 0 && index === tabs.length && <i className={styles.rule} aria-hidden />}
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
