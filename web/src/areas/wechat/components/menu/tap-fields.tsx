import { useQuery } from '@tanstack/react-query'
import { wechatReply } from '@zhanggui/contract/wechat/wechat-reply.ts'
import type { MenuItem } from '@zhanggui/domain/wechat/wechat-menu.ts'
import { shopPages } from '@zhanggui/page-kit/links/link-words.ts'
import { AutoComplete, Form, Input } from 'antd'
import { read } from '../../../../api/read.ts'
import { useCan } from '../../../../kit/access/can.tsx'
import type { Entry } from '../../model/menu-tree.ts'
import { MediaField } from '../media-field.tsx'

type TapFieldsProps = {
  entry: Entry
  own: { appid: string; siteUrl: string }
  onChange: (change: Partial<MenuItem>) => void
}

/** What the kind of an item needs besides its name. */
export function TapFields({ entry, own, onChange }: TapFieldsProps) {
  switch (entry.type) {
    case 'view':
      return <UrlField entry={entry} label="网页地址" extra="以 https:// 开头" onChange={onChange} />
    case 'miniprogram':
      return <MiniFields entry={entry} own={own} onChange={onChange} />
    case 'media_id':
      return (
        <Form.Item label="图片" required extra="点了以后发给粉丝">
          <MediaField
            type="image"
            value={{ mediaId: entry.media_id ?? '' }}
            onChange={({ mediaId }) => onChange({ media_id: mediaId })}
          />
        </Form.Item>
      )
    case 'article_id':
    case 'article_view_limited':
      return (
        <Form.Item label="图文的文章ID" required htmlFor="menu-article" extra="在公众平台「已发布」的图文里查看">
          <Input
            id="menu-article"
            value={entry.article_id}
            onChange={({ target }) => onChange({ article_id: target.value })}
          />
        </Form.Item>
      )
    default:
      return <KeyField entry={entry} onChange={onChange} />
  }
}

type FieldProps = Pick<TapFieldsProps, 'entry' | 'onChange'>

function UrlField({ entry, label, extra, onChange }: FieldProps & { label: string; extra: string }) {
  return (
    <Form.Item label={label} required htmlFor="menu-url" extra={extra}>
      <Input
        id="menu-url"
        value={entry.url}
        placeholder="https://"
        onChange={({ target }) => onChange({ url: target.value })}
      />
    </Form.Item>
  )
}

function MiniFields({ entry, own, onChange }: TapFieldsProps) {
  /** What is chosen from the list fills in the rest as well, where nothing was typed. */
  function handlePage(pagepath: string) {
    const page = shopPages.find(({ path }) => path.slice(1) === pagepath)
    const fills = page && {
      ...(!entry.appid && own.appid && { appid: own.appid }),
      ...(!entry.url && own.siteUrl && { url: `${own.siteUrl}${page.h5}` }),
    }
    onChange({ pagepath, ...fills })
  }
  return (
    <>
      <Form.Item label="小程序页面" required htmlFor="menu-page" extra="选本店的页面，或填写路径">
        <AutoComplete
          id="menu-page"
          value={entry.pagepath}
          options={shopPages.map(({ title, path }) => ({
            value: path.slice(1),
            label: `${title} · ${path.slice(1)}`,
          }))}
          showSearch={{ filterOption: (typed, option) => String(option?.label).includes(typed) }}
          onChange={handlePage}
        />
      </Form.Item>
      <Form.Item label="小程序 AppID" required htmlFor="menu-appid" extra="须与公众号关联">
        <Input
          id="menu-appid"
          value={entry.appid}
          placeholder={own.appid || 'wx'}
          onChange={({ target }) => onChange({ appid: target.value })}
        />
      </Form.Item>
      <UrlField entry={entry} label="打不开小程序时去" extra="旧版微信会打开这个网页" onChange={onChange} />
    </>
  )
}

const MOST_REPLIES = 100

function KeyField({ entry, onChange }: FieldProps) {
  const maySee = useCan(wechatReply.list)
  const { data } = useQuery({
    ...read(wechatReply.list, { query: { status: true, limit: MOST_REPLIES }, silent: true }),
    enabled: maySee,
  })
  const words = data?.list.flatMap(({ keywords }) => keywords) ?? []
  const answers = entry.type === 'click' || entry.type === 'scancode_waitmsg'
  const isLost = answers && data && entry.key && data.total <= MOST_REPLIES && !words.includes(entry.key)
  return (
    <Form.Item
      label="关键字"
      required
      htmlFor="menu-key"
      validateStatus={isLost ? 'warning' : ''}
      help={isLost ? '还没有自动回复用这个关键字，点了没有回答' : undefined}
      extra={answers ? '点了以后，用这个关键字的自动回复回答' : '用来统计，粉丝看不到'}
    >
      <AutoComplete
        id="menu-key"
        value={entry.key}
        options={(answers ? words : []).map((value) => ({ value }))}
        showSearch={{ filterOption: (typed, option) => String(option?.value).includes(typed) }}
        onChange={(key) => onChange({ key })}
      />
    </Form.Item>
  )
}
