import { useInfiniteQuery } from '@tanstack/react-query'
import { type HistoryEntry, history } from '@zhanggui/contract/monitor/history.ts'
import { Button, Select, Skeleton } from 'antd'
import { useState } from 'react'
import { call } from '../../api/call.ts'
import { SidePanel } from '../dialog/side-panel.tsx'
import { EmptyBlock, FailedBlock } from '../page/block-state.tsx'
import { EntryView } from './entry-view.tsx'
import styles from './history.module.css'
import type { HistoryOf } from './history-object.ts'
import { useRestore } from './use-restore.tsx'

/** Values of `time`: named ranges, counted from today. */
const spans = { today: '今天', week: '本周', lately7: '最近 7 天', lately30: '最近 30 天' } as const

type Narrowed = { field?: string; actor?: string; time?: keyof typeof spans }

/** 修改记录 of an object in a panel: who changed what, from what to what, and the way back. */
export default function ObjectHistory({ object, id, name, onClose }: HistoryOf & { onClose: () => void }) {
  const [narrowed, setNarrowed] = useState<Narrowed>({})
  const params = { object, id: String(id) }
  const query = useInfiniteQuery({
    queryKey: [history.list.object, history.list.name, params, narrowed],
    queryFn: ({ pageParam, signal }) =>
      call(history.list, {
        params,
        query: { ...narrowed, time: narrowed.time && [narrowed.time], ...(pageParam && { before: pageParam }) },
        signal,
      }),
    initialPageParam: 0,
    getNextPageParam: ({ hasMore, list }) => (hasMore ? list.at(-1)?.id : undefined),
    placeholderData: (previous) => previous,
    gcTime: 0,
  })
  const first = query.data?.pages[0]
  const entries = query.data?.pages.flatMap(({ list }) => list as HistoryEntry[]) ?? []
  const { restore, busy } = useRestore(params)
  const isNarrowed = Object.values(narrowed).some(Boolean)
  const narrow = (change: Narrowed) => setNarrowed({ ...narrowed, ...change })

  return (
    <SidePanel title={`修改记录${name && `：${name}`}`} width={640} onClose={onClose}>
      {first && (
        <div className={styles.filters}>
          <Select
            allowClear
            showSearch={{ optionFilterProp: 'label' }}
            placeholder="全部字段"
            aria-label="字段"
            value={narrowed.field}
            options={first.fields.map((field) => ({ value: field.name, label: field.title }))}
            onChange={(field?: string) => narrow({ field })}
          />
          <Select
            allowClear
            placeholder="全部操作人"
            aria-label="操作人"
            value={narrowed.actor}
            options={first.actors.map((actor) => ({ value: actor, label: actor }))}
            onChange={(actor?: string) => narrow({ actor })}
          />
          <Select
            allowClear
            placeholder="全部时间"
            aria-label="时间"
            value={narrowed.time}
            options={Object.entries(spans).map(([value, label]) => ({ value, label }))}
            onChange={(time?: Narrowed['time']) => narrow({ time })}
          />
        </div>
      )}
      {first?.refusal && entries.length > 0 && <p className={styles.note}>{first.refusal}</p>}
      {query.isPending && <Skeleton active />}
      {query.isError && <FailedBlock error={query.error} onRetry={query.refetch} />}
      {first && !entries.length && (
        <EmptyBlock text={isNarrowed ? '没有符合条件的修改' : first.cut ? '保留期内没有改过' : '还没有改过'} />
      )}
      <ol className={styles.entries}>
        {entries.map((entry, at) => (
          <li key={entry.id}>
            <EntryView
              entry={entry}
              newest={at === 0 && !isNarrowed}
              busy={busy}
              onRestore={(field) => restore({ entry: entry.id, ...(field && { field }) })}
            />
          </li>
        ))}
      </ol>
      {query.hasNextPage && (
        <div className={styles.more}>
          <Button loading={query.isFetchingNextPage} onClick={() => query.fetchNextPage()}>
            更早的修改
          </Button>
        </div>
      )}
      {first && !query.hasNextPage && query.data?.pages.at(-1)?.cut && (
        <p className={styles.note}>修改记录保留 {first.days} 天，更早的已清理</p>
      )}
    </SidePanel>
  )
}
