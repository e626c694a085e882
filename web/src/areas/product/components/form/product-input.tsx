import { useQuery } from '@tanstack/react-query'
import { product } from '@zhanggui/contract/product/product.ts'
import { Button, Flex, Form, Select, Typography } from 'antd'
import { useState } from 'react'
import { read } from '../../../../api/read.ts'
import { useCan } from '../../../../kit/access/can.tsx'
import { mediaUrl } from '../../../../kit/media/media-url.ts'
import { useSettings } from '../../../../kit/settings/settings.ts'
import { openProductPicker, type PickedProduct } from '../../shared/picker/product-picker.tsx'

/** A form field whose value is a product's id. */
export function ProductInput({
  id,
  value,
  onChange,
  known,
}: {
  id?: string
  value?: number
  onChange?: (productId: number) => void
  /** The product of the initial value. */
  known?: { id: number; image: string; storeName: string }
}) {
  const form = Form.useFormInstance()
  const mediaDomain = useSettings((settings) => settings.mediaDomain)
  const [picked, setPicked] = useState<PickedProduct>()
  const shown = picked ? { image: picked.src, storeName: picked.storeName } : known

  function handlePick([item]: PickedProduct[]) {
    if (!item) return
    setPicked(item)
    if (item.id !== value) form.setFieldValue('sku', undefined)
    onChange?.(item.id)
  }

  return (
    <Flex gap={12} align="center">
      {value && shown && (
        <Flex gap={8} align="center" style={{ minWidth: 0 }}>
          <img src={mediaUrl(shown.image, mediaDomain)} alt="" width={40} height={40} style={{ objectFit: 'cover' }} />
          <Typography.Text ellipsis={{ tooltip: shown.storeName }}>{shown.storeName}</Typography.Text>
        </Flex>
      )}
      <Button
        id={id}
        // The visible label alone does not describe the button.
        aria-label={value ? '更换商品' : '选择商品'}
        onClick={() =>
          openProductPicker({
            mode: 'single',
            checked: value && shown ? [{ id: value, src: shown.image }] : [],
            onPick: handlePick,
          })
        }
      >
        {value ? '更换商品' : '选择商品'}
      </Button>
    </Flex>
  )
}

/** Selects one of a product's SKUs by its values, for staff who may view products. */
export function SkuSelect({
  productId = 0,
  ...props
}: {
  productId?: number | undefined
  id?: string
  value?: string
  onChange?: (suk: string) => void
}) {
  const allowed = useCan(product.info)
  const { data, isFetching } = useQuery({
    ...read(product.info, { params: { id: productId } }),
    enabled: allowed && productId > 0,
  })
  const options = data?.attrValue.map(({ suk }) => ({ value: suk, label: suk }))
  return (
    <Select
      allowClear
      showSearch
      placeholder={productId ? '不指定规格' : '请先选择商品'}
      disabled={!productId || !allowed}
      loading={isFetching}
      options={options ?? []}
      {...props}
      value={props.value || undefined}
    />
  )
}
