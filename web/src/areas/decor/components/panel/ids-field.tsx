import ArrowDownOutlined from '@ant-design/icons/es/icons/ArrowDownOutlined'
import ArrowUpOutlined from '@ant-design/icons/es/icons/ArrowUpOutlined'
import DeleteOutlined from '@ant-design/icons/es/icons/DeleteOutlined'
import { useQuery } from '@tanstack/react-query'
import { product } from '@zhanggui/contract/product/product.ts'
import type { RefKind } from '@zhanggui/page-kit/fields.ts'
import { Button } from 'antd'
import { useState } from 'react'
import { read } from '../../../../api/read.ts'
import { mediaUrl } from '../../../../kit/media/media-url.ts'
import { useSettings } from '../../../../kit/settings/settings.ts'
import { CategoriesSelect } from '../../../product/shared/category-cascader.tsx'
import { openProductPicker } from '../../../product/shared/picker/product-picker.tsx'
import styles from './panel.module.css'
import { RefSelect } from './ref-select.tsx'

type Given = {
  id: string
  title: string
  of: RefKind | undefined
  max: number
  value: number[]
  disabled: boolean
  onChange: (ids: number[]) => void
}

/** Objects of the shop, in an order where it matters. */
export function IdsField(props: Given) {
  const { id, title, of, max, value, disabled, onChange } = props
  if (of === 'product') return <GoodsField {...props} />
  if (of === 'category' || of === 'articleCategory')
    return (
      <CategoriesSelect
        id={id}
        aria-label={title}
        type={of === 'category' ? 1 : 3}
        value={value}
        onChange={(ids) => onChange(ids.slice(0, max))}
      />
    )
  return (
    <RefSelect
      id={id}
      of={of ?? 'product'}
      value={value}
      many={max > 1}
      max={max}
      disabled={disabled}
      onChange={onChange}
    />
  )
}

/** Products in the order in which they are shown; one that is gone says so. */
function GoodsField({ id, max, value, disabled, onChange }: Given) {
  const mediaDomain = useSettings((settings) => settings.mediaDomain)
  const [dragged, setDragged] = useState<number>()
  const { data } = useQuery({
    ...read(product.listByIds, { params: { ids: value }, silent: true }),
    enabled: value.length > 0,
    placeholderData: (before) => before,
  })
  const rows = new Map((data?.list ?? []).map((row) => [row.id, row]))
  const missing = new Set(data?.missing ?? [])
  const move = (from: number, to: number) => {
    const moved = value[from]
    if (moved !== undefined && from !== to) onChange(value.toSpliced(from, 1).toSpliced(to, 0, moved))
  }
  const choose = () =>
    openProductPicker({
      mode: 'many',
      max,
      checked: value.map((each) => ({ ...rows.get(each), id: each, src: rows.get(each)?.image ?? '' })) as never,
      onPick: (items) => onChange(items.map((item) => item.id)),
    })
  return (
    <>
      {value.length > 0 && (
        <ol className={styles.goods}>
          {value.map((each, index) => {
            const row = rows.get(each)
            const name = row?.storeName ?? (missing.has(each) ? '已失效' : `编号 ${each}`)
            return (
              <li
                key={each}
                draggable={!disabled}
                onDragStart={() => setDragged(index)}
                onDragEnd={() => setDragged(undefined)}
                onDragOver={(event) => dragged !== undefined && event.preventDefault()}
                onDrop={() => dragged !== undefined && move(dragged, index)}
              >
                {row && <img src={mediaUrl(row.image, mediaDomain)} alt="" draggable={false} />}
                <span>{missing.has(each) ? <em>已失效</em> : name}</span>
                <Button
                  type="text"
                  size="small"
                  icon={<ArrowUpOutlined aria-hidden />}
                  aria-label={`上移：${name}`}
                  disabled={disabled || !index}
                  onClick={() => move(index, index - 1)}
                />
                <Button
                  type="text"
                  size="small"
                  icon={<ArrowDownOutlined aria-hidden />}
                  aria-label={`下移：${name}`}
                  disabled={disabled || index === value.length - 1}
                  onClick={() => move(index, index + 1)}
                />
                <Button
                  type="text"
                  size="small"
                  icon={<DeleteOutlined aria-hidden />}
                  aria-label={`移除：${name}`}
                  disabled={disabled}
                  onClick={() => onChange(value.toSpliced(index, 1))}
                />
              </li>
            )
          })}
        </ol>
      )}
      <Button
        id={id}
        block
        type="dashed"
        aria-label={`选择商品 ${value.length}/${max}`}
        disabled={disabled}
        onClick={choose}
      >
        选择商品 {value.length}/{max}
      </Button>
    </>
  )
}
