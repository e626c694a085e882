import { orderNote } from '@zhanggui/contract/order/order-note.ts'
import { Form } from 'antd'
import { FormDialog } from '../../../../kit/dialog/form-dialog.tsx'
import { shortNo } from '../../../../kit/text/short-no.ts'
import type { ActDialogProps } from '../act-dialog.ts'
import { TagChoice, tagChange } from '../order-tags.tsx'

/** 标签: the tags of one order. */
export default function TagDialog({ row, onClose }: ActDialogProps) {
  const { id, version, orderNo, tagIds } = row
  return (
    <FormDialog
      name="订单"
      title={`订单 ${shortNo(orderNo)} 的标签`}
      act="保存标签"
      message="标签已保存"
      row={{ id, version }}
      width={480}
      add={orderNote.tag}
      edit={orderNote.tag}
      toBody={({ tagIds: chosen }) => ({ orderNo, ...tagChange(tagIds, chosen as number[]) })}
      onClose={onClose}
    >
      <Form.Item name="tagIds" label="标签" initialValue={tagIds}>
        <TagChoice />
      </Form.Item>
    </FormDialog>
  )
}
