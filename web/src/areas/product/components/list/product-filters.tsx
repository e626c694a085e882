import FilterOutlined from '@ant-design/icons/es/icons/FilterOutlined'
import { brand } from '@zhanggui/contract/product/brand.ts'
import { freightTemplate } from '@zhanggui/contract/product/freight-template.ts'
import { productLabel } from '@zhanggui/contract/product/product-label.ts'
import { recommendFlags } from '@zhanggui/domain/product/product.ts'
import { Badge, Button, Checkbox, Flex, Form, InputNumber, Space } from 'antd'
import { useState } from 'react'
import { SidePanel } from '../../../../kit/dialog/side-panel.tsx'
import { DateRange } from '../../../../kit/form/date-range.tsx'
import { type Filters, type FilterValue, givenFilters } from '../../../../kit/list-page/list-state.ts'
import { RemoteSelect } from '../remote-select.tsx'
import type { ProductList } from './use-product-list.ts'

const flagNames = Object.keys(recommendFlags)
/** The filters in the panel; the others are above the list. */
export const moreFilters = [
  ...(['isBest', 'isHot', 'isNew', 'isBenefit', 'isGood', 'tempId', 'brandId', 'labelId'] as const),
  ...(['priceMin', 'priceMax', 'stockMin', 'stockMax', 'createTime', 'hasActivity', 'noImage'] as const),
]

type Typed = Record<string, FilterValue | null | undefined> & { flags?: string[] }

/** 更多筛选: the rarely used filters. */
export function MoreFilters({ list }: { list: ProductList }) {
  const [open, setOpen] = useState(false)
  const used = moreFilters.filter((name) => name in list.filters).length
  return (
    <>
      <Badge count={used} size="small">
        <Button icon={<FilterOutlined aria-hidden />} onClick={() => setOpen(true)}>
          更多筛选
        </Button>
      </Badge>
      {open && (
        <SidePanel title="更多筛选" width={420} onClose={() => setOpen(false)}>
          <FilterForm list={list} onClose={() => setOpen(false)} />
        </SidePanel>
      )}
    </>
  )
}

function FilterForm({ list, onClose }: { list: ProductList; onClose: () => void }) {
  const others = Object.fromEntries(
    Object.entries(list.filters).filter(([name]) => !(moreFilters as readonly string[]).includes(name)),
  )

  function search(typed: Typed) {
    const { flags = [], hasActivity, noImage, ...fields } = typed
    const marked = Object.fromEntries(flags.map((name) => [name, true]))
    const ticked = { ...(hasActivity && { hasActivity }), ...(noImage && { noImage }) }
    list.search({ ...others, ...givenFilters(fields), ...marked, ...ticked })
    onClose()
  }

  const initial = { ...list.filters, flags: flagNames.filter((name) => list.filters[name] === true) } as Filters
  return (
    <Form<Typed> layout="vertical" name="product-filters" initialValues={initial} onFinish={search}>
      <Form.Item name="flags" label="商品推荐">
        <Checkbox.Group options={Object.entries(recommendFlags).map(([value, { label }]) => ({ value, label }))} />
      </Form.Item>
      <Form.Item name="brandId" label="品牌">
        <RemoteSelect of={brand.list} />
      </Form.Item>
      <Form.Item name="labelId" label="标签">
        <RemoteSelect of={productLabel.list} />
      </Form.Item>
      <Form.Item name="tempId" label="运费模板">
        <RemoteSelect of={freightTemplate.list} />
      </Form.Item>
      <Between label="售价（元）" name="price" precision={2} />
      <Between label="库存" name="stock" precision={0} />
      <Form.Item name="createTime" label="添加时间">
        <DateRange />
      </Form.Item>
      <Flex gap={24}>
        <Form.Item name="hasActivity" valuePropName="checked">
          <Checkbox>有活动</Checkbox>
        </Form.Item>
        <Form.Item name="noImage" valuePropName="checked">
          <Checkbox>图片缺失</Checkbox>
        </Form.Item>
      </Flex>
      <Flex justify="flex-end" gap={8}>
        <Button
          onClick={() => {
            list.search(others)
            onClose()
          }}
        >
          清空
        </Button>
        <Button type="primary" htmlType="submit">
          搜索
        </Button>
      </Flex>
    </Form>
  )
}

function Between({ label, name, precision }: { label: string; name: 'price' | 'stock'; precision: number }) {
  return (
    <Form.Item label={label}>
      <Space.Compact block>
        <Form.Item name={`${name}Min`} noStyle>
          <InputNumber
            min={0}
            precision={precision}
            placeholder="最低"
            aria-label={`最低${label}`}
            style={{ width: '50%' }}
          />
        </Form.Item>
        <Form.Item name={`${name}Max`} noStyle>
          <InputNumber
            min={0}
            precision={precision}
            placeholder="最高"
            aria-label={`最高${label}`}
            style={{ width: '50%' }}
          />
        </Form.Item>
      </Space.Compact>
    </Form.Item>
  )
}
