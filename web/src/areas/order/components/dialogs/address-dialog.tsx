import { type OrderInfo, order } from '@zhanggui/contract/order/order.ts'
import { parseAddress } from '@zhanggui/domain/order/address.ts'
import type { AreaPath } from '@zhanggui/domain/product/freight.ts'
import { Form, Input } from 'antd'
import { useState } from 'react'
import { FormDialog } from '../../../../kit/dialog/form-dialog.tsx'
import { AreaCascader, useRegions } from '../../../../kit/form/area-cascader.tsx'
import { Field } from '../../../../kit/form/field.tsx'
import { shortNo } from '../../model/order-words.ts'
import styles from './dialogs.module.css'

const { body } = order.updateAddress

/** 修改地址: typed, or pasted as one text. */
export function AddressDialog({ info, onClose }: { info: OrderInfo; onClose: () => void }) {
  const { id, version, orderNo, address, realName, userPhone } = info
  return (
    <FormDialog
      name="地址"
      title={`修改地址 · 订单 ${shortNo(orderNo)}`}
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
      <Paste />
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

/** Fills the fields from an address pasted as one text; what is not sure is left to staff. */
function Paste() {
  const form = Form.useFormInstance()
  const regions = useRegions()
  const [missing, setMissing] = useState<readonly string[]>()
  function take(text: string) {
    if (!text.trim()) return setMissing(undefined)
    const { name, phone, area, detail } = parseAddress(text, regions)
    const found = { realName: name, userPhone: phone, cityId: area.length ? area : undefined, detail }
    form.setFieldsValue(Object.fromEntries(Object.entries(found).filter(([, value]) => value)))
    const unsure = [!name && '收货人', !phone && '电话', !area.length && '地区', !detail && '详细地址']
    setMissing(unsure.filter((one) => one !== false))
  }
  return (
    <div className={styles.paste}>
      <Input.TextArea
        autoFocus
        aria-label="粘贴整段地址自动识别"
        placeholder="粘贴整段地址自动识别，如：林知夏 13812346021 上海市徐汇区龙华街道天钥桥路 1 号"
        maxLength={500}
        autoSize={{ minRows: 2, maxRows: 4 }}
        onChange={({ target }) => take(target.value)}
      />
      <span className={styles.pasted} role="status">
        {missing && (missing.length ? `已填入；没认准的请补上：${missing.join('、')}` : '已填入，请核对')}
      </span>
    </div>
  )
}
