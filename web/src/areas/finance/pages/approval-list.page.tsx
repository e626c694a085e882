import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type Approval, approval } from '@zhanggui/contract/work/approval.ts'
import { Pagination, Skeleton } from 'antd'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { read } from '../../../api/read.ts'
import { TwoPane } from '../../../kit/detail/two-pane.tsx'
import { StateTabs } from '../../../kit/list-page/state-tabs.tsx'
import { EmptyBlock, FailedBlock } from '../../../kit/page/block-state.tsx'
import { PageHeader } from '../../../kit/page/page-header.tsx'
import { useIsPhone } from '../../../kit/page/use-is-phone.ts'
import { StateTag } from '../../../kit/text/state-tag.tsx'
import { When } from '../../../kit/text/when.tsx'
import styles from '../components/approval.module.css'
import { ApprovalDetail, RuleButton } from '../components/approval-detail.tsx'
import {
  type ApprovalTab,
  approvalTabs,
  emptyTexts,
  kindOf,
  roleOf,
  stateOf,
  tabQueries,
  tabWords,
} from '../model/approval-words.ts'

const LIMIT = 20
const RECENT = 5

/** 审批: what waits for a second person, one after the other, and what became of it. */
export default function ApprovalListPage() {
  const isPhone = useIsPhone()
  const [search, setSearch] = useSearchParams()
  const tab = approvalTabs.find((key) => key === search.get('tab')) ?? 'waiting'
  const page = Math.max(Number(search.get('page')) || 1, 1)
  const here = `${tab} ${page}`
  const [first, setFirst] = useState<{ of: string; id: number }>()
  const asked = Number(search.get('id')) || (first?.of === here ? first.id : undefined)
  const { data: num } = useQuery(read(approval.num, { silent: true }))
  const list = useQuery({
    ...read(approval.list, { query: { ...tabQueries[tab], page, limit: LIMIT }, silent: true }),
    placeholderData: keepPreviousData,
  })
  const recent = useQuery({
    ...read(approval.list, { query: { done: true, page: 1, limit: RECENT }, silent: true }),
    enabled: tab === 'waiting',
  })
  const rows = list.data?.list ?? []
  const shown = [...rows, ...(recent.data?.list ?? [])]
  // The one that was first stays in sight until another is chosen: a new request, or the end of this one, puts nothing else
  // below a hand that is about to agree.
  if (asked === undefined && !isPhone && shown[0] && !list.isPlaceholderData) setFirst({ of: here, id: shown[0].id })
  const known = shown.find(({ id }) => id === asked)
  // A message leads to one that may be on any page of any tab.
  const single = useQuery({
    ...read(approval.list, { query: { ...(asked && { id: asked }), page: 1, limit: 1 }, silent: true }),
    enabled: asked !== undefined && !known && list.isSuccess,
  })
  const chosen = known ?? (asked ? single.data?.list[0] : undefined)
  const next = rows.find(({ id, state }) => state === 0 && id !== chosen?.id)

  function open(next: { tab?: ApprovalTab; page?: number; id?: number }) {
    const { tab: to = tab, page: at = 1, id } = next
    const params = {
      ...(to !== 'waiting' && { tab: to }),
      ...(at > 1 && { page: `${at}` }),
      ...(id && { id: `${id}` }),
    }
    setSearch(params, { replace: true })
  }
  const choose = (id: number) => open({ page, id })

  const items = (of: readonly Approval[]) => (
    <ul className={styles.list}>
      {of.map((row) => (
        <li key={row.id}>
          <button type="button" aria-current={row.id === chosen?.id} onClick={() => choose(row.id)}>
            <Item of={row} />
          </button>
        </li>
      ))}
    </ul>
  )
  const queue = (
    <div className={isPhone ? styles.card : undefined}>
      <StateTabs
        tabs={approvalTabs.map((key) => ({
          key,
          label: tabWords[key],
          count: num?.[key],
          ...(key === 'waiting' && { tone: 'todo' as const }),
        }))}
        value={tab}
        onChange={(to) => open({ tab: to })}
      />
      {list.error && !list.data ? <FailedBlock error={list.error} onRetry={list.refetch} /> : null}
      {list.isPending && <Skeleton active paragraph={{ rows: 6 }} style={{ padding: 14 }} />}
      {list.data && !rows.length && <EmptyBlock {...emptyTexts[tab]} />}
      {items(rows)}
      {(list.data?.total ?? 0) > LIMIT && (
        <Pagination
          className={styles.paging}
          simple
          current={page}
          pageSize={LIMIT}
          total={list.data?.total ?? 0}
          onChange={(at) => open({ page: at })}
        />
      )}
      {tab === 'waiting' && recent.data && recent.data.list.length > 0 && (
        <>
          <h3 className={styles.recent}>最近处理过的</h3>
          {items(recent.data.list)}
        </>
      )}
    </div>
  )
  return (
    <div className={styles.page}>
      <PageHeader
        summary={
          <span className={styles.summary}>
            <b>{num?.waiting ?? '—'}</b> 件等你
            {num?.soonest && (
              <>
                ，最急的
                <When at={num.soonest} kind="deadline" />
              </>
            )}
          </span>
        }
        acts={<RuleButton />}
      />
      <TwoPane
        label="审批"
        list={queue}
        detail={
          chosen ? (
            <ApprovalDetail
              of={chosen}
              {...(isPhone && { onBack: () => open({ page }) })}
              {...(next && { onNext: () => choose(next.id) })}
            />
          ) : isPhone ? undefined : (
            <EmptyBlock {...emptyTexts[tab]} />
          )
        }
      />
    </div>
  )
}

function Item({ of: row }: { of: Approval }) {
  return (
    <>
      <span className={styles.row}>
        <span>{kindOf(row)}</span>
        {row.state === 0 ? (
          <span className={styles.left}>
            <When at={row.expireTime} kind="deadline" />
          </span>
        ) : (
          <StateTag of="approval" value={stateOf(row)} />
        )}
      </span>
      <span className={styles.title}>{row.title}</span>
      <span className={styles.row}>
        <span>{[row.applicantName, roleOf(row)].filter(Boolean).join(' · ')}</span>
        <When at={row.createTime} />
      </span>
    </>
  )
}
