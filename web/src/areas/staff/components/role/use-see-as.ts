import { type SeenKind, seeAs } from '@zhanggui/contract/staff/see-as.ts'
import { announceToWindows } from '../../../../api/auth-channel.ts'
import { useWrite } from '../../../../api/use-write.ts'
import { confirm } from '../../../../kit/feedback/feedback.ts'

/** Asks whether to look at the console as a role or a member of staff, and then loads it anew as they see it. */
export function useSeeAs() {
  const start = useWrite(seeAs.start, {
    onSuccess: () => {
      announceToWindows('looks-otherwise')
      window.location.assign('/')
    },
  })
  return async (kind: SeenKind, id: number, name: string) => {
    const whom = kind === 'role' ? `角色「${name}」` : `「${name}」`
    const content = `以${whom}的身份查看后台？您会看到对应的菜单、按钮和数据，但不能修改，直到退出；开始和退出都记入审计。`
    if (await confirm({ content, okText: '开始查看' })) start.mutate({ body: { kind, id } })
  }
}
