import { useQuery } from '@tanstack/react-query'
import { coupon } from '@zhanggui/contract/coupon/coupon.ts'
import type { Simulation } from '@zhanggui/contract/promotion/simulation.ts'
import { Select } from 'antd'
import { useMemo, useState } from 'react'
import { read } from '../../../../api/read.ts'
import { debounce } from '../../../../kit/debounce.ts'
import type { Question } from '../../model/question.ts'
import { termsOf } from './terms.ts'

type Props = {
  question: Question
  answer: Simulation | undefined
  onChange: (change: Partial<Question>) => void
}
type Option = { value: string; label: string }

/** Which coupon is used: one the customer holds, or any other as if it had just been received. */
export function CouponField({ question: { couponUserId, couponId }, answer, onChange }: Props) {
  const [keywords, setKeywords] = useState('')
  const search = useMemo(() => debounce(setKeywords, 300), [])
  const typed = keywords.trim().slice(0, 32)
  const { data, isFetching } = useQuery({
    ...read(coupon.sendList, { query: { limit: 50, ...(typed && { keywords: typed }) }, silent: true }),
    placeholderData: (before) => before,
  })
  const held: Option[] = (answer?.coupons ?? [])
    .filter(({ id, name }) => id > 0 && name.includes(typed))
    .map((one) => ({ value: `u${one.id}`, label: `${one.name} · ${termsOf(one)}` }))
  const others: Option[] = (data?.list ?? []).map((one) => ({
    value: `c${one.id}`,
    label: `${one.name} · ${termsOf(one)}`,
  }))
  const chosen = couponUserId ? `u${couponUserId}` : couponId ? `c${couponId}` : undefined
  const known = [...held, ...others].some(({ value }) => value === chosen)
  const name = answer?.coupons.find((one) => (couponUserId ? one.id === couponUserId : one.couponId === couponId))?.name
  return (
    <Select<string>
      id="simulate-coupon"
      allowClear
      placeholder="不用优惠券"
      loading={isFetching}
      showSearch={{ filterOption: false, onSearch: search }}
      value={chosen}
      options={[
        ...(chosen && !known ? [{ value: chosen, label: name ?? `优惠券 ${chosen.slice(1)}` }] : []),
        ...(held.length ? [{ label: '客户手里的', options: held }] : []),
        ...(others.length ? [{ label: '当作刚领到', options: others }] : []),
      ]}
      onChange={(next?: string) =>
        onChange({
          couponUserId: next?.startsWith('u') ? Number(next.slice(1)) : undefined,
          couponId: next?.startsWith('c') ? Number(next.slice(1)) : undefined,
        })
      }
    />
  )
}
