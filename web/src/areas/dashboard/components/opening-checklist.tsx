import { useQuery } from '@tanstack/react-query'
import { example } from '@zhanggui/contract/dashboard/example.ts'
import { home, type Opening } from '@zhanggui/contract/dashboard/home.ts'
import { draftOrder } from '@zhanggui/contract/order/draft-order.ts'
import { backup } from '@zhanggui/contract/work/backup.ts'
import { Button } from 'antd'
import { useEffect } from 'react'
import { Link, useNavigate } from 'react-router'
import { read } from '../../../api/read.ts'
import { useSession } from '../../../api/session.ts'
import { useWrite } from '../../../api/use-write.ts'
import { Can, useCan } from '../../../kit/access/can.tsx'
import { WriteButton } from '../../../kit/access/write-button.tsx'
import { confirm, showSuccess, showWarning } from '../../../kit/feedback/feedback.ts'
import { Checklist } from '../../../kit/figures/checklist.tsx'
import { savePreference } from '../../../kit/settings/preferences.ts'
import { leadTo } from '../model/lead-to.ts'
import { openingSteps } from '../model/opening.ts'
import styles from './home-parts.module.css'
import { looked } from './looked.ts'

/** The preference that keeps how the user left the list: `folded`, `open`, put `away`, or `done` for good. */
const PREFERENCE = 'opening'
/** The checks go outside, so they are not repeated with every look at the page. */
const HEALTH_MS = 600_000

/** How far the shop is, for those who may do some of the steps; undefined without two of them, or when all are done. */
export function useOpening() {
  const left = useSession((session) => session.user?.preferences[PREFERENCE])
  const { data } = useQuery({ ...read(home.opening, { silent: true }), ...looked, enabled: left !== 'done' })
  const steps = data ? openingSteps(data) : []
  const complete = steps.length > 0 && steps.every(({ done }) => done)
  const hasExample = data?.example?.there ?? false
  useEffect(() => {
    if (complete && !hasExample && left !== 'done') savePreference(PREFERENCE, 'done')
  }, [complete, hasExample, left])
  if (!data || left === 'done' || steps.length < 2 || (complete && !hasExample)) return undefined
  const missing = steps.filter(({ done, optional }) => !done && !optional).length
  const done = steps.filter((step) => step.done).length
  const isSelling = data.sold === true || Boolean(data.products?.onSale && data.payment?.open.length)
  const isEmpty = data.products?.onSale === 0 && data.products.stored === 0
  const set = isEmpty || hasExample ? data.example : undefined
  return { steps, example: set, missing, done, isSelling, isAway: left === 'away', left }
}

export type OpeningState = NonNullable<ReturnType<typeof useOpening>>

/** Brings the list back that was put away. */
export function OpeningButton({ of: { steps, done } }: { of: OpeningState }) {
  return (
    <Button onClick={() => savePreference(PREFERENCE, 'open')}>
      开店清单 {done}/{steps.length}
    </Button>
  )
}

/** 开店清单: what the shop still lacks, each read from what is there, and the way to do it. */
export function OpeningChecklist({ of: { steps, example: set, missing, isSelling, left } }: { of: OpeningState }) {
  const navigate = useNavigate()
  // Who sells already has other things to look at first.
  const folded = left === 'folded' || (left !== 'open' && (missing === 0 || isSelling))
  return (
    <Checklist
      title="开店清单"
      note={missing ? `还差 ${missing} 步就能卖了；标着可选的什么时候做都行` : '能卖了；剩下的什么时候做都行'}
      steps={steps}
      folded={folded}
      onFold={(fold) => savePreference(PREFERENCE, fold ? 'folded' : 'open')}
      onGo={(to, step) => {
        navigate(to)
        const { target, opens } = steps.find(({ key }) => key === step.key) ?? {}
        if (target && to === step.to) leadTo(target, opens)
      }}
    >
      <div className={styles.foot}>
        {set && <Example of={set} />}
        <Health />
        {missing === 0 && (
          <Can do={draftOrder.save}>
            <span>
              有客户打电话或到店？<Link to="/order/draft?edit=new">替他下单</Link>
            </span>
          </Can>
        )}
        <Button type="link" size="small" className={styles.end} onClick={() => savePreference(PREFERENCE, 'away')}>
          移到右上角
        </Button>
      </div>
    </Checklist>
  )
}

/** Example data: put there, or removed again with one act. */
function Example({ of: { there, products } }: { of: NonNullable<Opening['example']> }) {
  const add = useWrite(example.add, {
    onSuccess: ({ products: added }) => showSuccess(`放入了一个分类和 ${added} 件示例商品`),
  })
  const remove = useWrite(example.remove, {
    onSuccess: ({ removed, kept }) => {
      if (!kept.length) showSuccess(`示例数据已删除，共 ${removed} 件商品`)
      else
        showWarning(`删除了 ${removed} 件；保留：${kept.map(({ name, reason }) => `${name}（${reason}）`).join('、')}`)
    },
  })
  async function handleRemove() {
    const sure = await confirm({
      title: `删除 ${products} 件示例商品？`,
      content: '示例的分类和图片一起删除。改过的、有人下过单的会保留，它们是你自己的了。',
      okText: `删除 ${products} 件`,
    })
    if (sure) remove.mutate({})
  }
  if (there)
    return (
      <span>
        店里有 {products} 件示例商品{' '}
        <WriteButton type="link" size="small" of={remove} onClick={handleRemove}>
          删除示例数据
        </WriteButton>
      </span>
    )
  return (
    <span>
      想先看看有商品的样子？{' '}
      <WriteButton type="link" size="small" of={add} onClick={() => add.mutate({})}>
        放入示例数据（{products} 件商品，可一次删掉）
      </WriteButton>
    </span>
  )
}

/** What 系统体检 found, for those who may see it. */
function Health() {
  const allowed = useCan(backup.health)
  const { data } = useQuery({ ...read(backup.health, { silent: true }), enabled: allowed, staleTime: HEALTH_MS })
  const found = data?.checks.filter(({ level }) => level !== 'ok') ?? []
  if (!data) return null
  return (
    <span>
      系统体检：
      <Link to="/system-tools/backup">
        {found.length ? `${found.length} 项要看（${found.map(({ title }) => title).join('、')}）` : '都正常'}
      </Link>
    </span>
  )
}
