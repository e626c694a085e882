import CommentOutlined from '@ant-design/icons/es/icons/CommentOutlined'
import CopyOutlined from '@ant-design/icons/es/icons/CopyOutlined'
import { order } from '@zhanggui/contract/order/order.ts'
import type { OrderRow } from '@zhanggui/contract/order/order-info.ts'
import { dueOf, paidText } from '@zhanggui/domain/order/order-label.ts'
import { Button, Tooltip } from 'antd'
import type { ReactNode } from 'react'
import { useWrite } from '../../../api/use-write.ts'
import { useCan } from '../../../kit/access/can.tsx'
import { copy } from '../../../kit/feedback/copy.ts'
import { InlineText } from '../../../kit/form/inline-text.tsx'
import { Picture } from '../../../kit/media/picture.tsx'
import { Labels } from '../../../kit/text/labels.tsx'
import { moneyText } from '../../../kit/text/money.tsx'
import { StateTag } from '../../../kit/text/state-tag.tsx'
import { TwoLine } from '../../../kit/text/two-line.tsx'
import { When } from '../../../kit/text/when.tsx'
import { isIn, labelsOf, placeOf, stateOf } from '../model/order-look.ts'
import { buyerName } from '../model/order-words.ts'
import styles from './order-cells.module.css'
import { OrderTags } from './order-tags.tsx'
import { StateCard } from './state-card.tsx'

const REMARK_LENGTH = 512
/** Beside the time, in the column of the orders. */
const LABEL_ROOM = 7.5

/** An order number, its last six digits as staff say them, with a button that copies it. */
export function OrderNo({ of, what = '订单号' }: { of: string; what?: string }) {
  return (
    <span className={styles.no}>
      <span className={styles.early}>{of.slice(0, -6)}</span>
      <b>{of.slice(-6)}</b>
      <Button
        type="text"
        size="small"
        className={styles.copy}
        icon={<CopyOutlined aria-hidden />}
        aria-label={`复制${what} ${of}`}
        onClick={() => copy(of)}
      />
    </span>
  )
}

/** Number, when it was ordered, and what is to be known of it. */
export function OrderCell({ row }: { row: OrderRow }) {
  return (
    <TwoLine
      top={<OrderNo of={row.orderNo} />}
      below={
        <>
          <When at={row.createTime} />
          <Labels of={labelsOf(row)} room={LABEL_ROOM} />
        </>
      }
    />
  )
}

/** The first two lines with their pictures, then how much there is in all. */
export function ProductCell({ row }: { row: OrderRow }) {
  const [first, second] = row.lines
  if (!first) return '—'
  const whole = row.totalNum > first.num && `共 ${row.totalNum} 件`
  if (!second)
    return (
      <span className={styles.product}>
        <Picture src={first.image} alt={`「${first.storeName}」的图片`} thumb />
        <TwoLine top={first.storeName} below={joined(specOf(first), whole)} />
      </span>
    )
  const rest = row.lineCount > 2 ? `共 ${row.lineCount} 种 ${row.totalNum} 件` : `共 ${row.totalNum} 件`
  return (
    <span className={styles.products}>
      {[first, second].map((line, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they have no other place
        <span key={at} className={styles.line}>
          <Picture src={line.image} alt={`「${line.storeName}」的图片`} size={16} />
          <span className={styles.name} title={`${line.storeName} ${specOf(line)}`}>
            {line.storeName} <small>{specOf(line)}</small>
          </span>
          {at === 1 && <small className={styles.rest}>{rest}</small>}
        </span>
      ))}
    </span>
  )
}

/** 规格 ×数量; products without specifications have none to tell. */
export const specOf = ({ sku, num }: Pick<OrderRow['lines'][number], 'sku' | 'num'>) =>
  sku === '默认' || !sku ? `×${num}` : `${sku} ×${num}`

const joined = (...parts: (string | false)[]) => parts.filter(Boolean).join(' · ')

/** Who receives it, and where; who bought it on hover. */
export function ReceiverCell({ row }: { row: OrderRow }) {
  return (
    <Tooltip title={`买家：${buyerName(row)}`}>
      <span>
        <TwoLine
          top={
            <>
              {row.realName} <span className={styles.dim}>{row.userPhone}</span>
            </>
          }
          below={placeOf(row)}
        />
      </span>
    </Tooltip>
  )
}

/** What the buyer wrote, always on orange, and below it what the shop keeps of the order, written in place. */
export function NotesCell({ row }: { row: OrderRow }) {
  return (
    <span className={styles.notes}>
      {row.mark && (
        <span className={styles.mark} title={`买家留言：${row.mark}`}>
          <CommentOutlined aria-label="买家留言" /> {row.mark}
        </span>
      )}
      <span className={styles.own}>
        <OrderTags ids={row.tagIds} max={1} />
        <Remark of={row} lines={row.mark || row.tagIds.length ? 1 : 2} />
      </span>
    </span>
  )
}

/** The shop's note of an order, written in place by those who may. */
export function Remark({ of, lines }: { of: Pick<OrderRow, 'orderNo' | 'remark'>; lines?: number }) {
  const save = useWrite(order.mark)
  const allowed = useCan(order.mark)
  return (
    <InlineText
      value={of.remark}
      label="备注"
      maxLength={REMARK_LENGTH}
      lines={lines}
      onSave={allowed ? (remark) => save.mutateAsync({ body: { orderNo: of.orderNo, remark } }) : undefined}
    />
  )
}

/** What is paid, how, what it was before, and what went back. */
export function PaidCell({ row }: { row: OrderRow }) {
  const isDue = row.paid || !isIn(row, 'cancelled', 'deleted')
  const amount = moneyText(row.payPrice)
  return (
    <TwoLine end top={isDue ? <b>{amount}</b> : <span className={styles.dim}>{amount}</span>} below={belowPaid(row)} />
  )
}

function belowPaid(row: OrderRow): ReactNode {
  if (row.refundPrice > 0) return <span className={styles.risk}>已退 {moneyText(row.refundPrice)}</span>
  if (row.beforePayPrice !== null) return <del title={paidText(row)}>{moneyText(row.beforePayPrice)}</del>
  return paidText(row) && <span className={row.cod && !row.paid ? styles.todo : undefined}>{paidText(row)}</span>
}

/** Where it stands, and below it how long there is to act, since when a case waits, or where the last parcel is. */
export function StateCell({ row }: { row: OrderRow }) {
  return (
    <StateCard row={row}>
      <TwoLine top={<StateTag of="order" value={stateOf(row)} />} below={belowState(row)} />
    </StateCard>
  )
}

/** What qualifies the state of an order. */
export function belowState(row: OrderRow): ReactNode {
  const due = dueOf(row)
  if (due) return <When at={due} kind="deadline" />
  if (row.refund)
    return (
      <>
        <When at={row.refund.time} /> 申请
      </>
    )
  return row.parcel
}
