import { afterSales, type SalesInfo } from '@zhanggui/contract/order/after-sales.ts'
import { MAX_CASE_IMAGES } from '@zhanggui/domain/order/after-sales.ts'
import { Checkbox, Form, Input, Radio } from 'antd'
import { FormDialog } from '../../../../kit/dialog/form-dialog.tsx'
import { Field } from '../../../../kit/form/field.tsx'
import { NumberInput } from '../../../../kit/form/number-input.tsx'
import { MaterialPicker } from '../../../../kit/media/material-picker.tsx'
import { moneyText } from '../../../../kit/text/money.tsx'
import { GoodsRow } from '../dialogs/goods-dialog.tsx'
import styles from '../draft/draft.module.css'

const { body } = afterSales.receive
const states = [
  { value: 1, label: '商品完好' },
  { value: 2, label: '有差异' },
]

/** 确认收货: what came back, good or with a difference, for which less may go back. */
export default function ReceiveDialog({ info, onClose }: { info: SalesInfo; onClose: () => void }) {
  const { id, version, refundAmount, expressName, expressNo } = info
  const row = { id, version, received: 1, refundAmount, restock: true }
  const num = info.lines.reduce((sum, { askedNum }) => sum + askedNum, 0)
  return (
    <FormDialog
      name="售后单"
      title={`确认收到退货 ${num} 件`}
      act="确认收货"
      stay="还没收到"
      message="已确认收到退货，可以退款了"
      row={row}
      width={560}
      add={afterSales.receive}
      edit={afterSales.receive}
      toBody={({ refundAmount: typed, inspectMark, inspectImages, ...rest }) => ({
        ...rest,
        ...(rest.received === 2 && { refundAmount: typed, inspectMark, inspectImages }),
      })}
      onClose={onClose}
    >
      <p>
        {expressName} {expressNo}
      </p>
      <ul className={styles.list} aria-label="应退回的商品">
        {info.lines.map(({ lineId, image, storeName, sku, askedNum }) => (
          <GoodsRow key={lineId} image={image} storeName={storeName} below={sku === '默认' ? '' : sku}>
            <b>×{askedNum}</b>
          </GoodsRow>
        ))}
      </ul>
      <Field of={body} name="received" label="收货情况">
        <Radio.Group options={states} />
      </Field>
      <Difference info={info} />
      <Form.Item name="restock" valuePropName="checked" extra="完好可再卖的商品退回库存">
        <Checkbox>退回库存</Checkbox>
      </Form.Item>
    </FormDialog>
  )
}

/** What is wrong with it, and how much less goes back. */
function Difference({ info: { refundAmount } }: { info: SalesInfo }) {
  const isDifferent = Form.useWatch('received') === 2
  const amount: unknown = Form.useWatch('refundAmount')
  if (!isDifferent) return null
  const isLower = typeof amount === 'number' && amount < refundAmount
  return (
    <>
      <Field
        of={body}
        name="inspectMark"
        label="验货说明"
        extra="买家会看到"
        rules={[{ required: true, whitespace: true, message: '请填写验货说明' }]}
      >
        <Input maxLength={255} placeholder="少了配件、有使用痕迹……" />
      </Field>
      <Field
        of={body}
        name="refundAmount"
        label="退款金额"
        extra={`约定 ${moneyText(refundAmount)}，可以降低，须附图片`}
      >
        <NumberInput<number>
          min={0}
          max={refundAmount}
          precision={2}
          prefix="¥"
          controls={false}
          style={{ width: 200 }}
        />
      </Field>
      <Field
        of={body}
        name="inspectImages"
        label={isLower ? '验货图片' : '验货图片（选填）'}
        rules={isLower ? [{ required: true, message: '请上传验货图片' }] : []}
      >
        <MaterialPicker num={MAX_CASE_IMAGES} size={72} />
      </Field>
    </>
  )
}
