import { useQuery } from '@tanstack/react-query'
import { product } from '@zhanggui/contract/product/product.ts'
import { Select } from 'antd'
import { read } from '../../../../api/read.ts'

type Props = {
  label: string
  productId: number
  /** The SKU of the line. */
  skuId: number
  value: number | undefined
  /** Only SKUs that cost what the line's costs now. */
  samePrice?: boolean
  onChange: (skuId: number | undefined) => void
}

/** Another SKU of a product, or the same. */
export function SkuSelect({ label, productId, skuId, value, samePrice = false, onChange }: Props) {
  const { data, isFetching, error } = useQuery(read(product.info, { params: { id: productId }, silent: true }))
  const skus = data?.attrValue ?? []
  const own = skus.find(({ id }) => id === skuId)
  const options = skus
    .filter((sku) => sku.id !== skuId)
    .map((sku) => ({
      value: sku.id ?? 0,
      label: `${sku.suk} · 库存 ${sku.stock}${samePrice && sku.price !== own?.price ? ' · 价格不同，请用「改单」' : ''}`,
      disabled: sku.stock < 1 || (samePrice && sku.price !== own?.price),
    }))
  return (
    <Select
      aria-label={label}
      allowClear
      style={{ width: 220 }}
      loading={isFetching}
      placeholder={error ? '没有权限查看规格' : options.length || isFetching ? '不换' : '没有其他规格'}
      options={options}
      value={value}
      onChange={(next?: number) => onChange(next)}
    />
  )
}
