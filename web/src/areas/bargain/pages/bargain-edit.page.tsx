import { type Bargain, BargainDraft, bargain } from '@zhanggui/contract/bargain/bargain.ts'
import { Switch } from 'antd'
import { write } from '../../../api/write.ts'
import { ActivityForm } from '../../../kit/activity-form/activity-form.tsx'
import type { ActivityKind, OwnFields } from '../../../kit/activity-form/activity-kind.ts'
import { ActivityPage } from '../../../kit/activity-form/activity-page.tsx'
import type { SkuLine } from '../../../kit/activity-form/sku-lines.ts'
import { Field } from '../../../kit/form/field.tsx'
import { NumberInput } from '../../../kit/form/number-input.tsx'
import { RichTextEditor } from '../../../kit/rich-text/rich-text-editor.tsx'
import { moneyText } from '../../../kit/text/money.tsx'
import { openProductPicker } from '../../product/shared/picker/product-picker.tsx'
import styles from '../components/bargain.module.css'
import { CutSection } from '../components/cut-section.tsx'
import { bargainScreens } from '../model/bargain-words.ts'
import { type TypedCuts, termsOf, termsProblem } from '../model/cut-runs.ts'

const MAX_RULE = 20_000

type Own = OwnFields<BargainDraft>
const usual: Own = {
  peopleNum: 5,
  bargainNum: 3,
  num: 1,
  bargainMinPrice: null,
  bargainMaxPrice: null,
  rule: '',
  isHot: false,
}

/** 添加, 编辑 and 详情 of a bargain. */
export default function BargainEditPage() {
  return (
    <ActivityPage<Bargain>
      kind={bargainScreens}
      facts={(of) => [
        { label: '砍价人数', value: `${of.peopleNum} 刀，含自己` },
        { label: '单次砍价', value: cutText(of) },
        { label: '帮砍次数', value: `每人可帮 ${of.bargainNum} 单` },
        { label: '发起次数', value: `每人 ${of.num} 次，每单 1 件` },
        {
          label: '参与',
          value: `${of.countPeopleAll} 人发起，${of.countPeopleHelp} 人帮砍，${of.countPeopleSuccess} 人砍成`,
        },
        { label: '热门推荐', value: of.isHot && '是' },
      ]}
      form={(of, onReload) => <BargainForm of={of} onReload={onReload} />}
    />
  )
}

/** ¥2.00 – ¥60.00, or whatever is drawn. */
function cutText({
  bargainMinPrice: low,
  bargainMaxPrice: high,
}: Pick<Bargain, 'bargainMinPrice' | 'bargainMaxPrice'>) {
  if (low === null && high === null) return '随机'
  if (high === null) return `至少 ${moneyText(low ?? 0)}`
  return low === null ? `最多 ${moneyText(high)}` : `${moneyText(low)} – ${moneyText(high)}`
}

function BargainForm({ of, onReload }: { of: Bargain | undefined; onReload: () => void }) {
  const kind: ActivityKind<Own> = {
    ...bargainScreens,
    draft: BargainDraft,
    own: of ? ownOf(of) : usual,
    limits: <Limits />,
    section: (own, lines) => <CutSection typed={typedOf(own, lines)} />,
    texts: (
      <Field of={BargainDraft} name="rule" label="砍价规则（选填）">
        <RichTextEditor
          minHeight={200}
          maxLength={MAX_RULE}
          placeholder="买家在砍价页上能看到，例如多久内砍完、怎么下单"
        />
      </Field>
    ),
    problemOf: (own, lines) => {
      const terms = termsOf(typedOf(own, lines))
      return terms && termsProblem(terms)
    },
    planOf: () => ({}),
    buyerLook: ({ peopleNum = 2 }, cheapest) => ({
      price: cheapest?.minPrice ?? null,
      was: cheapest?.price ?? undefined,
      beside: '最低价',
      below: `${peopleNum} 刀砍到底 · 从 ${cheapest?.price ? moneyText(cheapest.price) : '¥—'} 开始砍`,
    }),
  }
  return (
    <ActivityForm<Own>
      kind={kind}
      {...(of && { of })}
      onChoose={(then) =>
        openProductPicker({ mode: 'single', onPick: ([picked]) => picked !== undefined && then(picked.id) })
      }
      send={({ attrValue, ...typed }, stored) => {
        const body = { ...typed, attrValue: attrValue.map(({ minPrice = 0, ...sku }) => ({ ...sku, minPrice })) }
        return stored ? write(bargain.update, { body: { ...body, ...stored } }) : write(bargain.save, { body })
      }}
      onReload={onReload}
    />
  )
}

/** What decides the cuts, of the SKU that takes part. */
function typedOf(own: Partial<Own>, lines: readonly SkuLine[]): TypedCuts {
  const sku = lines.find(({ taken }) => taken)
  return {
    price: sku?.price,
    minPrice: sku?.minPrice,
    people: own.peopleNum,
    low: own.bargainMinPrice,
    high: own.bargainMaxPrice,
  }
}

const ownOf = ({ peopleNum, bargainNum, num, bargainMinPrice, bargainMaxPrice, rule, isHot }: Bargain): Own => ({
  peopleNum,
  bargainNum,
  num,
  bargainMinPrice,
  bargainMaxPrice,
  rule,
  isHot,
})

function Limits() {
  return (
    <>
      <Field
        of={BargainDraft}
        name="peopleNum"
        rules={[{ required: true, message: '砍价人数最少两人' }]}
        extra="砍几刀到最低价，含自己一刀"
      >
        <NumberInput min={2} max={9999} precision={0} suffix="人" className={styles.wide} />
      </Field>
      <Field
        of={BargainDraft}
        name="bargainNum"
        rules={[{ required: true, message: '请输入帮砍次数' }]}
        extra="每人最多帮别人砍几单"
      >
        <NumberInput min={1} max={9999} precision={0} suffix="次" className={styles.wide} />
      </Field>
      <Field
        of={BargainDraft}
        name="num"
        rules={[{ required: true, message: '请输入购买数量限制' }]}
        extra="每人最多发起几次，每次 1 件"
      >
        <NumberInput min={1} max={9999} precision={0} suffix="次" className={styles.wide} />
      </Field>
      <Field of={BargainDraft} name="bargainMinPrice" label="单次最低（选填）" extra="空 = 最少砍 1 分">
        <NumberInput min={0.01} max={999_999.99} precision={2} prefix="¥" className={styles.wide} />
      </Field>
      <Field
        of={BargainDraft}
        name="bargainMaxPrice"
        label="单次最高（选填）"
        dependencies={['bargainMinPrice']}
        rules={[
          ({ getFieldValue }) => ({
            validator: async (_, high: number | null) => {
              const low = getFieldValue('bargainMinPrice')
              if (high && low && high < low) throw new Error('单次最高不能低于单次最低')
            },
          }),
        ]}
        extra="空 = 不限"
      >
        <NumberInput min={0.01} max={999_999.99} precision={2} prefix="¥" className={styles.wide} />
      </Field>
      <Field of={BargainDraft} name="isHot" extra="首页的砍价里排在前面">
        <Switch checkedChildren="推荐" unCheckedChildren="不推荐" />
      </Field>
    </>
  )
}
