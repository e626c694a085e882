import { wechatTemplate } from '@zhanggui/contract/wechat/wechat-template.ts'
import { SyncButton } from '../../../kit/wechat/sync-button.tsx'
import { TemplateList } from '../components/template-list.tsx'

/** 订阅消息 of the mini-program. */
export default function RoutineTemplateListPage() {
  return (
    <TemplateList
      kind={2}
      purpose="小程序发给买家的消息，买家同意一次发一条"
      tools={<SyncButton route={wechatTemplate.syncRoutine} text="同步订阅消息" />}
    />
  )
}
