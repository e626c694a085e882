import { useQuery } from '@tanstack/react-query'
import { type LiveGoods, LiveGoodsDraft, liveGoods } from '@zhanggui/contract/live/live-goods.ts'
import { product } from '@zhanggui/contract/product/product.ts'
import { goodsPath, type LivePriceType, PASSED } from '@zhanggui/domain/live/live.ts'
import { Button, Form, Input, Segmented } from 'antd'
import { read } from '../../../api/read.ts'
import { useCan } from '../../../kit/access/can.tsx'
import { FormDialog } from '../../../kit/dialog/form-dialog.tsx'
import { Field } from '../../../kit/form/field.tsx'
import { MaterialPicker } from '../../../kit/media/material-picker.tsx'
import { openProductPicker, type PickedProduct } from '../../product/shared/picker/product-picker.tsx'
import { isKeptDraft, priceTypeOptions } from '../model/live-words.ts'

/** What WeChat takes of a name. */
const MAX_NAME = 14

/** The form of live goods; of those that passed their review only the prices change. */
export function LiveGoodsDialog({ row, onClose }: { row?: LiveGoods | undefined; onClose: () => void }) {
  const hasPassed = row?.auditStatus === PASSED
  return (
    <FormDialog
      name="直播商品"
      width={600}
      message={row ? '编辑成功' : '已提交微信审核'}
      add={liveGoods.save}
      edit={liveGoods.update}
      row={row}
      initial={{ priceType: 1 }}
      keptBy={isKeptDraft}
      toBody={(typed) => ({ ...typed, price2: typed.price2 ?? 0 })}
      onClose={onClose}
    >
      {hasPassed && <p>审核通过的商品只能修改价格，改价不用再审核。</p>}
      <Field of={LiveGoodsDraft} name="productId">
        <ProductField disabled={hasPassed} />
      </Field>
      <Field of={LiveGoodsDraft} name="name" extra="3～14 个汉字，不能只有数字">
        <Input maxLength={28} disabled={hasPassed} />
      </Field>
      <Field of={LiveGoodsDraft} name="coverImgUrl" extra="提交时缩到 300×300">
        <MaterialPicker size={88} disabled={hasPassed} />
      </Field>
      <Field of={LiveGoodsDraft} name="priceType">
        <Segmented<LivePriceType> options={priceTypeOptions as { value: LivePriceType; label: string }[]} />
      </Field>
      <Prices />
      <Field of={LiveGoodsDraft} name="url" extra="不填就是商品详情页">
        <Input maxLength={255} disabled={hasPassed} placeholder="pages/goods/goods_details/index?id=商品编号" />
      </Field>
    </FormDialog>
  )
}

const labels = { 1: ['价格'], 2: ['最低价', '最高价'], 3: ['市场价', '现价'] } as const

/** One price, or two with the names that their form gives them. */
function Prices() {
  const type = Form.useWatch<LivePriceType | undefined>('priceType') ?? 1
  const [first, second] = labels[type]
  return (
    <>
      <Field of={LiveGoodsDraft} name="price" label={first} />
      {second && <Field of={LiveGoodsDraft} name="price2" label={second} required />}
    </>
  )
}

type ProductFieldProps = { id?: string; disabled?: boolean; value?: number; onChange?: (id: number) => void }

/** The product, which fills in the rest of a new form. */
function ProductField({ id, disabled, value, onChange }: ProductFieldProps) {
  const form = Form.useFormInstance()
  const mayRead = useCan(product.listByIds)
  const { data } = useQuery({
    ...read(product.listByIds, { params: { ids: [value ?? 1] }, silent: true }),
    enabled: mayRead && Boolean(value),
  })
  const name = data?.list.find((each) => each.id === value)?.storeName
  function take(item: PickedProduct | undefined) {
    if (!item) return
    onChange?.(item.id)
    form.setFieldsValue({
      coverImgUrl: item.src,
      url: goodsPath(item.id),
      ...(item.storeName && !form.getFieldValue('name') && { name: item.storeName.slice(0, MAX_NAME) }),
      ...(item.price !== undefined && !form.getFieldValue('price') && { price: item.price }),
    })
  }
  return (
    <Button
      id={id}
      disabled={disabled}
      onClick={() => openProductPicker({ mode: 'single', onPick: ([item]) => take(item) })}
    >
      {value ? `${name ?? `商品 ${value}`}，更换` : '选择商品'}
    </Button>
  )
}
