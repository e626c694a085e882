import { orderNote } from '@zhanggui/contract/order/order-note.ts'
import { FormDialog } from '../../../../kit/dialog/form-dialog.tsx'
import { WireDayPicker } from '../../../../kit/form/dates/wire-day-picker.tsx'
import { Field } from '../../../../kit/form/field.tsx'
import { shortNo } from '../../../../kit/text/short-no.ts'
import type { ActDialogProps } from '../act-dialog.ts'
import { ReasonInput } from '../fields/reason-field.tsx'

export const HOLD_REASONS = ['客户要求改天发', '等买家确认', '缺货等待', '地址待核实']

/** 挂起: puts an order aside, until a day or until somebody ends it. */
export default function HoldDialog({ row, onClose }: ActDialogProps) {
  const { id, version, orderNo } = row
  return (
    <FormDialog
      name="订单"
      title={`挂起订单 ${shortNo(orderNo)}`}
      act="挂起"
      stay="不挂起"
      message="订单已挂起"
      row={{ id, version }}
      width={480}
      add={orderNote.hold}
      edit={orderNote.hold}
      toBody={({ until, ...typed }) => ({ ...typed, ...(until ? { until } : {}), orderNo })}
      onClose={onClose}
    >
      <Field of={orderNote.hold.body} name="reason" extra="挂起期间不能发货；打印过的订单会标为打印后有变更">
        <ReasonInput common={HOLD_REASONS} />
      </Field>
      <Field
        of={orderNote.hold.body}
        name="until"
        label="挂起到（选填）"
        rules={[]}
        extra="当天早上自动解除；不填则一直挂起"
      >
        <WireDayPicker future />
      </Field>
    </FormDialog>
  )
}
