import { productRule, type Rule, RuleDraft } from '@zhanggui/contract/product/product-rule.ts'
import { Input } from 'antd'
import { FormDialog } from '../../../kit/dialog/form-dialog.tsx'
import { Field } from '../../../kit/form/field.tsx'
import { ListPage } from '../../../kit/list-page/list-page.tsx'
import { useList } from '../../../kit/list-page/use-list.ts'
import { SpecEditor } from '../components/sku/spec-editor.tsx'

/** The form's limit on template names; imported names may be longer. */
const NAME_LENGTH = 20

export default function ProductRuleListPage() {
  return (
    <ListPage
      list={useList(productRule.list)}
      acrossPages
      filters={[
        {
          name: 'keywords',
          label: '规格搜索',
          control: <Input allowClear placeholder="请输入商品规格" maxLength={64} />,
        },
      ]}
      columns={[
        { name: 'id', title: 'ID', width: 80 },
        { name: 'ruleName', title: '规格名称', minWidth: 140 },
        {
          name: 'specs',
          title: '商品规格',
          minWidth: 140,
          render: ({ ruleValue }) => ruleValue.map(({ value }) => value).join('，'),
        },
        {
          name: 'ruleValue',
          title: '商品属性',
          minWidth: 240,
          render: ({ ruleValue }) =>
            ruleValue.map(({ value, detail }) => (
              <div key={value} style={{ maxWidth: 520, whiteSpace: 'normal' }}>
                {detail.join('，')}
              </div>
            )),
        },
        { name: 'createTime', title: '创建时间', width: 170, hidden: true },
      ]}
      purpose="颜色、尺码这样的规格，添加商品时直接选用"
      add={productRule.save}
      addText="添加商品规格"
      edit={productRule.update}
      remove={productRule.remove}
      removeChosenText="批量删除"
      dialog={(row, close) => <ProductRuleDialog row={row} onClose={close} />}
    />
  )
}

function ProductRuleDialog({ row, onClose }: { row?: Rule; onClose: () => void }) {
  return (
    <FormDialog
      name="商品规格"
      width={720}
      add={productRule.save}
      edit={productRule.update}
      row={row}
      initial={{ ruleValue: [] }}
      onClose={onClose}
    >
      <Field of={RuleDraft} name="ruleName">
        <Input maxLength={Math.max(NAME_LENGTH, row?.ruleName.length ?? 0)} showCount allowClear />
      </Field>
      <Field of={RuleDraft} name="ruleValue">
        <SpecEditor />
      </Field>
    </FormDialog>
  )
}
