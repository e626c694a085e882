import EditOutlined from '@ant-design/icons/es/icons/EditOutlined'
import { type ProductRow, product } from '@zhanggui/contract/product/product.ts'
import { Button, InputNumber } from 'antd'
import { useState } from 'react'
import { useWrite } from '../../../../api/use-write.ts'
import { useCan } from '../../../../kit/access/can.tsx'

/** 排序 of a product, edited in place. */
export function SortCell({ row: { id, version, sort, storeName, isRecycle } }: { row: ProductRow }) {
  const allowed = useCan(product.quickEdit)
  const [typed, setTyped] = useState<number | null>()
  const close = () => setTyped(undefined)
  // A refusal shows what is stored instead: leaving the field must not send over it what somebody else chose.
  const save = useWrite(product.quickEdit, { message: '修改成功', onSuccess: close, onError: close })
  if (!allowed || isRecycle) return sort
  if (typed === undefined)
    return (
      <Button
        type="text"
        size="small"
        icon={<EditOutlined aria-hidden />}
        iconPlacement="end"
        aria-label={`修改「${storeName}」的排序 ${sort}`}
        onClick={() => setTyped(sort)}
      >
        {sort}
      </Button>
    )

  function send() {
    // Enter sends, and the field that then cannot be typed into any more loses the focus.
    if (save.isPending) return
    if (typed === null || typed === undefined || typed === sort) setTyped(undefined)
    else save.mutate({ body: { id, version, field: 'sort', value: typed } })
  }

  return (
    <InputNumber
      autoFocus
      size="small"
      min={0}
      max={99_999}
      precision={0}
      style={{ width: 80 }}
      aria-label="排序"
      value={typed}
      disabled={save.isPending}
      onChange={setTyped}
      onPressEnter={send}
      onBlur={send}
      onKeyDown={({ key }) => key === 'Escape' && setTyped(undefined)}
    />
  )
}
