import { Button } from 'antd'
import { useState } from 'react'
import { useCan } from '../access/can.tsx'
import { WriteButton } from '../access/write-button.tsx'
import { DetailPage, Section } from '../detail/detail-page.tsx'
import { type Fact, Facts, Lines, Note } from '../detail/parts.tsx'
import { HistoryButton } from '../history/history-button.tsx'
import { Picture } from '../media/picture.tsx'
import { useIsPhone } from '../page/use-is-phone.ts'
import { budgetText } from '../text/budget.tsx'
import { Labels } from '../text/labels.tsx'
import { Money } from '../text/money.tsx'
import { StateTag } from '../text/state-tag.tsx'
import { useMinute, When } from '../text/when.tsx'
import styles from './activity.module.css'
import { type ActivityScreens, isLocked, type StoredActivity } from './activity-screens.ts'
import { labelsOf, stateOf, untilText } from './activity-words.ts'
import { QuotaBar } from './quota-bar.tsx'
import { turnStatus } from './turn-status.ts'
import { Watch } from './watch-panel.tsx'

type Props = {
  kind: ActivityScreens
  of: StoredActivity
  /** What the kind has of its own. */
  facts: readonly Fact[]
  /** Turns to the form. */
  onEdit: () => void
  /** It was closed. */
  onClosed: () => Promise<unknown>
}

/** 详情 of an activity: how it sells, its SKUs and its terms, for reading; one that cannot be edited as it stands says what to do first. */
export function ActivityLook({ kind, of, facts, onEdit, onClosed }: Props) {
  const now = useMinute()
  const mayEdit = useCan(kind.routes.update)
  const locked = isLocked(kind, of)
  const phone = useIsPhone()
  const history = <HistoryButton object={kind.object} id={of.id} name={of.title} />
  return (
    <DetailPage
      back={{ to: kind.list, title: kind.noun }}
      head={{
        picture: <Picture src={of.image} alt={of.title} size={48} />,
        title: of.title,
        beside: <Labels of={labelsOf(of)} />,
        below: (
          <>
            <StateTag of="activity" value={stateOf(of)} />
            <span>{untilText(of, now)}</span>
          </>
        ),
        acts:
          (mayEdit && !locked) || !phone ? (
            <>
              {!phone && history}
              {mayEdit && !locked && <Button onClick={onEdit}>编辑</Button>}
            </>
          ) : undefined,
      }}
      notes={mayEdit && locked && <Locked kind={kind} of={of} onClosed={onClosed} />}
      side={
        <Section title="活动" acts={phone && history}>
          <Facts
            items={[
              {
                label: '活动日期',
                value: of.startTime === of.stopTime ? of.startTime : `${of.startTime} 至 ${of.stopTime}`,
              },
              ...facts,
              { label: '优惠券', value: choiceText(of.allowCoupon) },
              { label: '积分抵扣', value: choiceText(of.allowPoints) },
              { label: '赠送积分', value: of.giveIntegral > 0 && `每件 ${of.giveIntegral}` },
              { label: '预算（已用 / 全部）', value: budgetText(of) },
              { label: '单位', value: of.unitName },
              { label: '排序', value: of.sort },
              { label: '简介', value: of.info },
              { label: '创建时间', value: <When at={of.createTime} /> },
              { label: '修改时间', value: <When at={of.updateTime} /> },
            ].map(({ label, value }) => ({ label, value: value === false ? '' : value }))}
          />
        </Section>
      }
    >
      <Watch kind={kind} id={of.id} />
      <Skus kind={kind} of={of} />
    </DetailPage>
  )
}

const choiceText = (given: boolean | null) => (given === null ? '跟随营销设置' : given ? '可以用' : '不能用')

/** What stands in the way of an edit, and the way round it. */
function Locked({ kind, of, onClosed }: Pick<Props, 'kind' | 'of' | 'onClosed'>) {
  const mayClose = useCan(kind.routes.useStatus)
  const [busy, setBusy] = useState(false)
  async function handleClose() {
    setBusy(true)
    await turnStatus(kind, of, false)
    await onClosed()
    setBusy(false)
  }
  return (
    <Note
      tone="wait"
      act={
        mayClose && (
          <WriteButton of={{ isPending: busy }} onClick={handleClose}>
            关闭后编辑
          </WriteButton>
        )
      }
    >
      <b>
        {kind.locks === 'open' ? '开启着' : '进行中'}的{kind.word}不能修改
      </b>
      <p className={styles.locked}>加库存可以在列表里直接改；要改价格、时间和规格，请先关闭，改好再开启。</p>
    </Note>
  )
}

/** The SKUs that take part, with what is sold of each. */
function Skus({ kind, of: { attrValue } }: Pick<Props, 'kind' | 'of'>) {
  const rows = attrValue.filter(({ id }) => id !== null).map((sku) => ({ ...sku, id: sku.skuId }))
  const seesCost = rows.some(({ cost }) => cost !== undefined)
  return (
    <Section title="参与规格" count={rows.length} flush>
      <Lines
        rows={rows}
        pageSize={20}
        columns={[
          {
            title: '规格',
            render: ({ suk, image }) => (
              <span className={styles.goods}>
                <Picture src={image} alt={`${suk} 图片`} size={28} />
                <span>{suk}</span>
              </span>
            ),
          },
          {
            title: kind.priceTitle,
            width: 108,
            align: 'end',
            render: ({ price, otPrice }) => (
              <Money value={price} sign={false} old={otPrice > price ? otPrice : undefined} />
            ),
          },
          {
            title: '售价',
            width: 96,
            align: 'end',
            render: ({ salePrice }) => <Money value={salePrice} sign={false} />,
          },
          ...(kind.lowTitle
            ? [
                {
                  title: kind.lowTitle,
                  width: 96,
                  align: 'end' as const,
                  render: ({ minPrice = 0 }: (typeof rows)[number]) => <Money value={minPrice} sign={false} />,
                },
              ]
            : []),
          ...(seesCost
            ? [
                {
                  title: '成本价',
                  width: 96,
                  align: 'end' as const,
                  render: ({ cost }: (typeof rows)[number]) => <Money value={cost ?? null} sign={false} />,
                },
              ]
            : []),
          {
            title: '已售 / 限量',
            width: 160,
            render: ({ suk, sold, reserved, quotaShow }) => (
              <QuotaBar of={`「${suk}」`} sold={sold} paying={reserved} all={quotaShow} over={sold >= quotaShow} />
            ),
          },
          { title: '商品库存', width: 88, align: 'end', render: ({ stock }) => stock.toLocaleString('en-US') },
        ]}
      />
    </Section>
  )
}
