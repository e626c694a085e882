import CloseCircleOutlined from '@ant-design/icons/es/icons/CloseCircleOutlined'
import LinkOutlined from '@ant-design/icons/es/icons/LinkOutlined'
import { useQuery } from '@tanstack/react-query'
import { article } from '@zhanggui/contract/content/article.ts'
import { decorPage } from '@zhanggui/contract/decor/page.ts'
import { liveRoom, type Room } from '@zhanggui/contract/live/live-room.ts'
import { product } from '@zhanggui/contract/product/product.ts'
import { describeLink, groupTitles, pickedKinds, shopPages } from '@zhanggui/page-kit/links/link-words.ts'
import { formatLink, type Link, parseLink, refOf } from '@zhanggui/page-kit/links/links.ts'
import { Button, Input, Select } from 'antd'
import { useState } from 'react'
import { read } from '../../../../api/read.ts'
import { useCan } from '../../../../kit/access/can.tsx'
import { Dialog } from '../../../../kit/dialog/dialog.tsx'
import { CategoryCascader, useCategories } from '../../../product/shared/category-cascader.tsx'
import { openProductPicker } from '../../../product/shared/picker/product-picker.tsx'
import styles from './panel.module.css'
import { RefSelect } from './ref-select.tsx'

type Given = { id: string; title: string; value: string; disabled: boolean; onChange: (value: string) => void }

/** Where something leads, in words; the dialog chooses it. */
export function LinkField({ id, title, value, disabled, onChange }: Given) {
  const [choosing, setChoosing] = useState(false)
  const words = useLinkWords(value)
  return (
    <span className={styles.link}>
      <button type="button" id={id} data-empty={!value} disabled={disabled} onClick={() => setChoosing(true)}>
        <LinkOutlined aria-hidden />
        <span>{words || '选择链接'}</span>
      </button>
      {value && (
        <Button
          type="text"
          size="small"
          icon={<CloseCircleOutlined aria-hidden />}
          aria-label={`清空${title}`}
          disabled={disabled}
          onClick={() => onChange('')}
        />
      )}
      {choosing && <LinkDialog value={value} onPick={onChange} onClose={() => setChoosing(false)} />}
    </span>
  )
}

/** A link in words, with the name of what it names as far as this user may read it. */
function useLinkWords(link: string): string {
  const ref = refOf(link)
  const is = (kind: string) => ref?.kind === kind
  const [mayProduct, mayPage, mayArticle] = [useCan(product.listByIds), useCan(decorPage.info), useCan(article.info)]
  const goods = useQuery({
    ...read(product.listByIds, { params: { ids: [ref?.id ?? 1] }, silent: true }),
    enabled: is('product') && mayProduct,
  })
  const page = useQuery({
    ...read(decorPage.info, { params: { id: ref?.id ?? 1 }, silent: true }),
    enabled: is('page') && mayPage,
  })
  const news = useQuery({
    ...read(article.info, { query: { id: ref?.id ?? 1 }, silent: true }),
    enabled: is('article') && mayArticle,
  })
  const { data: categories = [] } = useCategories(is('articleCategory') ? 3 : 1)
  return describeLink(link, (kind, id) => {
    if (kind === 'product') return goods.data?.list[0]?.storeName
    if (kind === 'page') return page.data?.name
    if (kind === 'article') return news.data?.title
    return kind === 'category' || kind === 'articleCategory' ? findName(categories, id) : undefined
  })
}

type Node = { id: number; name: string; child?: Node[] | undefined }
function findName(nodes: readonly Node[], id: number): string | undefined {
  for (const node of nodes) {
    const found = node.id === id ? node.name : findName(node.child ?? [], id)
    if (found) return found
  }
  return undefined
}

/** What links can be typed as: their kind, what is asked for, and the link that comes of it. */
const typed = {
  mini: {
    title: '其他小程序',
    fields: ['AppID', '页面路径'],
    make: ([appid = '', path = '']) => `mp://${appid}/${path.replace(/^\//, '')}`,
  },
  channels: {
    title: '视频号直播',
    fields: ['视频号ID，sph 开头', '直播 feedId，选填'],
    make: ([finder = '', feedId = '']) => `channels://${finder}${feedId && `/${feedId}`}`,
  },
  web: { title: '外部链接', fields: ['网址，https 开头'], make: ([url = '']) => url },
  tel: { title: '电话', fields: ['电话号码'], make: ([phone = '']) => `tel:${phone}` },
  anchor: { title: '锚点', fields: ['锚点名称'], make: ([anchor = '']) => `#${anchor.replace(/^#/, '')}` },
  custom: { title: '自定义', fields: ['小程序路径，/ 开头'], make: ([path = '']) => path },
} as const satisfies Record<
  string,
  { title: string; fields: readonly string[]; make: (typed: readonly string[]) => string }
>
type Typed = keyof typeof typed

const acts: readonly { title: string; link: Link }[] = [
  { title: '联系客服', link: { kind: 'service' } },
  { title: '返回顶部', link: { kind: 'top' } },
  { title: '扫一扫', link: { kind: 'scan' } },
]

const kinds: readonly { key: string; title: string }[] = [
  ...Object.entries(groupTitles).map(([key, title]) => ({ key, title })),
  ...pickedKinds.map(({ kind, title }) => ({ key: kind, title })),
  { key: 'acts', title: '功能' },
  ...Object.entries(typed).map(([key, { title }]) => ({ key, title })),
]

/** The kind under which a link is chosen. */
function kindOf(link: string): string {
  const parsed = parseLink(link)
  if (!parsed) return 'shop'
  if (parsed.kind === 'shop') return shopPages.find(({ path }) => path === parsed.path)?.group ?? 'shop'
  if (['service', 'top', 'scan'].includes(parsed.kind)) return 'acts'
  return kinds.some(({ key }) => key === parsed.kind) ? parsed.kind : 'custom'
}

function typedParts(link: string): string[] {
  const parsed = parseLink(link)
  switch (parsed?.kind) {
    case 'mini':
      return [parsed.appid, parsed.path]
    case 'channels':
      return [parsed.finder, parsed.feedId]
    case 'web':
      return [parsed.url]
    case 'tel':
      return [parsed.phone]
    case 'anchor':
      return [parsed.anchor]
    case 'custom':
      return [parsed.path]
    default:
      return []
  }
}

function LinkDialog({
  value,
  onPick,
  onClose,
}: {
  value: string
  onPick: (link: string) => void
  onClose: () => void
}) {
  const [kind, setKind] = useState(() => kindOf(value))
  const [link, setLink] = useState(value)
  const [word, setWord] = useState('')
  const [parts, setParts] = useState(() => typedParts(value))
  const words = useLinkWords(link)
  const isTyped = kind in typed
  const made = isTyped ? typed[kind as Typed].make(parts.map((part) => part.trim())) : link
  const isGood = parseLink(made) !== undefined

  function finish(next: string) {
    onPick(next)
    onClose()
  }
  return (
    <Dialog
      title="选择链接"
      width={720}
      onCancel={onClose}
      okText="确定"
      cancelText="取消"
      okButtonProps={{ disabled: !isGood }}
      onOk={() => finish(made)}
    >
      <div className={styles.pages}>
        <div className={styles.kinds}>
          {kinds.map(({ key, title }) => (
            <button key={key} type="button" aria-pressed={kind === key} onClick={() => setKind(key)}>
              {title}
            </button>
          ))}
        </div>
        <div>
          {kind in groupTitles && (
            <>
              <Input
                allowClear
                placeholder="找页面"
                aria-label="找页面"
                value={word}
                onChange={({ target }) => setWord(target.value)}
                style={{ marginBottom: 8 }}
              />
              <div className={styles.choices}>
                {shopPages
                  .filter(({ group, title }) => (word ? title.includes(word.trim()) : group === kind))
                  .map(({ path, title }) => (
                    <button
                      key={path}
                      type="button"
                      aria-pressed={link === path}
                      onClick={() => setLink(path)}
                      onDoubleClick={() => finish(path)}
                    >
                      {title}
                    </button>
                  ))}
              </div>
            </>
          )}
          {kind === 'acts' && (
            <div className={styles.choices}>
              {acts.map(({ title, link: act }) => (
                <button
                  key={title}
                  type="button"
                  aria-pressed={link === formatLink(act)}
                  onClick={() => setLink(formatLink(act))}
                >
                  {title}
                </button>
              ))}
            </div>
          )}
          {isTyped &&
            typed[kind as Typed].fields.map((label, index) => (
              <Input
                key={label}
                style={{ marginBottom: 8 }}
                aria-label={label}
                placeholder={label}
                maxLength={500}
                value={parts[index] ?? ''}
                onChange={({ target }) => setParts(Object.assign([...parts], { [index]: target.value }))}
              />
            ))}
          {isTyped && parts.some(Boolean) && !isGood && (
            <p className={styles.issue}>{typed[kind as Typed].title}的格式不对</p>
          )}
          {pickedKinds.some((each) => each.kind === kind) && <RefChoice kind={kind} link={link} onChange={setLink} />}
          {!isTyped && isGood && (
            <p style={{ marginTop: 12 }}>
              已选：<b>{words}</b>
            </p>
          )}
        </div>
      </div>
    </Dialog>
  )
}

/** An object of the shop as the target. */
function RefChoice({ kind, link, onChange }: { kind: string; link: string; onChange: (link: string) => void }) {
  const ref = refOf(link)
  const id = ref?.kind === kind ? ref.id : undefined
  const put = (next: number | undefined) =>
    onChange(next === undefined ? '' : formatLink({ kind, id: String(next) } as Link))
  if (kind === 'product')
    return (
      <Button onClick={() => openProductPicker({ mode: 'single', onPick: ([item]) => put(item?.id) })}>选择商品</Button>
    )
  if (kind === 'live') return <LiveChoice link={link} onChange={onChange} />
  if (kind === 'category') return <CategoryCascader aria-label="商品分类" value={id} onChange={put} />
  if (kind === 'articleCategory') return <CategoryCascader aria-label="文章分类" type={3} value={id} onChange={put} />
  return (
    <RefSelect
      id="link-target"
      of={kind as 'page'}
      value={id === undefined ? [] : [id]}
      many={false}
      max={1}
      onChange={([next]) => put(next)}
    />
  )
}

/** A room: what its link says depends on whether the mini-program or a 视频号 has it. */
function LiveChoice({ link, onChange }: { link: string; onChange: (link: string) => void }) {
  const { data, isFetching } = useQuery(read(liveRoom.list, { query: { limit: 100 }, silent: true }))
  const options = (data?.list ?? []).flatMap((room) => {
    const value = linkOf(room)
    return value ? [{ value, label: room.name }] : []
  })
  return (
    <Select
      id="link-target"
      style={{ width: '100%' }}
      placeholder="选择直播间"
      loading={isFetching}
      value={options.some(({ value }) => value === link) ? link : undefined}
      options={options}
      onChange={onChange}
    />
  )
}

function linkOf({ source, roomId, finderUserName, feedId }: Room): string | undefined {
  if (source === 'channels') return formatLink({ kind: 'channels', finder: finderUserName, feedId })
  return roomId ? formatLink({ kind: 'live', id: String(roomId) }) : undefined
}
