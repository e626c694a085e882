import { useQuery } from '@tanstack/react-query'
import type { Coupon } from '@zhanggui/contract/coupon/coupon.ts'
import { type CodeBatch, couponCode } from '@zhanggui/contract/coupon/coupon-code.ts'
import { Button, Skeleton } from 'antd'
import { useState } from 'react'
import { read } from '../../../api/read.ts'
import { useWrite } from '../../../api/use-write.ts'
import { Can, useCan } from '../../../kit/access/can.tsx'
import { Lines } from '../../../kit/detail/parts.tsx'
import { SidePanel } from '../../../kit/dialog/side-panel.tsx'
import { confirm, showSuccess } from '../../../kit/feedback/feedback.ts'
import { RowAction } from '../../../kit/list-page/row-actions.tsx'
import { FailedBlock } from '../../../kit/page/block-state.tsx'
import { Labels } from '../../../kit/text/labels.tsx'
import { TwoLine } from '../../../kit/text/two-line.tsx'
import { When } from '../../../kit/text/when.tsx'
import { CodeDialog } from './code-dialog.tsx'
import styles from './coupon.module.css'
import { count } from './coupon-cells.tsx'

/** 兑换码: the batches of a coupon's codes. The codes themselves are only in the file that was made with them. */
export function CodesPanel({ of, onClose }: { of: Coupon; onClose: () => void }) {
  const [adding, setAdding] = useState(false)
  const { data, error, refetch } = useQuery(
    read(couponCode.list, { query: { couponId: of.id, limit: 100 }, silent: true }),
  )
  return (
    <SidePanel title={`「${of.name}」的兑换码`} width={900} onClose={onClose}>
      <div className={styles.page}>
        <div className={styles.bar}>
          <span className={styles.note}>一人一码生成后在任务中心下载；只有那个文件里有完整的兑换码，保留 7 天。</span>
          <Can do={couponCode.save}>
            <Button type="primary" onClick={() => setAdding(true)}>
              生成兑换码
            </Button>
          </Can>
        </div>
        {data ? (
          <Batches of={of} rows={data.list} total={data.total} />
        ) : error ? (
          <FailedBlock error={error} onRetry={refetch} />
        ) : (
          <Skeleton active />
        )}
      </div>
      {adding && <CodeDialog of={of} onClose={() => setAdding(false)} />}
    </SidePanel>
  )
}

type NamedBatch = CodeBatch & { id: string; name: string }

function Batches({ of, rows, total }: { of: Coupon; rows: readonly CodeBatch[]; total: number }) {
  const mayVoid = useCan(couponCode.void)
  const end = useWrite(couponCode.void, { onSuccess: ({ voided }) => showSuccess(`已作废 ${voided} 个兑换码`) })

  async function handleVoid(row: NamedBatch) {
    const { couponId, batchNo } = row
    const [what, okText] = endingOf(row)
    const content = `作废「${of.name}」${what}？作废后不能再兑换，已兑换的券不变；不能恢复。`
    if (await confirm({ content, okText, danger: true })) end.mutate({ body: { couponId, batchNo } })
  }

  return (
    <Lines
      // Those without a name are counted; the newest come first.
      rows={rows.map((row, index): NamedBatch => {
        return { ...row, id: row.batchNo, name: row.batchName || `第 ${total - index} 批` }
      })}
      pageSize={20}
      empty="还没有兑换码"
      columns={[
        {
          title: '批次',
          width: 180,
          render: ({ batchNo, name, kind, tail }) => (
            <span title={batchNo}>
              <TwoLine top={name} below={kind === 'shared' ? `通用码 …${tail}` : '一人一码'} />
            </span>
          ),
        },
        {
          title: '数量',
          width: 90,
          align: 'right',
          render: ({ kind, count: size }) => (kind === 'shared' && size === 0 ? '不限' : count(size)),
        },
        { title: '已兑换', width: 80, align: 'right', render: ({ used }) => count(used) },
        {
          title: '已作废',
          width: 90,
          align: 'right',
          render: ({ kind, voided }) => (voided ? kind === 'shared' ? <Labels of={['已作废']} /> : count(voided) : '—'),
        },
        {
          title: '生成',
          width: 130,
          render: ({ operatorName, createTime }) => <TwoLine top={<When at={createTime} />} below={operatorName} />,
        },
        {
          title: '操作',
          width: 70,
          acts: true,
          render: (row) =>
            mayVoid && mayEnd(row) ? (
              <RowAction danger onClick={() => handleVoid(row)}>
                作废
              </RowAction>
            ) : null,
        },
      ]}
    />
  )
}

/** What ends with a batch, and the act that ends it. */
function endingOf({ name, kind, tail, count: size, used, voided }: NamedBatch): [what: string, act: string] {
  if (kind === 'shared') return [`「${name}」的通用码 …${tail}`, '作废']
  const left = count(size - used - voided)
  return [`「${name}」里 ${left} 个没兑换的兑换码`, `作废 ${left} 个`]
}

/** Whether any of them could still be redeemed. */
function mayEnd({ kind, count: size, used, voided }: CodeBatch): boolean {
  return kind === 'shared' ? voided === 0 : used + voided < size
}
