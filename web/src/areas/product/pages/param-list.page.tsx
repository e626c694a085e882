import { type ParamTemplate, ParamTemplateDraft, paramTemplate } from '@zhanggui/contract/product/param-template.ts'
import { Flex, Tag } from 'antd'
import { FormDialog } from '../../../kit/dialog/form-dialog.tsx'
import { Field } from '../../../kit/form/field.tsx'
import { ListPage } from '../../../kit/list-page/list-page.tsx'
import { useList } from '../../../kit/list-page/use-list.ts'
import { ParamEditor } from '../components/form/param-editor.tsx'

export default function ParamListPage() {
  return (
    <ListPage
      list={useList(paramTemplate.list)}
      purpose="产地、材质这样的参数，添加商品时直接选用"
      filters={[{ name: 'keywords', label: '模板名称' }]}
      columns={[
        { name: 'id', title: 'ID', width: 80 },
        { name: 'name', title: '模板名称', minWidth: 140 },
        {
          name: 'params',
          title: '参数',
          minWidth: 280,
          render: ({ params }) => (
            <Flex wrap gap={4} style={{ maxWidth: 640 }}>
              {params.map(({ name, value }) => (
                <Tag key={name}>{value ? `${name}：${value}` : name}</Tag>
              ))}
            </Flex>
          ),
        },
        { name: 'createTime', title: '创建时间', width: 170, low: true },
      ]}
      add={paramTemplate.save}
      addText="添加参数模板"
      edit={paramTemplate.update}
      remove={paramTemplate.remove}
      dialog={(row, close) => <ParamTemplateDialog row={row} onClose={close} />}
    />
  )
}

function ParamTemplateDialog({ row, onClose }: { row?: ParamTemplate; onClose: () => void }) {
  return (
    <FormDialog
      name="参数模板"
      width={640}
      add={paramTemplate.save}
      edit={paramTemplate.update}
      row={row}
      initial={{ params: [{ name: '', value: '' }] }}
      onClose={onClose}
    >
      <Field of={ParamTemplateDraft} name="name" />
      <ParamEditor extra="选用模板时复制到商品，之后修改模板不影响商品" />
    </FormDialog>
  )
}
