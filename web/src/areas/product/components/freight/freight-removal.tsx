import { useQuery } from '@tanstack/react-query'
import { type FreightTemplateRow, freightTemplate } from '@zhanggui/contract/product/freight-template.ts'
import { Form, Select } from 'antd'
import { read } from '../../../../api/read.ts'
import { useWrite } from '../../../../api/use-write.ts'
import { Dialog } from '../../../../kit/dialog/dialog.tsx'
import { showInfo } from '../../../../kit/feedback/feedback.ts'
import { WriteForm } from '../../../../kit/form/write-form.tsx'

/** Deletes a freight template that products use, and moves them to another one. */
export function FreightRemoval({ template, onClose }: { template: FreightTemplateRow; onClose: () => void }) {
  const { data, isPending } = useQuery(read(freightTemplate.list, { query: { limit: 100 } }))
  const [form] = Form.useForm<{ replaceWith: number }>()
  const remove = useWrite(freightTemplate.remove, { message: '删除成功', form, onSuccess: onClose })
  const cancel = () => {
    showInfo('已取消')
    onClose()
  }
  const others = (data?.list ?? []).filter(({ id }) => id !== template.id)
  return (
    <Dialog
      title="删除运费模板"
      width={460}
      okText="改用并删除"
      okButtonProps={{ danger: true }}
      of={remove}
      onOk={form.submit}
      onCancel={cancel}
    >
      <p>
        有 {template.usedCount} 个商品使用「{template.name}」，删除前它们需要改用另一个模板。
      </p>
      <WriteForm
        form={form}
        layout="vertical"
        of={remove}
        onFinish={({ replaceWith }) => remove.mutate({ query: { id: template.id, replaceWith } })}
      >
        <Form.Item name="replaceWith" label="改用" rules={[{ required: true, message: '请选择运费模板' }]}>
          <Select
            showSearch={{ optionFilterProp: 'label' }}
            loading={isPending}
            placeholder="请选择运费模板"
            options={others.map(({ id, name }) => ({ value: id, label: name }))}
          />
        </Form.Item>
      </WriteForm>
    </Dialog>
  )
}
