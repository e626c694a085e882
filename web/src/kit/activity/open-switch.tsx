import { Switch, Tag } from 'antd'
import { useState } from 'react'
import { useCan, useReadOnly } from '../access/can.tsx'
import { Greyed } from '../access/greyed.tsx'
import { useKeptFocus } from '../form/use-kept-focus.ts'
import type { ActivityRow, ActivityScreens } from './activity-screens.ts'
import { turnStatus } from './turn-status.ts'

/** The switch as a filter. */
export const openOptions = [
  { value: true, label: '已开启' },
  { value: false, label: '已关闭' },
]

/** 状态 of an activity: its switch, which stays as it was after a refusal. */
export function OpenSwitch({ kind, of }: { kind: ActivityScreens; of: ActivityRow }) {
  const { useStatus: route } = kind.routes
  const allowed = useCan(route)
  const readOnly = useReadOnly(route)
  const [busy, setBusy] = useState(false)
  const control = useKeptFocus(busy)
  const text = of.status ? '开启' : '关闭'
  if (!allowed) return <Tag color={of.status ? 'success' : undefined}>{text}</Tag>
  async function handleChange(status: boolean) {
    setBusy(true)
    await turnStatus(kind, of, status)
    setBusy(false)
  }
  return (
    <Greyed why={readOnly}>
      <Switch
        ref={control}
        checked={of.status}
        loading={busy}
        disabled={readOnly !== undefined}
        aria-label={`${kind.noun}「${of.title}」：${text}`}
        onChange={handleChange}
      />
    </Greyed>
  )
}
