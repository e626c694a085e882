import { shopUser } from '@zhanggui/contract/user/shop-user.ts'
import { wechatUser } from '@zhanggui/contract/wechat/wechat-user.ts'
import { userTypeLabels } from '@zhanggui/domain/user/user-type.ts'
import { Input, Select } from 'antd'
import { useState } from 'react'
import { useCan } from '../../../kit/access/can.tsx'
import { ListPage } from '../../../kit/list-page/list-page.tsx'
import { NextAct } from '../../../kit/list-page/row-actions.tsx'
import { useList } from '../../../kit/list-page/use-list.ts'
import { Face } from '../../../kit/media/face.tsx'
import { TwoLine } from '../../../kit/text/two-line.tsx'
import { When } from '../../../kit/text/when.tsx'
import { UserPanel } from '../components/detail/user-panel.tsx'
import { sexOptions } from '../model/words.ts'

const types = (['wechat', 'routine'] as const).map((value) => ({ value, label: userTypeLabels[value] }))
const yes = (on: string, off: string) => (
  <Select
    allowClear
    placeholder="全部"
    options={[
      { value: true, label: on },
      { value: false, label: off },
    ]}
  />
)

/** People known by WeChat, whether they have become customers or not. */
export default function WechatUserListPage() {
  const [looking, setLooking] = useState<number>()
  const mayLook = useCan(shopUser.topDetail)
  return (
    <>
      <ListPage
        list={useList(wechatUser.list)}
        purpose="买家从公众号或小程序登录后会出现在这里"
        filters={[
          { name: 'keywords', control: <Input allowClear maxLength={64} placeholder="昵称开头、手机号或 OpenID" /> },
          { name: 'userType', control: <Select allowClear placeholder="全部" options={types} /> },
          { name: 'subscribe', control: yes('已关注', '未关注') },
          { name: 'bound', control: yes('已绑定', '未绑定') },
          { name: 'sex', control: <Select allowClear placeholder="全部" options={sexOptions} /> },
          { name: 'dateLimit', label: '创建时间' },
        ]}
        columns={[
          {
            name: 'avatar',
            title: '头像',
            width: 64,
            card: 'picture',
            render: (row) => <Face user={{ ...row, realName: '' }} />,
          },
          { name: 'nickname', title: '昵称', minWidth: 140, render: ({ nickname }) => nickname || '—' },
          { name: 'userType', title: '类型', width: 110, render: ({ userType }) => userTypeLabels[userType] },
          {
            name: 'subscribe',
            title: '关注状态',
            width: 96,
            render: ({ subscribe, unsubscribeTime }) =>
              subscribe ? '已关注' : unsubscribeTime ? '已取消关注' : '未关注',
          },
          {
            name: 'uid',
            title: '绑定用户',
            width: 96,
            render: ({ uid }) => <TwoLine top={uid ? '已绑定' : '未绑定'} below={uid ? `ID ${uid}` : ''} />,
          },
          { name: 'phone', title: '手机号', width: 120, render: ({ phone }) => phone || '—' },
          {
            name: 'city',
            title: '地区',
            width: 140,
            low: true,
            render: ({ province, city }) => [province, city].filter(Boolean).join(' ') || '—',
          },
          {
            name: 'subscribeTime',
            title: '关注时间',
            width: 130,
            low: true,
            render: ({ subscribeTime }) => <When at={subscribeTime} />,
          },
          { name: 'createTime', title: '创建时间', width: 130 },
          { name: 'openid', title: '公众号OpenID', width: 180, hidden: true },
          { name: 'routineOpenid', title: '小程序OpenID', width: 180, hidden: true },
        ]}
        actions={({ uid }) =>
          uid > 0 && mayLook && <NextAct of={[{ label: '查看用户', reads: true, onClick: () => setLooking(uid) }]} />
        }
      />
      {looking !== undefined && <UserPanel uid={looking} onClose={() => setLooking(undefined)} />}
    </>
  )
}
