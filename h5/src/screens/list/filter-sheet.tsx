import { Sheet } from '@zhanggui/page-kit/parts/sheet.tsx'
import { toast } from '@zhanggui/page-kit/parts/toast.tsx'
import { useState } from 'react'
import { useSearchParams } from 'wouter'
import { go } from '../../go/go.ts'
import { Button } from '../../parts/typed/button.tsx'
import { Check } from '../../parts/typed/check.tsx'
import { Field } from '../../parts/typed/field.tsx'
import { askedOf } from './list-source.ts'

const priceField = { inputMode: 'decimal', maxLength: 9, placeholder: '不限' } as const

/** Narrows the list: between two prices, and to what is there. */
export function FilterSheet({ onClose }: { onClose: () => void }) {
  const [search] = useSearchParams()
  const [min, setMin] = useState(search.get('minPrice') ?? '')
  const [max, setMax] = useState(search.get('maxPrice') ?? '')
  const [inStock, setInStock] = useState(search.get('inStock') === '1')
  const leave = (filters: Readonly<Record<string, string>>) => {
    const next = new URLSearchParams(search)
    for (const [name, value] of Object.entries(filters)) {
      if (value) next.set(name, value)
      else next.delete(name)
    }
    const asked = askedOf(next)
    if (
      (next.has('minPrice') && asked.minPrice === undefined) ||
      (next.has('maxPrice') && asked.maxPrice === undefined)
    )
      return toast('价格请填数字，最多两位小数')
    if ((asked.minPrice ?? 0) > (asked.maxPrice ?? Number.POSITIVE_INFINITY)) return toast('最低价不能高于最高价')
    onClose()
    go(next.size ? `/list?${next}` : '/list', { replace: true })
    window.scrollTo(0, 0)
  }
  return (
    <Sheet
      title="筛选"
      onClose={onClose}
      foot={
        <>
          <Button kind="line" isWide onClick={() => leave({ minPrice: '', maxPrice: '', inStock: '' })}>
            重置
          </Button>
          <Button
            isWide
            onClick={() => leave({ minPrice: min.trim(), maxPrice: max.trim(), inStock: inStock ? '1' : '' })}
          >
            确定
          </Button>
        </>
      }
    >
      <Field label="最低价" {...priceField} value={min} onChange={setMin} />
      <Field label="最高价" {...priceField} value={max} onChange={setMax} />
      <Check label="只看有货" isShown isOn={inStock} onTurn={() => setInStock(!inStock)} />
    </Sheet>
  )
}
