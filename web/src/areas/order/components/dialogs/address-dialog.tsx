import { order } from '@zhanggui/contract/order/order.ts'
import type { OrderInfo } from '@zhanggui/contract/order/order-info.ts'
import type { AreaPath } from '@zhanggui/domain/product/freight.ts'
import { Input } from 'antd'
import { FormDialog } from '../../../../kit/dialog/form-dialog.tsx'
import { AreaCascader } from '../../../../kit/form/area-cascader.tsx'
import { Field } from '../../../../kit/form/field.tsx'
import { shortNo } from '../../../../kit/text/short-no.ts'
import styles from './dialogs.module.css'
import { PasteAddress } from './paste-address.tsx'

const { body } = order.updateAddress

/** 修改地址: typed, or pasted as one text. */
export function AddressDialog({ info, onClose }: { info: OrderInfo; onClose: () => void }) {
  const { id, version, orderNo, address, realName, userPhone } = info
  return (
    <FormDialog
      name="地址"
      title={`修改地址 · 订单 ${shortNo(orderNo)}`}
      act="修改地址"
      stay="不修改"
      row={{ id, version }}
      message="地址已修改"
      width={560}
      add={order.updateAddress}
      edit={order.updateAddress}
      toBody={({ cityId, ...typed }) => ({ ...typed, cityId: (cityId as AreaPath | undefined)?.at(-1), orderNo })}
      onClose={onClose}
    >
      <div className={styles.figures}>
        <span>
          现为 <b>{realName}</b> {userPhone} {address}
        </span>
      </div>
      <PasteAddress autoFocus />
      <Field of={body} name="realName">
        <Input maxLength={32} />
      </Field>
      <Field of={body} name="userPhone">
        <Input maxLength={18} inputMode="tel" />
      </Field>
      <Field of={body} name="cityId" label="所在地区" rules={[{ required: true, message: '请选择所在地区' }]}>
        <AreaCascader />
      </Field>
      <Field of={body} name="detail" extra="运费不变；换了地区，差额写进动态">
        <Input.TextArea maxLength={256} autoSize={{ minRows: 2, maxRows: 4 }} />
      </Field>
    </FormDialog>
  )
}
