import { fixedLayout } from '@zhanggui/contract/decor/fixed-layout.ts'
import {
  type BottomNavigation,
  type CategoryPage,
  type HotWords,
  type ListStyle,
  pageLayout,
} from '@zhanggui/contract/decor/layout.ts'
import type { Route, RouteSpec } from '@zhanggui/contract/routes.ts'
import { noImage } from '@zhanggui/page-kit/fields.ts'
import { Icon, iconOfLink } from '@zhanggui/page-kit/parts/icon.tsx'
import { Button, Input, Switch } from 'antd'
import { read } from '../../../api/read.ts'
import { useSession } from '../../../api/session.ts'
import { canCall, useCan } from '../../../kit/access/can.tsx'
import { StateTabs } from '../../../kit/list-page/state-tabs.tsx'
import { mediaUrl } from '../../../kit/media/media-url.ts'
import { EmptyBlock } from '../../../kit/page/block-state.tsx'
import { PageHeader } from '../../../kit/page/page-header.tsx'
import { useReadOnce } from '../../../kit/page/read-once.ts'
import { useAddress } from '../../../kit/page/use-address.ts'
import { useSettings } from '../../../kit/settings/settings.ts'
import { FixedHome, FixedUser } from '../components/layout/fixed-layout.tsx'
import styles from '../components/layout/layout.module.css'
import { Foot, Stored, useSaved } from '../components/layout/saved-form.tsx'
import page from '../components/page/page.module.css'
import { ImageField } from '../components/panel/image-field.tsx'
import { LinkField } from '../components/panel/link-field.tsx'

const tabs = [
  { key: 'navigation', label: '底部菜单', of: pageLayout.navigation, body: <Navigation /> },
  { key: 'list', label: '首页列表', of: pageLayout.listStyle, body: <Lists /> },
  { key: 'category', label: '分类页', of: pageLayout.category, body: <Category /> },
  { key: 'user', label: '个人中心', of: fixedLayout.index, body: <FixedUser /> },
  { key: 'index', label: '首页固定版式', of: fixedLayout.index, body: <FixedHome /> },
] as const
type Tab = (typeof tabs)[number]['key']

/** 页面设计: what stays the same on every page. */
export default function DecorLayoutPage() {
  const address = useAddress()
  const session = useSession()
  const may = tabs.filter(({ of }) => canCall(session, of))
  const asked = new URLSearchParams(address.search).get('tab')
  const tab = may.find(({ key }) => key === asked) ?? may[0]
  return (
    <div className={styles.page}>
      <PageHeader />
      <section className={page.card}>
        {tab ? (
          <>
            <StateTabs
              tabs={may}
              value={tab.key}
              onChange={(next: Tab) => address.turn(new URLSearchParams({ tab: next }))}
            />
            {tab.body}
          </>
        ) : (
          <EmptyBlock text="没有权限" more="需要「页面设计」「底部菜单」「首页列表样式」或「分类页」" />
        )}
      </section>
    </div>
  )
}

const MIN_SHOWN = 4
const MAX_SHOWN = 5
const MAX_NAME = 4
type Item = BottomNavigation['items'][number]

function Navigation() {
  return <Stored of={useReadOnce(read(pageLayout.navigation))}>{(stored) => <NavigationForm stored={stored} />}</Stored>
}

function NavigationForm({ stored }: { stored: BottomNavigation }) {
  const form = useSaved(stored, pageLayout.saveNavigation as Route<RouteSpec>)
  const mayEdit = useCan(pageLayout.saveNavigation)
  const mediaDomain = useSettings((settings) => settings.mediaDomain)
  const { value, setValue } = form
  const { isCustom, items } = value
  const put = (index: number, change: Partial<Item>) =>
    setValue({ ...value, items: items.map((item, at) => (at === index ? { ...item, ...change } : item)) })
  const shown = items.filter(({ show }) => show)
  const missing = items.find(({ name, icon, activeIcon }) => !name.trim() || !icon || !activeIcon)
  const why = !isCustom
    ? undefined
    : shown.length < MIN_SHOWN
      ? `至少显示 ${MIN_SHOWN} 个`
      : shown.length > MAX_SHOWN
        ? `最多显示 ${MAX_SHOWN} 个`
        : missing
          ? missing.name.trim()
            ? '请上传图标'
            : '请填写名称'
          : undefined
  return (
    <>
      <div className={styles.split}>
        <div>
          <div className={styles.bar} aria-label="底部菜单的样子" role="img">
            {(isCustom ? shown : defaults).map(({ name, icon, activeIcon, link }, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: items have no id of their own
              <span key={index}>
                {icon ? (
                  <img src={mediaUrl(index ? icon : activeIcon, mediaDomain)} alt="" />
                ) : (
                  <Icon name={iconOfLink(link)} />
                )}
                {name || '…'}
              </span>
            ))}
          </div>
          <p className={styles.note}>没有放「底部导航」组件的页面用它。小程序自带的底部导航在发布小程序时就定了。</p>
        </div>
        <div>
          <span>
            <Switch
              aria-label="自定义底部菜单"
              checked={isCustom}
              disabled={!mayEdit}
              onChange={(next) => setValue({ ...value, isCustom: next })}
            />{' '}
            自定义 {!isCustom && <span className={styles.note}>现在用默认的：首页、分类、购物车、我的</span>}
          </span>
          {isCustom &&
            items.map((item, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: items have no id of their own
              <div key={index} className={styles.item}>
                <ImageField
                  id={`icon-${index}`}
                  title="图标"
                  size={[81, 81]}
                  value={{ ...noImage, url: item.icon }}
                  disabled={!mayEdit}
                  onChange={({ url }) => put(index, { icon: url })}
                />
                <ImageField
                  id={`active-${index}`}
                  title="选中图标"
                  size={[81, 81]}
                  value={{ ...noImage, url: item.activeIcon }}
                  disabled={!mayEdit}
                  onChange={({ url }) => put(index, { activeIcon: url })}
                />
                <Input
                  aria-label="名称"
                  maxLength={MAX_NAME}
                  showCount
                  value={item.name}
                  disabled={!mayEdit}
                  onChange={({ target }) => put(index, { name: target.value })}
                />
                <LinkField
                  id={`link-${index}`}
                  title="链接"
                  value={item.link}
                  disabled={!mayEdit || index === 0}
                  onChange={(link) => put(index, { link })}
                />
                <span>
                  <Switch
                    size="small"
                    aria-label={`显示${item.name}`}
                    checked={item.show}
                    disabled={!mayEdit || index === 0}
                    onChange={(show) => put(index, { show })}
                  />
                  <Button
                    type="text"
                    danger
                    size="small"
                    disabled={!mayEdit || index === 0}
                    onClick={() => setValue({ ...value, items: items.toSpliced(index, 1) })}
                  >
                    删除
                  </Button>
                </span>
              </div>
            ))}
          {isCustom && items.length < 10 && (
            <Button
              type="dashed"
              block
              disabled={!mayEdit}
              onClick={() =>
                setValue({ ...value, items: [...items, { name: '', icon: '', activeIcon: '', link: '', show: true }] })
              }
            >
              添加
            </Button>
          )}
        </div>
      </div>
      <Foot of={form} route={pageLayout.saveNavigation} why={why} />
    </>
  )
}

const defaults = [
  { name: '首页', link: '/pages/index/index' },
  { name: '分类', link: '/pages/goods_cate/goods_cate' },
  { name: '购物车', link: '/pages/order_addcart/order_addcart' },
  { name: '我的', link: '/pages/user/index' },
].map((item) => ({ ...item, icon: '', activeIcon: '' }))

const looks = {
  1: { title: '双列', path: 'M8 8h56v52H8zM72 8h56v52H72zM8 68h56v16H8zM72 68h56v16H72z' },
  2: { title: '单列', path: 'M8 8h36v34H8zM52 10h76v8H52zM52 24h50v8H52zM8 50h36v34H8zM52 52h76v8H52zM52 66h50v8H52z' },
  3: { title: '大图', path: 'M8 8h120v54H8zM8 68h76v8H8z' },
} as const

function Lists() {
  return (
    <>
      <Stored of={useReadOnce(read(pageLayout.listStyle))}>{(stored) => <ListStyleForm stored={stored} />}</Stored>
      <Stored of={useReadOnce(read(pageLayout.hotWords))}>{(stored) => <HotWordsForm stored={stored} />}</Stored>
    </>
  )
}

function ListStyleForm({ stored }: { stored: ListStyle }) {
  const form = useSaved(stored, pageLayout.saveListStyle as Route<RouteSpec>)
  const mayEdit = useCan(pageLayout.saveListStyle)
  return (
    <>
      <div style={{ padding: 16 }}>
        <h2>首页商品列表</h2>
        <Looks
          looks={looks}
          value={form.value.style}
          disabled={!mayEdit}
          onChange={(style) => form.setValue({ style: style as ListStyle['style'] })}
        />
      </div>
      <Foot of={form} route={pageLayout.saveListStyle} />
    </>
  )
}

function Looks({
  looks: all,
  value,
  disabled,
  onChange,
}: {
  looks: Readonly<Record<number, { title: string; path: string }>>
  value: number
  disabled: boolean
  onChange: (value: number) => void
}) {
  return (
    <div className={styles.styles} role="radiogroup" aria-label="样式">
      {Object.entries(all).map(([key, { title, path }]) => (
        // biome-ignore lint/a11y/useSemanticElements: a picture to choose by
        <button
          key={key}
          type="button"
          role="radio"
          aria-checked={value === Number(key)}
          className={styles.look}
          disabled={disabled}
          onClick={() => onChange(Number(key))}
        >
          <svg viewBox="0 0 136 92" aria-hidden="true">
            <path d={path} fill="var(--line-strong)" />
          </svg>
          {title}
        </button>
      ))}
    </div>
  )
}

const MAX_WORDS = 20

function HotWordsForm({ stored }: { stored: HotWords }) {
  const form = useSaved(stored, pageLayout.saveHotWords as Route<RouteSpec>)
  const mayEdit = useCan(pageLayout.saveHotWords)
  const { value, setValue } = form
  const { words } = value
  const trimmed = words.map((word) => word.trim())
  const why = trimmed.some((word) => !word)
    ? '请填写热搜词，或删除空的'
    : new Set(trimmed).size < words.length
      ? '有重复的热搜词'
      : undefined
  return (
    <>
      <div style={{ padding: 16 }}>
        <h2>
          热搜词 {words.length}/{MAX_WORDS}
        </h2>
        <div className={styles.words}>
          {words.map((word, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: words have no id of their own
            <div key={index} className={styles.word}>
              <Input
                aria-label={`热搜词 ${index + 1}`}
                maxLength={20}
                showCount
                value={word}
                disabled={!mayEdit}
                onChange={({ target }) => setValue({ words: words.with(index, target.value) })}
              />
              <Button
                type="text"
                disabled={!mayEdit || !index}
                onClick={() => setValue({ words: words.toSpliced(index, 1).toSpliced(index - 1, 0, word) })}
              >
                上移
              </Button>
              <Button
                type="text"
                danger
                disabled={!mayEdit}
                onClick={() => setValue({ words: words.toSpliced(index, 1) })}
              >
                删除
              </Button>
            </div>
          ))}
          <Button
            type="dashed"
            disabled={!mayEdit || words.length >= MAX_WORDS}
            onClick={() => setValue({ words: [...words, ''] })}
          >
            添加热搜词
          </Button>
          <p className={styles.note}>搜索框里轮着显示；没有填热词的搜索框组件也用它</p>
        </div>
      </div>
      <Foot of={form} route={pageLayout.saveHotWords} why={why} />
    </>
  )
}

const categoryLooks = {
  1: {
    title: '一级左，图文右',
    path: 'M8 8h24v76H8zM40 8h24v24H40zM72 8h24v24H72zM104 8h24v24h-24zM40 42h24v24H40zM72 42h24v24H72zM104 42h24v24h-24z',
  },
  2: { title: '大图', path: 'M8 8h120v22H8zM8 36h120v22H8zM8 64h120v20H8z' },
  3: {
    title: '一级左，商品右可加购',
    path: 'M8 8h24v76H8zM40 8h24v22H40zM70 10h58v6H70zM40 36h24v22H40zM70 38h58v6H70zM40 64h24v20H40zM70 66h58v6H70z',
  },
  4: {
    title: '一级上，二级左，商品右',
    path: 'M8 8h26v12H8zM40 8h26v12H40zM72 8h26v12H72zM8 28h20v56H8zM36 28h26v24H36zM70 30h58v6H70zM36 60h26v24H36zM70 62h58v6H70z',
  },
} as const

function Category() {
  return <Stored of={useReadOnce(read(pageLayout.category))}>{(stored) => <CategoryForm stored={stored} />}</Stored>
}

function CategoryForm({ stored }: { stored: CategoryPage }) {
  const form = useSaved(stored, pageLayout.saveCategory as Route<RouteSpec>)
  const mayEdit = useCan(pageLayout.saveCategory)
  const { value, setValue } = form
  return (
    <>
      <div style={{ display: 'grid', gap: 16, padding: 16 }}>
        <Looks
          looks={categoryLooks}
          value={value.style}
          disabled={!mayEdit}
          onChange={(style) => setValue({ ...value, style: style as CategoryPage['style'] })}
        />
        <span>
          <Switch
            aria-label="显示一级分类"
            checked={value.showFirstLevel}
            disabled={!mayEdit}
            onChange={(showFirstLevel) => setValue({ ...value, showFirstLevel })}
          />{' '}
          显示一级分类
        </span>
      </div>
      <Foot of={form} route={pageLayout.saveCategory} />
    </>
  )
}
