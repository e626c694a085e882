import { Checkbox, Table } from 'antd'
import { NumberInput } from '../../../../kit/form/number-input.tsx'
import { Picture } from '../../../../kit/media/picture.tsx'
import type { ComponentRow } from '../../model/component-form.ts'
import type { ShopPictureStore } from '../../model/shop-pictures.ts'
import { ShopPictureState } from './shop-picture-states.tsx'

const MAX_PRICE = 9_999_999.99

type Props = {
  rows: readonly ComponentRow[]
  pictures: ShopPictureStore
  readOnly: boolean
  onChange: (rows: ComponentRow[]) => void
}

/** The main product's combinations: which of them the WeChat shop sells, and at what price. */
export function ComponentSkus({ rows, pictures, readOnly, onChange }: Props) {
  const all = rows.every(({ chosen }) => chosen)
  const some = rows.some(({ chosen }) => chosen)
  const change = (id: number, part: Partial<ComponentRow>) =>
    onChange(rows.map((row) => (row.id === id ? { ...row, ...part } : row)))
  return (
    <Table<ComponentRow>
      size="small"
      rowKey="id"
      dataSource={[...rows]}
      pagination={rows.length > 50 ? { pageSize: 50, showSizeChanger: false } : false}
      scroll={{ x: 760 }}
      columns={[
        {
          title: (
            <Checkbox
              aria-label="全选规格"
              checked={some && all}
              indeterminate={some && !all}
              disabled={readOnly}
              onChange={({ target }) => onChange(rows.map((row) => ({ ...row, chosen: target.checked })))}
            />
          ),
          width: 48,
          render: (_, { id, suk, chosen }) => (
            <Checkbox
              aria-label={`销售规格${suk}`}
              checked={chosen}
              disabled={readOnly}
              onChange={({ target }) => change(id, { chosen: target.checked })}
            />
          ),
        },
        { title: '图片', width: 64, render: (_, { image, suk }) => <Picture src={image} alt={suk} /> },
        { title: '规格', dataIndex: 'suk', width: 180 },
        {
          title: '商品价',
          width: 150,
          render: (_, { id, suk, price, chosen }) => (
            <NumberInput<number>
              aria-label={`商品价：${suk}`}
              min={0}
              max={MAX_PRICE}
              precision={2}
              prefix="¥"
              value={price}
              disabled={readOnly || !chosen}
              onChange={(value) => change(id, { price: value ?? 0 })}
              style={{ width: '100%' }}
            />
          ),
        },
        { title: '原价', width: 100, render: (_, { otPrice }) => `¥${otPrice.toFixed(2)}` },
        { title: '库存', dataIndex: 'stock', width: 80 },
        ...(readOnly
          ? []
          : [
              {
                title: '图片上传',
                width: 160,
                render: (_: unknown, { image, suk, chosen }: ComponentRow) =>
                  chosen && <ShopPictureState of={pictures} address={image} name={`规格${suk}的图片`} />,
              },
            ]),
      ]}
    />
  )
}
