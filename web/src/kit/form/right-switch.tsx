import type { Route } from '@zhanggui/contract/routes.ts'
import { Switch, type SwitchProps } from 'antd'
import { useCan } from '../access/can.tsx'

type RightSwitchProps = SwitchProps & {
  /** The call that switches, which has a right of its own. */
  of: Pick<Route, 'permission'>
  /** What is edited; nothing for something new, which may begin either way. */
  row: object | undefined
}

/** The switch in a form: greyed for whoever may edit and not switch. */
export function RightSwitch({ of, row, disabled = false, ...props }: RightSwitchProps) {
  const may = useCan(of)
  return <Switch {...props} disabled={disabled || (row !== undefined && !may)} />
}
