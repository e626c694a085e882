import { useQuery } from '@tanstack/react-query'
import { type SettingGroup, setting } from '@zhanggui/contract/setting/setting.ts'
import { Select, Skeleton } from 'antd'
import { useCallback, useState } from 'react'
import { Link, useLocation, useSearchParams } from 'react-router'
import { read } from '../../../api/read.ts'
import { EmptyBlock, FailedBlock } from '../../../kit/page/block-state.tsx'
import { PageHeader } from '../../../kit/page/page-header.tsx'
import { useIsPhone } from '../../../kit/page/use-is-phone.ts'
import { SettingForm } from '../shared/settings-form/setting-form.tsx'
import styles from './setting-page.module.css'

/** System settings: the groups at the left, the fields of one at the right. The address contains the group. */
export default function SettingPage() {
  const groups = useQuery(read(setting.groups))
  if (groups.isPending)
    return (
      <div className={styles.card}>
        <Skeleton active paragraph={{ rows: 12 }} />
      </div>
    )
  if (groups.isError && !groups.data)
    return (
      <div className={styles.card}>
        <FailedBlock error={groups.error} onRetry={groups.refetch} />
      </div>
    )
  return (
    <div style={{ display: 'grid', gap: 12 }}>
      <PageHeader />
      <Groups groups={groups.data} />
    </div>
  )
}

function Groups({ groups }: { groups: readonly SettingGroup[] }) {
  const phone = useIsPhone()
  const [search, setSearch] = useSearchParams()
  const { key: visit } = useLocation()
  const field = search.get('field')
  const current = groups.find(({ name }) => name === search.get('group')) ?? groups[0]
  const [unsaved, setUnsaved] = useState<ReadonlySet<string>>(new Set())
  const noteDirty = useCallback((group: string, dirty: boolean) => {
    setUnsaved((before) => {
      if (before.has(group) === dirty) return before
      return before.symmetricDifference(new Set([group]))
    })
  }, [])
  if (!current) return <EmptyBlock text="没有可以查看的设置" />
  return (
    <div className={styles.page}>
      {phone ? (
        <Select
          aria-label="设置分组"
          value={current.name}
          options={groups.map(({ name, label }) => ({
            value: name,
            label: unsaved.has(name) ? `${label}（未保存）` : label,
          }))}
          onChange={(group) => setSearch({ group }, { replace: true })}
        />
      ) : (
        <nav className={styles.groups} aria-label="设置分组">
          {groups.map(({ name, label }) => (
            <Link
              key={name}
              to={{ search: `?group=${name}` }}
              replace
              aria-current={name === current.name ? 'page' : undefined}
            >
              {label}
              {unsaved.has(name) && <span className={styles.unsaved} role="img" aria-label="有未保存的修改" />}
            </Link>
          ))}
        </nav>
      )}
      {groups
        .filter((group) => group === current || unsaved.has(group.name))
        .map((group) => (
          <SettingForm
            key={group.name}
            group={group}
            hidden={group !== current}
            onDirty={noteDirty}
            asked={group === current && field ? { field, visit } : undefined}
          />
        ))}
    </div>
  )
}
