import { useQueryClient } from '@tanstack/react-query'
import type { Route } from '@zhanggui/contract/routes.ts'
import { Switch, Tag } from 'antd'
import { useWrite } from '../api/use-write.ts'
import { useCan } from './can.tsx'
import { confirm } from './feedback.ts'
import type { FormSpec } from './form-dialog.tsx'

export type StatusSwitchProps = {
  /** What is switched, as the question names it: 岗位「店长」. */
  name: string
  checked: boolean
  route: Route<FormSpec>
  /** What is sent to switch it. */
  body: (checked: boolean) => Record<string, unknown>
  /** The words for on and off. */
  texts?: readonly [string, string]
}

/** The state of a row as a switch, which asks first; without the right to it, as a tag. */
export function StatusSwitch({ name, checked, route, body, texts = ['启用', '停用'] }: StatusSwitchProps) {
  const client = useQueryClient()
  const allowed = useCan(route)
  // Whoever was first has changed what is shown.
  const refresh = () => client.invalidateQueries({ queryKey: [route.object] })
  const save = useWrite(route, { message: '操作成功', onError: refresh })
  const text = texts[checked ? 0 : 1]
  if (!allowed) return <Tag color={checked ? 'success' : undefined}>{text}</Tag>

  async function handleChange(next: boolean) {
    const agreed = await confirm({ content: `确定${texts[next ? 0 : 1]}${name}吗？` })
    if (agreed) save.mutate({ body: body(next) })
  }

  return <Switch checked={checked} loading={save.isPending} onChange={handleChange} aria-label={`${name}：${text}`} />
}
