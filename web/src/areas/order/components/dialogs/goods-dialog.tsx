import type { OrderInfo } from '@zhanggui/contract/order/order-info.ts'
import { Button, Form } from 'antd'
import { type ReactNode, useState } from 'react'
import { WriteButton } from '../../../../kit/access/write-button.tsx'
import { Dialog } from '../../../../kit/dialog/dialog.tsx'
import { confirm } from '../../../../kit/feedback/feedback.ts'
import { WriteForm } from '../../../../kit/form/write-form.tsx'
import { Picture } from '../../../../kit/media/picture.tsx'
import { useDirtyGuard } from '../../../../kit/page/dirty-guard.ts'
import { shortNo } from '../../../../kit/text/short-no.ts'
import { TwoLine } from '../../../../kit/text/two-line.tsx'
import styles from '../draft/draft.module.css'
import { StaleLine } from '../fields/reason-field.tsx'

/** What stands below the goods; a voucher where cash goes back. */
export type GoodsTyped = { reason: string; voucher?: string }

type Props = {
  info: OrderInfo
  /** What is done to the order: 改单. */
  act: string
  /** Whether its present state allows that. */
  may: boolean
  width?: number
  /** What the button says: the act with its size. */
  button: string
  /** The field of the reason. */
  reason: ReactNode
  /** What was chosen so far; '' for nothing. */
  chosen: string
  /** What to do where nothing is chosen. */
  ask: string
  /** What was chosen is not what is reckoned, or cannot be. */
  blocked?: boolean
  isPending: boolean
  /** The order was changed by somebody else, and has been read again. */
  isOvertaken?: boolean
  onSend: (typed: GoodsTyped) => void
  onClose: () => void
  /** Rows of goods. */
  children: ReactNode
  /** Between the rows and the reason, and below it. */
  more?: ReactNode
  below?: ReactNode
}

/** What 改单, 换规格 and 补发 share: goods of an order, a reason, and a button that names what follows. */
export function GoodsDialog(props: Props) {
  const { info, act, may, width = 720, button, chosen, ask, blocked, isPending, isOvertaken } = props
  const [form] = Form.useForm<GoodsTyped>()
  const [isAsked, setAsked] = useState(false)
  const [hasReason, setHasReason] = useState(false)
  const isDirty = chosen !== '' || hasReason
  useDirtyGuard(isDirty)

  function handleFinish(typed: GoodsTyped) {
    setAsked(true)
    if (may && chosen && !blocked) props.onSend(typed)
  }
  async function handleLeave() {
    if (isPending) return
    if (!isDirty || (await confirm({ content: `还没有${act}，离开吗？`, okText: '离开' }))) props.onClose()
  }

  return (
    <Dialog
      title={`${act} · 订单 ${shortNo(info.orderNo)}`}
      width={width}
      onCancel={handleLeave}
      footer={[
        <Button key="no" disabled={isPending} onClick={props.onClose}>
          不{act}
        </Button>,
        <WriteButton
          key="ok"
          type="primary"
          of={{ isPending: isPending }}
          disabled={!may || (chosen !== '' && blocked)}
          onClick={form.submit}
        >
          {button}
        </WriteButton>,
      ]}
    >
      {!may && <StaleLine text={`订单现在是「${info.statusStr.value}」，不能${act}`} />}
      {may && isOvertaken && <StaleLine text={`订单刚被改过，已换成最新的数量和金额，请核对后再${act}`} />}
      <WriteForm
        form={form}
        name={`goods-${info.id}`}
        layout="vertical"
        of={{ isPending }}
        onFinish={handleFinish}
        onFinishFailed={() => setAsked(true)}
        onValuesChange={(_, { reason }) => setHasReason(Boolean(reason))}
      >
        <ul className={styles.list} aria-label="商品">
          {props.children}
        </ul>
        {props.more}
        {props.reason}
        {isAsked && !chosen && <StaleLine text={ask} />}
        {props.below}
      </WriteForm>
    </Dialog>
  )
}

type RowProps = { image: string; storeName: string; below: ReactNode; children: ReactNode }

/** Goods with the controls for them. */
export function GoodsRow({ image, storeName, below, children }: RowProps) {
  return (
    <li className={styles.row}>
      <span className={styles.goods}>
        <Picture src={image} alt={`「${storeName}」的图片`} thumb />
        <TwoLine top={storeName} below={below} />
      </span>
      {children}
    </li>
  )
}
