import HolderOutlined from '@ant-design/icons/es/icons/HolderOutlined'
import PlusOutlined from '@ant-design/icons/es/icons/PlusOutlined'
import { isMenuKind, MAX_BUTTONS, MAX_ITEMS, menuKinds } from '@zhanggui/domain/wechat/wechat-menu.ts'
import { shopPages } from '@zhanggui/page-kit/links/link-words.ts'
import { Button } from 'antd'
import { type Entry, keyOfTap, mayAdd } from '../../model/menu-tree.ts'
import { Sortable, useDragged } from '../sortable.tsx'
import styles from './menu.module.css'

type MenuListProps = {
  tree: readonly Entry[]
  chosen: string | undefined
  disabled: boolean
  clicks: ReadonlyMap<string, number>
  /** Which names the published menu has, so that new and changed items are marked. */
  marks: ReadonlyMap<string, '新' | '改'>
  onChoose: (id: string) => void
  onMove: (id: string, to: number) => void
  onAdd: (parent?: Entry) => void
}

/** All items with what they do and how often they are tapped, dragged on both levels. */
export function MenuList(props: MenuListProps) {
  const { tree, disabled, onMove, onAdd } = props
  return (
    <section className={styles.card} aria-label="菜单项">
      <header className={styles.cardHead}>
        <h2>菜单</h2>
        <span>
          {tree.length} / {MAX_BUTTONS}，最多 {MAX_ITEMS} 个子菜单
        </span>
        <span>近 7 天点击</span>
      </header>
      <Sortable ids={tree.map(({ id }) => id)} onMove={onMove}>
        {tree.map((entry) => (
          <Row key={entry.id} {...props} entry={entry}>
            <Sortable ids={entry.below.map(({ id }) => id)} onMove={onMove}>
              {entry.below.map((item) => (
                <Row key={item.id} {...props} entry={item} isBelow />
              ))}
            </Sortable>
            {!disabled && mayAdd(tree, entry) && (
              <Button type="link" size="small" className={styles.more} onClick={() => onAdd(entry)}>
                <PlusOutlined aria-hidden /> 加一项
              </Button>
            )}
          </Row>
        ))}
      </Sortable>
      {!disabled && mayAdd(tree) && (
        <Button type="dashed" block onClick={() => onAdd()}>
          <PlusOutlined aria-hidden /> 加一级菜单
        </Button>
      )}
    </section>
  )
}

type RowProps = MenuListProps & { entry: Entry; isBelow?: boolean; children?: React.ReactNode }

function Row({ entry, isBelow = false, chosen, disabled, clicks, marks, onChoose, children }: RowProps) {
  const { id, name, below } = entry
  const { ref, style, handle } = useDragged(id, disabled)
  const mark = marks.get(id)
  return (
    <div ref={ref} style={style}>
      <div className={styles.row} data-below={isBelow} data-chosen={chosen === id}>
        <button
          type="button"
          {...handle}
          className={styles.holder}
          aria-label={`移动 ${name || '未命名'}`}
          disabled={disabled}
        >
          <HolderOutlined aria-hidden />
        </button>
        <button type="button" className={styles.choose} aria-pressed={chosen === id} onClick={() => onChoose(id)}>
          <b>{name || '未命名'}</b>
          <span title={below.length ? undefined : entry.url}>{below.length ? '' : tapText(entry)}</span>
          {mark && <i data-mark={mark}>{mark}</i>}
          <em>{below.length ? '' : (clicks.get(keyOfTap(entry)) ?? 0).toLocaleString('en-US')}</em>
        </button>
      </div>
      {children}
    </div>
  )
}

/** What tapping an item does, in a few words. */
export function tapText({ type = '', key = '', url = '', pagepath = '' }: Entry): string {
  if (!isMenuKind(type)) return '还没有动作'
  const page = `/${pagepath.replace(/^\//, '')}`
  if (type === 'miniprogram')
    return `小程序 · ${shopPages.find(({ path }) => path === page)?.title ?? (pagepath || '未选页面')}`
  if (type === 'view') return `网页 · ${webText(url)}`
  return key ? `${menuKinds[type]} · ${key}` : menuKinds[type]
}

/** A page of the shop by its name; of another address what tells it apart comes first. */
function webText(url: string): string {
  if (!url) return '未填地址'
  const [, host = url, path = ''] = /^https?:\/\/([^/]*)(.*)$/.exec(url) ?? []
  const page = shopPages.find(({ h5 }) => h5.replace(/\/$/, '') === path.replace(/\/$/, ''))
  return page?.title ?? (path.length > 1 ? `${path.slice(1)}（${host}）` : host)
}
