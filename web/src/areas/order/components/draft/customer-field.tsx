import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { shopUser, type UserRow } from '@zhanggui/contract/user/shop-user.ts'
import { readPasted } from '@zhanggui/domain/keyword.ts'
import { Select } from 'antd'
import { useMemo, useState } from 'react'
import { read } from '../../../../api/read.ts'
import { useCan } from '../../../../kit/access/can.tsx'
import { debounce } from '../../../../kit/debounce.ts'

/** A customer by id, or a phone that may be nobody's yet. */
export type ChosenCustomer = { uid: number; name: string } | { phone: string }

/** A phone that may be a customer's. */
export const MOBILE = /^1[3-9]\d{9}$/

type Props = {
  id?: string
  value?: ChosenCustomer | undefined
  onChange?: (customer: ChosenCustomer | undefined) => void
  /** Told as well, after `onChange`, which a form takes for itself. */
  onChoose?: () => void
}

/** @param found the customers with a phone, undefined while nobody knows */
function whoHas(found: readonly UserRow[] | undefined): string {
  const [one] = found ?? []
  if (one) return one.nickname || one.realName || `用户 ${one.id}`
  return found ? '新客户' : '手机号'
}

/** Chooses a customer by phone, name or number; a phone that no customer has will become one. */
export function CustomerField({ id, value, onChange, onChoose }: Props) {
  const [typed, setTyped] = useState('')
  const [keywords, setKeywords] = useState('')
  const search = useMemo(() => debounce(setKeywords, 300), [])
  const mayLook = useCan(shopUser.list)
  const enabled = mayLook && keywords.length > 0
  const { data, isFetching } = useQuery({
    ...read(shopUser.list, { query: { keywords, limit: 20 }, silent: true }),
    enabled,
    placeholderData: keepPreviousData,
  })
  const phone = value && 'phone' in value ? value.phone : ''
  const owner = useQuery({
    ...read(shopUser.list, { query: { keywords: phone, limit: 1 }, silent: true }),
    enabled: mayLook && phone !== '',
  })
  const rows = enabled ? (data?.list ?? []) : []
  const found = rows.map(({ id: uid, nickname, realName, phone: tel, levelName }) => {
    const name = nickname || realName || `用户 ${uid}`
    return { value: `u${uid}`, label: [name, tel, levelName].filter(Boolean).join(' · '), one: { uid, name } }
  })
  const isNobody = enabled && !isFetching && keywords === typed && found.length === 0
  const who = isNobody ? '新客户' : '手机号'
  const byPhone = MOBILE.test(typed) ? [{ value: `p${typed}`, label: `${who} ${typed}`, one: { phone: typed } }] : []
  // Phones are masked in the list: a whole one that was typed is as sure as a row.
  const options: { value: string; label: string; one: ChosenCustomer }[] =
    found.length === 1 ? found : [...byPhone, ...found]
  const chosen = value && ('uid' in value ? `u${value.uid}` : `p${value.phone}`)
  const label = value && ('uid' in value ? value.name : `${whoHas(owner.data?.list)} ${value.phone}`)
  return (
    <Select<{ value: string; label: string }, (typeof options)[number]>
      id={id}
      aria-label="客户"
      labelInValue
      allowClear
      style={{ width: '100%' }}
      placeholder="输入手机号、昵称或用户编号"
      showSearch={{
        filterOption: false,
        onSearch: (text) => {
          const meant = readPasted('keyword', text)
          setTyped(meant)
          search(meant.slice(0, 32))
        },
      }}
      loading={isFetching}
      notFoundContent={typed ? '没有找到；输入完整手机号可以新建客户' : null}
      options={options}
      {...(chosen && label ? { value: { value: chosen, label } } : { value: undefined as never })}
      onChange={(next) => {
        onChange?.(options.find((each) => each.value === next?.value)?.one)
        onChoose?.()
      }}
    />
  )
}
