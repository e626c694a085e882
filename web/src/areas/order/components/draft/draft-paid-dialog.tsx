import { draftOrder } from '@zhanggui/contract/order/draft-order.ts'
import { FormDialog } from '../../../../kit/dialog/form-dialog.tsx'
import { moneyText } from '../../../../kit/text/money.tsx'
import dialogs from '../dialogs/dialogs.module.css'
import { CASH, TakenFields } from '../fields/taken-fields.tsx'

type Props = {
  draft: { id: number; version: number }
  /** What the draft came to when it was reckoned last. */
  amount: number
  onDone?: () => void
  onClose: () => void
}

/** 确认收款: the money for a draft was taken already, mostly in cash. */
export function DraftPaidDialog({ draft: { id, version }, amount, onDone, onClose }: Props) {
  return (
    <FormDialog
      name="代客订单"
      title="确认收款"
      act="确认收款"
      message="已生成已付款订单"
      width={480}
      once
      add={draftOrder.convert}
      edit={draftOrder.convert}
      initial={{ reason: CASH }}
      toBody={(typed) => ({ ...typed, id, version })}
      onAdded={onDone}
      onClose={onClose}
    >
      <div className={dialogs.figures}>
        <span>
          应收 <b>{moneyText(amount)}</b>
        </span>
      </div>
      <TakenFields />
      <p className={dialogs.told}>确认后订单直接是已付款，等待发货或自提。</p>
    </FormDialog>
  )
}
