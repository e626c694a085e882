import type { Ctx } from '../../../platform/http/context.ts'
import { notices } from './notice.tables.ts'

/** Announcements in every state. */
export async function fillNoticeDemo(tx: Ctx): Promise<void> {
  const publishedAt = tx.now()
  await tx.db.insert(notices).values([
    {
      title: '欢迎使用掌柜',
      content:
        '<h3>各位同事</h3><p>店铺后台已经启用，请先在<strong>个人中心</strong>核对资料、修改密码。</p><ul><li>左上角可收起菜单</li><li>按 Ctrl+K 搜索菜单</li><li>消息设置里可选择接收哪些提醒</li></ul>',
      pinned: true,
      status: 'published',
      publishedAt,
    },
    {
      title: '国庆期间发货安排',
      content: '<p>10月1日至7日仓库照常发货，客服早班 9:00–15:00，晚班 15:00–21:00。</p>',
      level: 'warn',
      status: 'published',
      publishedAt,
    },
    { title: '年中盘点通知', content: '<p>盘点时间待定，请各组长先核对库存。</p>', status: 'draft' },
  ])
}
