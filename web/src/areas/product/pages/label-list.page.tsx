import { type Label, LabelDraft, productLabel } from '@zhanggui/contract/product/product-label.ts'
import { type LabelRule, labelRuleKinds, labelRuleNames } from '@zhanggui/domain/product/product-label.ts'
import { Badge, ColorPicker, Select, Space, Switch } from 'antd'
import { FormDialog } from '../../../kit/dialog/form-dialog.tsx'
import { Field } from '../../../kit/form/field.tsx'
import { NumberInput } from '../../../kit/form/number-input.tsx'
import { StatusSwitch } from '../../../kit/form/status-switch.tsx'
import { ListPage } from '../../../kit/list-page/list-page.tsx'
import { useList } from '../../../kit/list-page/use-list.ts'
import { ProductCount } from '../components/list/product-count.tsx'
import { ShownSelect } from '../components/shown-select.tsx'

/** The words around the number of a rule, and its initial number. */
const RULES: Record<LabelRule['kind'], { before: string; after: string; usual: number }> = {
  new: { before: '添加到商城', after: '天以内', usual: 30 },
  lowStock: { before: '库存少于', after: '件', usual: 10 },
  discount: { before: '比原价便宜超过', after: '%', usual: 30 },
}
const COLOURS = ['#f5222d', '#fa541c', '#fa8c16', '#d4b106', '#389e0d', '#08979c', '#1677ff', '#722ed1', '#c41d7f']

export default function LabelListPage() {
  return (
    <ListPage
      list={useList(productLabel.list)}
      purpose="贴在商品上的小标签，如新品、热卖"
      filters={[
        { name: 'keywords', label: '标签名称' },
        { name: 'isShow', label: '显示状态', control: <ShownSelect /> },
      ]}
      columns={[
        { name: 'id', title: 'ID', width: 80 },
        {
          name: 'name',
          title: '标签',
          minWidth: 120,
          render: ({ name, color }) => <Badge color={color} text={name} />,
        },
        {
          name: 'rule',
          title: '给哪些商品',
          minWidth: 200,
          render: ({ rule }) => (rule ? formatRule(rule) : '手动选择的商品'),
        },
        {
          name: 'productCount',
          title: '商品数',
          width: 90,
          align: 'end',
          render: ({ id, name, productCount }) => (
            <ProductCount of={`标签「${name}」`} count={productCount} filter={`labelId=${id}`} />
          ),
        },
        { name: 'sort', title: '排序', width: 80 },
        {
          name: 'isShow',
          title: '显示',
          width: 100,
          render: ({ id, version, name, color, isShow, rule }) => (
            <StatusSwitch
              name={`标签「${name}」`}
              checked={isShow}
              route={productLabel.update}
              body={(shown) => ({ id, version, name, color, isShow: shown, rule })}
              texts={['显示', '隐藏']}
            />
          ),
        },
        { name: 'createTime', title: '创建时间', width: 170, hidden: true },
      ]}
      add={productLabel.save}
      addText="添加标签"
      edit={productLabel.update}
      remove={productLabel.remove}
      removeText="商品上的这个标签一并去掉。"
      dialog={(row, close) => <LabelDialog row={row} onClose={close} />}
    />
  )
}

function formatRule({ kind, value }: LabelRule): string {
  const { before, after } = RULES[kind]
  return `${labelRuleNames[kind]}：${before} ${value} ${after}`
}

function LabelDialog({ row, onClose }: { row?: Label; onClose: () => void }) {
  return (
    <FormDialog
      name="标签"
      add={productLabel.save}
      edit={productLabel.update}
      row={row}
      initial={{ color: COLOURS[0], sort: 0, isShow: true }}
      describe={{ rule: (rule) => (rule ? formatRule(rule as LabelRule) : '手动选择的商品') }}
      onClose={onClose}
    >
      <Field of={LabelDraft} name="name" extra="显示在商品上，建议不超过4个字" />
      <Field of={LabelDraft} name="color" getValueFromEvent={(_color, hex: string) => hex}>
        <ColorPicker
          showText
          disabledAlpha
          format="hex"
          disabledFormat
          presets={[{ label: '推荐', colors: COLOURS }]}
        />
      </Field>
      <Field
        of={LabelDraft}
        name="rule"
        label="给哪些商品"
        extra="按规则的标签每天凌晨更新，保存后也立即更新一次；不能在商品里手动增减"
      >
        <RuleInput />
      </Field>
      <Field of={LabelDraft} name="sort" extra="数字越大越靠前" />
      <Field of={LabelDraft} name="isShow">
        <Switch checkedChildren="显示" unCheckedChildren="隐藏" />
      </Field>
    </FormDialog>
  )
}

type Kind = LabelRule['kind'] | 'hand'

const KINDS: { value: Kind; label: string }[] = [
  { value: 'hand', label: '手动选择的商品' },
  ...labelRuleKinds.map((kind) => ({ value: kind, label: `按规则：${labelRuleNames[kind]}` })),
]

function RuleInput({
  id,
  value,
  onChange,
}: {
  id?: string
  value?: LabelRule | null
  onChange?: (rule: LabelRule | null) => void
}) {
  return (
    <>
      <Select
        id={id}
        options={KINDS}
        value={value?.kind ?? 'hand'}
        onChange={(kind: Kind) => onChange?.(kind === 'hand' ? null : { kind, value: RULES[kind].usual })}
      />
      {value && (
        <Space style={{ marginTop: 8 }} wrap>
          {RULES[value.kind].before}
          <NumberInput
            aria-label="规则数值"
            min={1}
            max={value.kind === 'discount' ? 99 : 9999}
            precision={0}
            value={value.value}
            onChange={(next) => next !== null && onChange?.({ ...value, value: next })}
          />
          {RULES[value.kind].after}
        </Space>
      )}
    </>
  )
}
