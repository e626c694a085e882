import { brand } from '@zhanggui/contract/product/brand.ts'
import { freightTemplate } from '@zhanggui/contract/product/freight-template.ts'
import { productLabel } from '@zhanggui/contract/product/product-label.ts'
import { recommendFlags } from '@zhanggui/domain/product/product.ts'
import { Checkbox, Flex, Form, Space } from 'antd'
import { DateRange } from '../../../../kit/form/dates/date-range.tsx'
import { NumberInput } from '../../../../kit/form/number-input.tsx'
import { RemoteSelect } from '../../../../kit/form/remote-select.tsx'
import type { FilterValue } from '../../../../kit/list-page/list-state.ts'

const said = () => ''
const yuan = (value: FilterValue) => `¥${value}`
const days = (value: FilterValue) =>
  Array.isArray(value) ? value.map((day) => String(day).slice(0, 10)).join(' 至 ') : ''

const chips = {
  isBest: { label: recommendFlags.isBest.label, text: said },
  isHot: { label: recommendFlags.isHot.label, text: said },
  isNew: { label: recommendFlags.isNew.label, text: said },
  isBenefit: { label: recommendFlags.isBenefit.label, text: said },
  isGood: { label: recommendFlags.isGood.label, text: said },
  tempId: { label: '运费模板', text: said },
  brandId: { label: '品牌', text: said },
  labelId: { label: '标签', text: said },
  priceMin: { label: '最低售价', text: yuan },
  priceMax: { label: '最高售价', text: yuan },
  stockMin: { label: '最少库存', text: String },
  stockMax: { label: '最多库存', text: String },
  createTime: { label: '添加时间', text: days },
  hasActivity: { label: '有活动', text: said },
  noImage: { label: '图片缺失', text: said },
} satisfies Record<string, { label: string; text: (value: FilterValue) => string }>

/** The rarely used filters, as their chips name them. */
export const moreFilters = Object.entries(chips).map(([name, chip]) => ({
  name: name as keyof typeof chips,
  hidden: true,
  ...chip,
}))

/** Their fields in 更多筛选. */
export function MoreFilterFields() {
  return (
    <>
      <Form.Item label="商品推荐" layout="vertical">
        <Flex gap="4px 16px" wrap>
          {Object.entries(recommendFlags).map(([name, { label }]) => (
            <Ticked key={name} name={name} label={label} />
          ))}
        </Flex>
      </Form.Item>
      <Form.Item name="brandId" label="品牌" layout="vertical">
        <RemoteSelect of={brand.list} />
      </Form.Item>
      <Form.Item name="labelId" label="标签" layout="vertical">
        <RemoteSelect of={productLabel.list} />
      </Form.Item>
      <Form.Item name="tempId" label="运费模板" layout="vertical">
        <RemoteSelect of={freightTemplate.list} />
      </Form.Item>
      <Between label="售价（元）" name="price" precision={2} />
      <Between label="库存" name="stock" precision={0} />
      <Form.Item name="createTime" label="添加时间" layout="vertical">
        <DateRange />
      </Form.Item>
      <Flex gap={24}>
        <Ticked name="hasActivity" label="有活动" />
        <Ticked name="noImage" label="图片缺失" />
      </Flex>
    </>
  )
}

/** Products that have a mark; without the tick, those without it are listed too. */
function Ticked({ name, label }: { name: string; label: string }) {
  return (
    <Form.Item
      noStyle
      name={name}
      valuePropName="checked"
      getValueFromEvent={({ target }: { target: { checked: boolean } }) => target.checked || undefined}
    >
      <Checkbox>{label}</Checkbox>
    </Form.Item>
  )
}

function Between({ label, name, precision }: { label: string; name: 'price' | 'stock'; precision: number }) {
  const bound = (end: 'Min' | 'Max', text: string) => (
    <Form.Item name={`${name}${end}`} noStyle>
      <NumberInput
        min={0}
        precision={precision}
        placeholder={text}
        aria-label={`${text}${label}`}
        style={{ width: '50%' }}
      />
    </Form.Item>
  )
  return (
    <Form.Item label={label} layout="vertical">
      <Space.Compact block>
        {bound('Min', '最低')}
        {bound('Max', '最高')}
      </Space.Compact>
    </Form.Item>
  )
}
