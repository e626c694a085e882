import { order } from '@zhanggui/contract/order/order.ts'
import type { OrderInfo } from '@zhanggui/contract/order/order-info.ts'
import { reveal } from '@zhanggui/contract/setting/reveal.ts'
import type { AreaPath } from '@zhanggui/domain/product/freight.ts'
import { Form, Input } from 'antd'
import { useEffect, useRef } from 'react'
import { write } from '../../../../api/write.ts'
import { useCan } from '../../../../kit/access/can.tsx'
import { FormDialog } from '../../../../kit/dialog/form-dialog.tsx'
import { Field } from '../../../../kit/form/field.tsx'
import { shortNo } from '../../../../kit/text/short-no.ts'
import { AreaCascader, pathOf, useAreaRule, useRegions } from '../../../setting/shared/area-cascader.tsx'
import { PasteAddress } from '../fields/paste-address.tsx'
import styles from './dialogs.module.css'

const { body } = order.updateAddress

/** 修改地址: filled with what it is now, typed, or pasted as one text. */
export function AddressDialog({ info, onClose }: { info: OrderInfo; onClose: () => void }) {
  const { id, version, orderNo, address, realName, userPhone } = info
  const areaRule = useAreaRule()
  const isSeen = useCan(reveal.show) && Boolean(info.allow.reveal)
  return (
    <FormDialog
      name="地址"
      title={`修改地址 · 订单 ${shortNo(orderNo)}`}
      act="修改地址"
      stay="不修改"
      row={{ id, version, realName, userPhone }}
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
      <FillArea cityId={info.cityId} />
      {isSeen && <FillHidden id={id} />}
      <PasteAddress autoFocus />
      <Field of={body} name="realName">
        <Input maxLength={32} />
      </Field>
      <Field of={body} name="userPhone" extra={isSeen ? undefined : '号码中间四位已隐藏，不修改请保持原样'}>
        <Input maxLength={32} inputMode="tel" />
      </Field>
      <Field of={body} name="cityId" label="所在地区" rules={[areaRule]}>
        <AreaCascader />
      </Field>
      <Field of={body} name="detail" extra="运费不变；换了地区，差额写进动态">
        <Input.TextArea
          maxLength={256}
          autoSize={{ minRows: 2, maxRows: 4 }}
          placeholder={isSeen ? undefined : '不填则保留原来的详细地址'}
        />
      </Field>
    </FormDialog>
  )
}

/** The place as it is now, once the division is known. */
function FillArea({ cityId }: { cityId: number }) {
  const form = Form.useFormInstance()
  const regions = useRegions()
  const isFilled = useRef(false)
  useEffect(() => {
    if (isFilled.current || !regions.length) return
    isFilled.current = true
    if (!form.getFieldValue('cityId')) form.setFieldValue('cityId', pathOf(regions, cityId))
  }, [form, regions, cityId])
  return null
}

/** What is masked, in full, for those who may see it: to open the dialog is to look at it. */
function FillHidden({ id }: { id: number }) {
  const form = Form.useFormInstance()
  const asked = useRef(false)
  useEffect(() => {
    if (asked.current) return
    asked.current = true
    write(reveal.show, { body: { type: 'order', id, field: 'contact' }, silent: true })
      .then(({ value }) => {
        const [phone, ...detail] = value.split('\n')
        fill('userPhone', phone ?? '')
        fill('detail', detail.join('\n'))
      })
      .catch(() => undefined)
    function fill(name: string, value: string) {
      const now: string = form.getFieldValue(name) ?? ''
      if (!form.isFieldTouched(name) && (!now || now.includes('*'))) form.setFieldValue(name, value)
    }
  }, [form, id])
  return null
}
