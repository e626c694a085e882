import { keepPreviousData, useQuery } from '@tanstack/react-query'
import {
  type SettingHistory as Entry,
  type SettingField,
  type SettingGroup,
  setting,
} from '@zhanggui/contract/setting/setting.ts'
import { Button, Pagination, Skeleton } from 'antd'
import { useState } from 'react'
import { read } from '../../../../api/read.ts'
import { useWrite } from '../../../../api/use-write.ts'
import { Can } from '../../../../kit/access/can.tsx'
import { SidePanel } from '../../../../kit/dialog/side-panel.tsx'
import { confirm, showWarning } from '../../../../kit/feedback/feedback.ts'
import { ChangeLines } from '../../../../kit/history/change-lines.tsx'
import styles from '../../../../kit/history/history.module.css'
import { EmptyBlock, FailedBlock } from '../../../../kit/page/block-state.tsx'
import { When } from '../../../../kit/text/when.tsx'
import { reportSetting, type Values } from './setting-values.ts'

const PAGE_SIZE = 10

type Props = {
  group: SettingGroup
  /** The version of the group that is shown. */
  version: number
  /** Whether restoring would lose unsaved changes. */
  dirty: boolean
  onRestored: (sent: Values, version: number) => void
  onClose: () => void
}

/** 修改记录: the changes to a group with user and time, and 还原. */
export function SettingHistory({ group, version, dirty, onRestored, onClose }: Props) {
  const [page, setPage] = useState(1)
  const history = useQuery({
    ...read(setting.history, { params: { group: group.name }, query: { page, limit: PAGE_SIZE } }),
    placeholderData: keepPreviousData,
  })
  const restore = useWrite(setting.save, {
    message: '已还原',
    onSuccess: (answer, { body }) => {
      onRestored(body.values, answer.version)
      setPage(1)
    },
    onConflict: (_current, message) => void showWarning(message),
  })

  async function handleRestore(values: Values) {
    const loss = dirty ? '未保存的修改会丢失。' : ''
    if (!(await confirm({ content: `还原为修改前的值？${loss}`, okText: '还原' }))) return
    restore.mutate({ params: { group: group.name }, body: { values: { ...values }, version } })
  }

  const { list = [], total = 0 } = history.data ?? {}
  return (
    <SidePanel title={`${group.label} - 修改记录`} width={520} onClose={onClose}>
      {history.isPending && <Skeleton active />}
      {history.isError && <FailedBlock error={history.error} onRetry={history.refetch} />}
      {history.isSuccess && !list.length && <EmptyBlock text="还没有改过" />}
      <ol className={styles.entries}>
        {list.map((entry) => (
          <li key={entry.id}>
            <EntryView
              entry={entry}
              group={group}
              busy={restore.isPending}
              onRestore={group.canSave ? handleRestore : undefined}
            />
          </li>
        ))}
      </ol>
      <Pagination
        className={styles.more}
        hideOnSinglePage
        size="small"
        current={page}
        pageSize={PAGE_SIZE}
        total={total}
        onChange={setPage}
      />
    </SidePanel>
  )
}

function EntryView({
  entry: { createBy, createTime, changes },
  group,
  busy,
  onRestore,
}: {
  entry: Entry
  group: SettingGroup
  busy: boolean
  onRestore?: ((values: Values) => void) | undefined
}) {
  const fieldOf = (key: string): SettingField | undefined => group.fields.find((field) => field.key === key)
  const format = (key: string, value: unknown) => reportSetting(fieldOf(key) ?? { type: 'text' }, value)
  // Values that are no longer in the registry, secrets, and what is locked for the reader cannot be restored.
  const returning = changes.filter(({ key }) => {
    const field = fieldOf(key)
    return field && field.type !== 'secret' && !field.locked
  })
  return (
    <>
      <div className={styles.head}>
        <strong>{createBy}</strong>
        <When at={createTime} />
        {onRestore && returning.length > 0 && (
          <Can do={setting.save}>
            <Button
              type="link"
              size="small"
              disabled={busy || undefined}
              onClick={() => onRestore(Object.fromEntries(returning.map(({ key, before }) => [key, before])))}
            >
              还原
            </Button>
          </Can>
        )}
      </div>
      <ChangeLines
        changes={changes.map(({ key, label, before, after }) => ({
          path: key,
          label,
          before: format(key, before),
          after: format(key, after),
        }))}
      />
    </>
  )
}
