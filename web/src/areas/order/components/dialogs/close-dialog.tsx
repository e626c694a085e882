import { order } from '@zhanggui/contract/order/order.ts'
import type { OrderRow } from '@zhanggui/contract/order/order-info.ts'
import { Radio } from 'antd'
import { FormDialog } from '../../../../kit/dialog/form-dialog.tsx'
import { Field } from '../../../../kit/form/field.tsx'
import { moneyText } from '../../../../kit/text/money.tsx'
import { shortNo } from '../../../../kit/text/short-no.ts'
import { ReasonInput } from '../fields/reason-field.tsx'

const REASONS = ['买家不想买了', '缺货', '重复下单', '无法联系买家', '协商一致']
const REFUSED = '买家拒收'

/** 关闭订单: says what goes back where. */
export function CloseDialog({ row, onClose }: { row: OrderRow; onClose: () => void }) {
  const { id, version, orderNo, payPrice } = row
  const isOnItsWay = row.status > 0 || (row.sentNum ?? 0) > 0
  return (
    <FormDialog
      name="订单"
      title={`关闭订单 ${shortNo(orderNo)}（${moneyText(payPrice)}）`}
      act="关闭订单"
      stay="不关闭"
      message="订单已关闭"
      row={{ id, version }}
      width={480}
      add={order.close}
      edit={order.close}
      toBody={(typed) => ({ ...typed, orderNo })}
      onClose={onClose}
    >
      <Field of={order.close.body} name="reason" label="关闭原因" extra="库存、积分退回；买家不能再付款，不能恢复">
        <ReasonInput common={row.cod ? [REFUSED, ...REASONS] : REASONS} />
      </Field>
      {isOnItsWay && (
        <Field
          of={order.close.body}
          name="restock"
          label="已发出的商品"
          extra="没有发出的总会放回；包裹记为已撤回"
          rules={[{ required: true, message: '请选择已发出的商品是否放回库存' }]}
        >
          <Radio.Group
            options={[
              { value: true, label: '已退回，放回库存' },
              { value: false, label: '没有退回，不放回' },
            ]}
          />
        </Field>
      )}
    </FormDialog>
  )
}
