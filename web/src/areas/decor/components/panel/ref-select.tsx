import { useQuery } from '@tanstack/react-query'
import { bargain } from '@zhanggui/contract/bargain/bargain.ts'
import { combination } from '@zhanggui/contract/combination/combination.ts'
import { article } from '@zhanggui/contract/content/article.ts'
import { coupon } from '@zhanggui/contract/coupon/coupon.ts'
import { decorPage } from '@zhanggui/contract/decor/page.ts'
import { pageBlock } from '@zhanggui/contract/decor/page-block.ts'
import { liveRoom } from '@zhanggui/contract/live/live-room.ts'
import type { Route, RouteSpec } from '@zhanggui/contract/routes.ts'
import type { TObject } from '@zhanggui/contract/schema.ts'
import { seckill } from '@zhanggui/contract/seckill/seckill.ts'
import { userLevel } from '@zhanggui/contract/user/user-level.ts'
import { userTag } from '@zhanggui/contract/user/user-tag.ts'
import type { RefKind } from '@zhanggui/page-kit/fields.ts'
import { refTitles } from '@zhanggui/page-kit/fields.ts'
import { Select } from 'antd'
import { read } from '../../../../api/read.ts'
import { RemoteSelect } from '../../../../kit/form/remote-select.tsx'

type NamedList = Route<RouteSpec & { query: TObject }>
type Row = { id: number; name?: string; title?: string; storeName?: string }

/** Those that are chosen otherwise: by the picker of products, in the trees of categories, from all levels. */
type ChosenElsewhere = 'product' | 'category' | 'articleCategory' | 'level'
type Chosen = { of: NamedList; by: string; fixed?: Record<string, unknown> }

/** The lists that objects of a kind are chosen from, and the filter that finds them by name. */
const lists: Record<Exclude<RefKind, ChosenElsewhere>, Chosen> = {
  page: { of: decorPage.list as unknown as NamedList, by: 'name', fixed: { type: 2 } },
  block: { of: pageBlock.list as unknown as NamedList, by: 'name' },
  coupon: { of: coupon.list as unknown as NamedList, by: 'name' },
  seckill: { of: seckill.list as unknown as NamedList, by: 'keywords' },
  bargain: { of: bargain.list as unknown as NamedList, by: 'keywords' },
  combination: { of: combination.list as unknown as NamedList, by: 'keywords' },
  article: { of: article.list as unknown as NamedList, by: 'keywords' },
  live: { of: liveRoom.list as unknown as NamedList, by: 'keywords' },
  tag: { of: userTag.list as unknown as NamedList, by: 'keywords' },
}

const nameOf = ({ id, name, title, storeName }: Row): string => name ?? title ?? storeName ?? `${id}`

type Given = {
  id: string
  of: RefKind
  value: readonly number[]
  many: boolean
  max: number
  disabled?: boolean
  onChange: (ids: number[]) => void
}

/** Objects of the shop, found by name; one that is gone is shown by its number. */
export function RefSelect({ id, of, value, many, max, disabled, onChange }: Given) {
  const list = (lists as Partial<Record<RefKind, Chosen>>)[of]
  if (of === 'level') return <LevelSelect id={id} value={value} disabled={disabled} onChange={onChange} />
  if (!list) return <Select id={id} style={{ width: '100%' }} disabled placeholder={`${refTitles[of]}功能尚未开放`} />
  return (
    <RemoteSelect<Row>
      id={id}
      {...list}
      style={{ width: '100%' }}
      nameOf={nameOf}
      disabled={disabled}
      mode={many ? 'multiple' : undefined}
      maxCount={many ? max : undefined}
      placeholder={`选择${refTitles[of]}`}
      value={many ? value : value[0]}
      onChange={(next: unknown) => onChange([next ?? []].flat() as number[])}
    />
  )
}

function LevelSelect({ id, value, disabled, onChange }: Pick<Given, 'id' | 'value' | 'disabled' | 'onChange'>) {
  const { data = [], isFetching } = useQuery(read(userLevel.list, { query: {}, silent: true }))
  return (
    <Select
      id={id}
      mode="multiple"
      style={{ width: '100%' }}
      placeholder="选择会员等级"
      loading={isFetching}
      disabled={disabled}
      value={[...value]}
      options={data.map((level) => ({ value: level.id, label: level.name }))}
      onChange={onChange}
    />
  )
}
