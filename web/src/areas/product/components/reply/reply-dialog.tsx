import StarFilled from '@ant-design/icons/es/icons/StarFilled'
import { productReply, type Reply, ReplyDraft } from '@zhanggui/contract/product/product-reply.ts'
import { Alert, Flex, Form, Rate } from 'antd'
import { FormDialog } from '../../../../kit/dialog/form-dialog.tsx'
import { WireTimePicker } from '../../../../kit/form/dates/wire-time-picker.tsx'
import { Field } from '../../../../kit/form/field.tsx'
import { MaterialPicker } from '../../../../kit/media/material-picker.tsx'
import { ProductInput, SkuSelect } from '../form/product-input.tsx'

const NOTE = '虚拟评论仅用于演示，公开展示可能违反《电子商务法》与《反不正当竞争法》'
/** The meaning of each number of stars. */
const star = ({ index = 0 }) => <StarFilled aria-label={`${index + 1} 分`} />
const MAX_PICTURES = 9

/** 添加虚拟评论 and its 编辑. Render it only while it is open. */
export function ReplyDialog({ row, onClose }: { row?: Reply; onClose: () => void }) {
  return (
    <FormDialog
      name="虚拟评论"
      width={700}
      add={productReply.save}
      edit={productReply.update}
      row={row}
      initial={{ productScore: 5, serviceScore: 5 }}
      onClose={onClose}
    >
      <Alert type="warning" showIcon title={NOTE} style={{ marginBottom: 16 }} />
      <Field of={ReplyDraft} name="productId">
        <ProductInput known={row?.storeProduct} />
      </Field>
      <Form.Item noStyle dependencies={['productId']}>
        {({ getFieldValue }) => (
          <Field of={ReplyDraft} name="sku">
            <SkuSelect productId={getFieldValue('productId')} />
          </Field>
        )}
      </Form.Item>
      <Field of={ReplyDraft} name="nickname" />
      <Field of={ReplyDraft} name="comment" />
      <Flex gap={48} wrap>
        <Field of={ReplyDraft} name="productScore">
          <Rate allowClear={false} character={star} />
        </Field>
        <Field of={ReplyDraft} name="serviceScore">
          <Rate allowClear={false} character={star} />
        </Field>
      </Flex>
      <Field of={ReplyDraft} name="avatar">
        <MaterialPicker size={72} />
      </Field>
      <Field of={ReplyDraft} name="pics" extra={`最多${MAX_PICTURES}张，拖动排序`}>
        <MaterialPicker size={72} num={MAX_PICTURES} />
      </Field>
      <Field of={ReplyDraft} name="createTime" extra="不填为现在；不能早于商品添加时间">
        <WireTimePicker />
      </Field>
    </FormDialog>
  )
}
