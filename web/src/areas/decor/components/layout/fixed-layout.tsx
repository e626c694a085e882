import { type FixedLayout, fixedLayout, type LayoutItem } from '@zhanggui/contract/decor/fixed-layout.ts'
import type { Route, RouteSpec } from '@zhanggui/contract/routes.ts'
import { countRefusal, type FixedGroup, fixedGroups } from '@zhanggui/domain/decor/fixed-layout.ts'
import { useState } from 'react'
import type { CallInput } from '../../../../api/call.ts'
import { read } from '../../../../api/read.ts'
import { useWrite } from '../../../../api/use-write.ts'
import { useCan } from '../../../../kit/access/can.tsx'
import { mediaUrl } from '../../../../kit/media/media-url.ts'
import { useDirtyGuard } from '../../../../kit/page/dirty-guard.ts'
import { useReadOnce } from '../../../../kit/page/read-once.ts'
import { useSettings } from '../../../../kit/settings/settings.ts'
import { ItemRows } from './item-rows.tsx'
import styles from './layout.module.css'
import { Foot, Stored } from './saved-form.tsx'

type Part = keyof FixedLayout

/** The parts of the layout with their saves; pictures are measured for a phone of 375 px at twice its density. */
const parts: Record<Part, { group: FixedGroup; save: Route; size: readonly [number, number] }> = {
  indexBanner: { group: 'index_banner', save: fixedLayout.saveBanner, size: [710, 280] },
  indexMenu: { group: 'index_menu', save: fixedLayout.saveMenu, size: [96, 96] },
  indexNews: { group: 'index_news', save: fixedLayout.saveNews, size: [64, 64] },
  indexTable: { group: 'index_table', save: fixedLayout.saveTable, size: [120, 120] },
  userBanner: { group: 'user_banner', save: fixedLayout.saveUserBanner, size: [710, 180] },
  userMenu: { group: 'user_menu', save: fixedLayout.saveUserMenu, size: [96, 96] },
}
const ofHome: readonly Part[] = ['indexBanner', 'indexMenu', 'indexNews', 'indexTable']
const ofUser: readonly Part[] = ['userBanner', 'userMenu']
const all = Object.keys(parts) as Part[]

const note = '小程序和 H5 的首页、个人中心用装修页面；这里的内容给不支持装修页面的客户端用。'

/** 首页固定版式: the home of clients that draw no pages. */
export function FixedHome() {
  const stored = useReadOnce(read(fixedLayout.index))
  return <Stored of={stored}>{(layout) => <FixedForm stored={layout} shown={ofHome} isWhole />}</Stored>
}

/** 个人中心: the user centre of the same clients. */
export function FixedUser() {
  const stored = useReadOnce(read(fixedLayout.index))
  return <Stored of={stored}>{(layout) => <FixedForm stored={layout} shown={ofUser} />}</Stored>
}

/** The places of items in their list are the order in which they are stored. */
const placed = (items: readonly LayoutItem[]) => items.map((item, sort) => ({ ...item, sort }))

const isSame = (one: readonly LayoutItem[], other: readonly LayoutItem[]) =>
  JSON.stringify(placed(one)) === JSON.stringify(placed(other))

/** Why a part cannot be saved as it is. */
function whyNot(part: Part, items: readonly LayoutItem[]): string | undefined {
  const { group } = parts[part]
  if (items.some(({ name }) => !name.trim())) return '请填写名称'
  if (fixedGroups[group].needsPic && items.some(({ pic }) => !pic)) return '请上传图标'
  return countRefusal(group, items.filter(({ show }) => show).length)
}

type Given = { stored: FixedLayout; shown: readonly Part[]; isWhole?: boolean }

function FixedForm({ stored, shown, isWhole }: Given) {
  const [saved, setSaved] = useState(stored)
  const [value, setValue] = useState(stored)
  const changed = all.filter((part) => !isSame(value[part], saved[part]))
  useDirtyGuard(changed.length > 0)
  const keep = (some: readonly Part[]) =>
    setSaved((before) => ({ ...before, ...Object.fromEntries(some.map((part) => [part, value[part]])) }))
  const saveAll = useWrite(fixedLayout.saveAll as Route<RouteSpec>, {
    message: '已保存',
    onSuccess: () => keep(all),
  })
  const wrong = all.find((part) => whyNot(part, value[part]))
  const why = wrong && `${fixedGroups[parts[wrong].group].title}：${whyNot(wrong, value[wrong])}`
  const whole = Object.fromEntries(all.map((part) => [part, placed(value[part])]))
  return (
    <>
      <div className={styles.split}>
        <div>
          <Phone value={value} shown={shown} />
          <p className={styles.note}>{note}</p>
        </div>
        <div className={styles.parts}>
          {shown.map((part) => (
            <PartForm
              key={part}
              part={part}
              items={value[part]}
              dirty={changed.includes(part)}
              onChange={(items) => setValue({ ...value, [part]: items })}
              onDrop={() => setValue({ ...value, [part]: saved[part] })}
              onSaved={() => keep([part])}
            />
          ))}
        </div>
      </div>
      {isWhole && (
        <Foot
          of={{
            dirty: changed.length > 0,
            save: saveAll,
            send: () => saveAll.mutate({ body: whole } as unknown as CallInput<RouteSpec>),
            drop: () => setValue(saved),
          }}
          route={fixedLayout.saveAll}
          act="全部保存"
          why={changed.length ? why : undefined}
        />
      )}
    </>
  )
}

type PartGiven = {
  part: Part
  items: LayoutItem[]
  dirty: boolean
  onChange: (items: LayoutItem[]) => void
  onDrop: () => void
  onSaved: () => void
}

function PartForm({ part, items, dirty, onChange, onDrop, onSaved }: PartGiven) {
  const { group, save: route, size } = parts[part]
  const { title, least, most, needsPic } = fixedGroups[group]
  const mayEdit = useCan(route)
  const save = useWrite(route as Route<RouteSpec>, { message: `已保存${title}`, onSuccess: onSaved })
  const send = () => save.mutate({ body: { [part]: placed(items) } } as unknown as CallInput<RouteSpec>)
  return (
    <section className={styles.part} aria-label={title}>
      <h2>
        {title} <small>{least ? `显示 ${least}–${most} 条` : `最多显示 ${most} 条`}</small>
      </h2>
      <ItemRows of={title} items={items} size={size} needsPic={needsPic} disabled={!mayEdit} onChange={onChange} />
      <Foot of={{ dirty, save, send, drop: onDrop }} route={route} why={dirty ? whyNot(part, items) : undefined} />
    </section>
  )
}

/** What it comes to on a phone. */
function Phone({ value, shown }: { value: FixedLayout; shown: readonly Part[] }) {
  const mediaDomain = useSettings((settings) => settings.mediaDomain)
  const of = (part: Part) => (shown.includes(part) ? value[part].filter(({ show }) => show) : [])
  const [banner] = [...of('indexBanner'), ...of('userBanner')]
  const menu = [...of('indexMenu'), ...of('userMenu')]
  const picture = (pic: string) => (pic ? <img src={mediaUrl(pic, mediaDomain)} alt="" /> : <i />)
  return (
    <div className={styles.fixedPhone} role="img" aria-label="手机上的样子">
      <div className={styles.fixedBanner}>{banner ? picture(banner.pic) : '轮播图'}</div>
      <div className={styles.fixedMenu}>
        {menu.map(({ name, pic }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: items have no id of their own
          <span key={index}>
            {picture(pic)}
            {name || '…'}
          </span>
        ))}
      </div>
      {of('indexNews').map(({ name }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: items have no id of their own
        <p key={index}>{name}</p>
      ))}
      <div className={styles.fixedTable}>
        {of('indexTable').map(({ name, info }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: items have no id of their own
          <span key={index}>
            <b>{name}</b>
            <small>{info}</small>
          </span>
        ))}
      </div>
    </div>
  )
}
