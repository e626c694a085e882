import { order } from '@zhanggui/contract/order/order.ts'
import { Input } from 'antd'
import { FormDialog } from '../../../../kit/dialog/form-dialog.tsx'
import { Field } from '../../../../kit/form/field.tsx'
import { shortNo } from '../../../../kit/text/short-no.ts'
import type { ActDialogProps } from '../act-dialog.ts'

/** 备注: the shop's note of an order, which its buyer does not see. */
export default function RemarkDialog({ row, onClose }: ActDialogProps) {
  const { id, version, orderNo, remark } = row
  return (
    <FormDialog
      name="订单"
      title={`备注订单 ${shortNo(orderNo)}`}
      act="保存备注"
      message="备注已保存"
      row={{ id, version, remark }}
      width={480}
      add={order.mark}
      edit={order.mark}
      toBody={({ remark: text, ...typed }) => ({ ...typed, remark: text ?? '', orderNo })}
      onClose={onClose}
    >
      <Field of={order.mark.body} name="remark" rules={[]} extra="买家看不到；打印过的订单会标为打印后有变更">
        <Input.TextArea autoFocus rows={3} maxLength={512} showCount />
      </Field>
    </FormDialog>
  )
}
