import type { Route, RouteSpec } from '@zhanggui/contract/routes.ts'
import type { TObject } from '@zhanggui/contract/schema.ts'
import { Switch, Tag } from 'antd'
import type { CallInput } from '../../api/call.ts'
import { useWrite } from '../../api/use-write.ts'
import { useCan, useReadOnly } from '../access/can.tsx'
import { Greyed } from '../access/greyed.tsx'
import type { FormSpec } from '../dialog/form-dialog.tsx'
import { confirm } from '../feedback/feedback.ts'
import { useKeptFocus } from './use-kept-focus.ts'

export type StatusSwitchProps = {
  /** The object of the question: 岗位「店长」. */
  name: string
  checked: boolean
  route: Route<FormSpec> | Route<RouteSpec & { query: TObject }>
  /** Path parameters, where the route names the row in its path. */
  params?: { id: number }
  /** What switches it: the body or, where the route takes none, the query. */
  body: (checked: boolean) => Record<string, unknown>
  /** The labels for on and off. */
  texts?: readonly [string, string]
  /** The question asked first; 启用{name}？ if omitted. */
  question?: (text: string) => string
  /** The row cannot be switched, whatever the permissions. */
  fixed?: boolean
}

const USUAL_TEXTS = ['启用', '停用'] as const

/** The state of a row as a switch that asks first; a tag without the permission to change it. */
export function StatusSwitch(props: StatusSwitchProps) {
  const { name, checked, route, params, body, texts = USUAL_TEXTS, fixed } = props
  const { question = (text) => `${text}${name}？` } = props
  const allowed = useCan(route)
  const readOnly = useReadOnly(route as Route<RouteSpec>)
  const [text, other] = checked ? texts : [texts[1], texts[0]]
  const save = useWrite(route as Route<RouteSpec>, { message: `已${other}` })
  const control = useKeptFocus(save.isPending)
  if (!allowed || fixed) return <Tag color={checked ? 'success' : undefined}>{text}</Tag>

  async function handleChange(next: boolean) {
    const agreed = await confirm({ content: question(other), okText: other })
    if (agreed) save.mutate({ params, [route.body ? 'body' : 'query']: body(next) } as CallInput<RouteSpec>)
  }

  return (
    <Greyed why={readOnly}>
      <Switch
        ref={control}
        checked={checked}
        loading={save.isPending}
        onChange={handleChange}
        aria-label={`${name}：${text}`}
      />
    </Greyed>
  )
}

/** In words, for rows that somebody else changed. */
StatusSwitch.says = ({ checked, texts: [on, off] = USUAL_TEXTS }: StatusSwitchProps) => (checked ? on : off)
