import { order } from '@zhanggui/contract/order/order.ts'
import type { OrderInfo } from '@zhanggui/contract/order/order-info.ts'
import { Form } from 'antd'
import { FormDialog } from '../../../../kit/dialog/form-dialog.tsx'
import { Field } from '../../../../kit/form/field.tsx'
import { NumberInput } from '../../../../kit/form/number-input.tsx'
import { moneyText } from '../../../../kit/text/money.tsx'
import { shortNo } from '../../../../kit/text/short-no.ts'
import { ReasonInput, StaleLine } from '../fields/reason-field.tsx'
import styles from './dialogs.module.css'

const REASONS = ['老客优惠', '补差价', '运费协商', '商品瑕疵']
const { body } = order.updatePrice

/** 改价: what it is now, what becomes of it, and how often that is still possible. */
export function PriceDialog({ info, onClose }: { info: OrderInfo; onClose: () => void }) {
  const { id, version, orderNo } = info
  return (
    <FormDialog
      name="订单"
      title={`改价 · 订单 ${shortNo(orderNo)}`}
      row={{ id, version }}
      act="改价"
      message="已改价，买家会按新的金额付款"
      width={480}
      once
      add={order.updatePrice}
      edit={order.updatePrice}
      toBody={(typed) => ({ ...typed, orderNo })}
      onClose={onClose}
    >
      <Now info={info} />
      {!info.allow.editPrice && <StaleLine text={`订单现在是「${info.statusStr.value}」，不能改价`} />}
      <Field
        of={body}
        name="payPrice"
        label="改后实付"
        extra={<Difference from={info.payPrice} lowest={info.lowestPrice} />}
      >
        <NumberInput<number>
          autoFocus
          style={{ width: 200 }}
          min={0}
          max={999_999.99}
          precision={2}
          prefix="¥"
          controls={false}
        />
      </Field>
      <Field of={body} name="reason" label="原因（选填）">
        <ReasonInput common={REASONS} />
      </Field>
    </FormDialog>
  )
}

function Now({ info }: { info: OrderInfo }) {
  return (
    <div className={styles.figures}>
      <span>
        现在实付 <b>{moneyText(info.payPrice)}</b>
      </span>
      {info.payPostage > 0 && <span>含运费 {moneyText(info.payPostage)}</span>}
      <span>
        还可改 <b>{info.priceChangesLeft}</b> 次
      </span>
      {info.lowestPrice !== null && info.lowestPrice > 0.01 && (
        <span>
          您最低可改为 <b>{moneyText(info.lowestPrice)}</b>
        </span>
      )}
    </div>
  )
}

/** What the new amount means, as it is typed. */
function Difference({ from, lowest }: { from: number; lowest: number | null }) {
  const to: unknown = Form.useWatch('payPrice')
  if (typeof to !== 'number') return '差额摊到每个商品上，退款按摊后的金额算'
  const difference = Math.round((to - from) * 100) / 100
  if (!difference) return '与现在的金额相同'
  if (difference < 0 && lowest !== null && to < lowest)
    return <span className={styles.less}>低于 {moneyText(lowest)} 需要「高额折扣」权限，请由有权限的同事改价</span>
  return difference < 0 ? (
    <span className={styles.less}>少收 {moneyText(-difference)}</span>
  ) : (
    <span className={styles.more}>多收 {moneyText(difference)}</span>
  )
}
