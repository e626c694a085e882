import { wechatTemplate } from '@zhanggui/contract/wechat/wechat-template.ts'
import { SyncButton } from '../../../kit/wechat/sync-button.tsx'
import { TemplateList } from '../components/template-list.tsx'

/** 模板消息 of the official account. */
export default function WechatTemplateListPage() {
  return (
    <TemplateList
      kind={1}
      purpose="公众号发给关注者的消息，用类目模板库里的模板；账号最多 25 个"
      tools={<SyncButton route={wechatTemplate.syncWechat} text="同步模板消息" />}
    />
  )
}
