import { afterSales, type SalesInfo } from '@zhanggui/contract/order/after-sales.ts'
import { MAX_CASE_IMAGES } from '@zhanggui/domain/order/after-sales.ts'
import { FormDialog } from '../../../../kit/dialog/form-dialog.tsx'
import { Field } from '../../../../kit/form/field.tsx'
import { MaterialPicker } from '../../../../kit/media/material-picker.tsx'
import { moneyText } from '../../../../kit/text/money.tsx'
import { serviceText } from '../../model/case-look.ts'
import { ReasonInput } from '../fields/reason-field.tsx'

const REASONS = [
  '商品已发出，请收货后申请退货',
  '已超过退换期限',
  '商品影响二次销售',
  '与买家协商一致不退',
  '凭证不足，请补充照片',
]
const RETURNED = ['没有收到退货', '包裹里是空的', '退回的不是本店商品', '退回的商品已损坏']
const { body } = afterSales.check

/** 拒绝: the buyer reads why, and may ask again. Of a parcel that came pictures show what was in it. */
export default function RefuseDialog({ info, onClose }: { info: SalesInfo; onClose: () => void }) {
  const { id, version } = info
  const isBack = info.state === 2
  return (
    <FormDialog
      name="售后单"
      title={`拒绝${serviceText(info)} · ${moneyText(info.refundAmount)}`}
      act="拒绝退款"
      stay="不拒绝"
      message="已拒绝，买家会看到原因"
      row={{ id, version }}
      width={560}
      add={afterSales.check}
      edit={afterSales.check}
      toBody={(typed) => ({ ...typed, pass: false })}
      onClose={onClose}
    >
      <Field
        of={body}
        name="refuseReason"
        label="拒绝原因"
        extra="买家会看到；同一商品拒绝 3 次后不能再申请"
        rules={[{ required: true, min: 2, max: 255, whitespace: true, message: '请填写拒绝退款原因' }]}
      >
        <ReasonInput common={isBack ? RETURNED : REASONS} maxLength={255} />
      </Field>
      <Field
        of={body}
        name="images"
        label={isBack ? '验货图片' : '凭证图片（选填）'}
        rules={isBack ? [{ required: true, message: '请上传验货图片或物流截图' }] : []}
      >
        <MaterialPicker num={MAX_CASE_IMAGES} size={72} />
      </Field>
    </FormDialog>
  )
}
