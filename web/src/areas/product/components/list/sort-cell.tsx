import { type ProductRow, product } from '@zhanggui/contract/product/product.ts'
import { useWrite } from '../../../../api/use-write.ts'
import { useCan } from '../../../../kit/access/can.tsx'
import { InlineNumber } from '../../../../kit/form/inline-number.tsx'

const MAX_SORT = 99_999

/** 排序 of a product, edited in place. */
export function SortCell({ row: { id, version, sort, storeName, isRecycle } }: { row: ProductRow }) {
  const allowed = useCan(product.quickEdit)
  const save = useWrite(product.quickEdit, { message: '修改成功' })
  if (!allowed || isRecycle) return sort
  return (
    <InlineNumber
      label={`「${storeName}」的排序`}
      value={sort}
      max={MAX_SORT}
      onSave={(value) => save.mutateAsync({ body: { id, version, field: 'sort', value } })}
    />
  )
}
