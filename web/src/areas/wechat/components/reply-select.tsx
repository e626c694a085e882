import { useQuery } from '@tanstack/react-query'
import { wechatReply } from '@zhanggui/contract/wechat/wechat-reply.ts'
import { replyTypes } from '@zhanggui/domain/wechat/wechat-reply.ts'
import { Select, type SelectProps } from 'antd'
import { read } from '../../../api/read.ts'

/** How many replies are offered. */
const OFFERED = 100

/** One of the replies to keywords, the newest ones. */
export function ReplySelect({ none, ...props }: SelectProps<number> & { none: string }) {
  const { data, isLoading } = useQuery(read(wechatReply.list, { query: { limit: OFFERED }, silent: true }))
  const options = (data?.list ?? []).map(({ id, keywords, type, status }) => ({
    value: id,
    label: `${keywords.join('、')}（${replyTypes[type]}${status ? '' : '，已关闭'}）`,
  }))
  return (
    <Select<number>
      showSearch={{ optionFilterProp: 'label' }}
      loading={isLoading}
      {...props}
      options={[{ value: 0, label: none }, ...options]}
    />
  )
}
