import { type SeckillRow, seckill } from '@zhanggui/contract/seckill/seckill.ts'
import { Switch, Tag } from 'antd'
import { useState } from 'react'
import { useCan, useReadOnly } from '../../../kit/access/can.tsx'
import { Greyed } from '../../../kit/access/greyed.tsx'
import { turnSeckill } from './use-seckill-acts.tsx'

/** 状态 of a flash sale: its switch, which stays as it was after a refusal. */
export function OpenSwitch({ of }: { of: SeckillRow }) {
  const allowed = useCan(seckill.useStatus)
  const readOnly = useReadOnly(seckill.useStatus)
  const [busy, setBusy] = useState(false)
  const text = of.status ? '开启' : '关闭'
  if (!allowed) return <Tag color={of.status ? 'success' : undefined}>{text}</Tag>
  async function handleChange(status: boolean) {
    setBusy(true)
    await turnSeckill(of, status)
    setBusy(false)
  }
  return (
    <Greyed why={readOnly}>
      <Switch
        checked={of.status}
        loading={busy}
        disabled={readOnly !== undefined}
        aria-label={`秒杀商品「${of.title}」：${text}`}
        onChange={handleChange}
      />
    </Greyed>
  )
}
