import { useQuery } from '@tanstack/react-query'
import { afterSales } from '@zhanggui/contract/order/after-sales.ts'
import { claimable, MAX_CASE_IMAGES, type ServiceType, serviceTypes } from '@zhanggui/domain/order/after-sales.ts'
import { Form, Input, Radio, Select } from 'antd'
import { read } from '../../../../api/read.ts'
import { FormDialog } from '../../../../kit/dialog/form-dialog.tsx'
import { Field } from '../../../../kit/form/field.tsx'
import { NumberInput } from '../../../../kit/form/number-input.tsx'
import { MaterialPicker } from '../../../../kit/media/material-picker.tsx'
import { shortNo } from '../../../../kit/text/short-no.ts'
import type { InfoDialogProps } from '../act-dialog.ts'
import styles from './case.module.css'

const { body } = afterSales.apply
const types = Object.entries(serviceTypes).map(([value, label]) => ({ value: Number(value), label }))

/** 代客申请售后: staff ask for money or goods to be settled for a buyer who phoned or wrote. */
export default function ApplyDialog({ info, onClose }: InfoDialogProps) {
  const { id, version, orderNo } = info
  const nums = Object.fromEntries(info.lines.map((line) => [`num${line.id}`, info.lines.length > 1 ? 0 : 1]))
  const { data } = useQuery(read(afterSales.reasons))
  const reasons = (data?.list ?? []).map((value) => ({ value, label: value }))
  return (
    <FormDialog
      name="售后单"
      title={`代客申请售后 · 订单 ${shortNo(orderNo)}`}
      act="提交申请"
      message="已提交，售后单待审核"
      row={{ id, version, serviceType: 0, ...nums } as { id: number; version: number }}
      width={560}
      add={afterSales.apply}
      edit={afterSales.apply}
      toBody={({ serviceType, reason, explain, images, ...typed }) => ({
        orderNo,
        serviceType,
        reason,
        explain,
        images,
        lines: info.lines.flatMap(({ id: lineId }) => {
          const num = Number(typed[`num${lineId}`] ?? 0)
          return num > 0 ? [{ lineId, num }] : []
        }),
      })}
      onClose={onClose}
    >
      <Field of={body} name="serviceType" label="售后类型">
        <Radio.Group options={info.sentNum > 0 ? types : types.slice(0, 1)} />
      </Field>
      <Goods info={info} />
      <Field of={body} name="reason">
        <Select options={reasons} placeholder="请选择退款原因" />
      </Field>
      <Field of={body} name="explain" label="补充说明（选填）">
        <Input.TextArea maxLength={500} showCount autoSize={{ minRows: 2, maxRows: 6 }} />
      </Field>
      <Field of={body} name="images" label="凭证图片（选填）">
        <MaterialPicker num={MAX_CASE_IMAGES} size={72} />
      </Field>
    </FormDialog>
  )
}

/** How many of each are meant, of what can still be asked for. */
function Goods({ info }: Pick<InfoDialogProps, 'info'>) {
  const serviceType = (Form.useWatch('serviceType') ?? 0) as ServiceType
  return (
    <Form.Item label="商品" required>
      {info.lines.map((line) => {
        const most = claimable(line, serviceType)
        return (
          <span key={line.id} className={styles.choice}>
            <span>
              {line.storeName} {line.sku !== '默认' && <span className={styles.dim}>{line.sku}</span>}
              <small className={styles.dim}>最多 {most} 件</small>
            </span>
            <Form.Item name={`num${line.id}`} noStyle>
              <NumberInput
                min={0}
                max={most}
                precision={0}
                disabled={most === 0}
                aria-label={`「${line.storeName}」的数量`}
                suffix="件"
              />
            </Form.Item>
          </span>
        )
      })}
    </Form.Item>
  )
}
