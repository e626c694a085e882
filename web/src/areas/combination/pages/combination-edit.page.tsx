import { type Combination, CombinationDraft, combination } from '@zhanggui/contract/combination/combination.ts'
import { Form, Switch } from 'antd'
import { write } from '../../../api/write.ts'
import { ActivityForm } from '../../../kit/activity-form/activity-form.tsx'
import type { ActivityKind, OwnFields } from '../../../kit/activity-form/activity-kind.ts'
import { ActivityPage } from '../../../kit/activity-form/activity-page.tsx'
import { Field } from '../../../kit/form/field.tsx'
import { NumberInput } from '../../../kit/form/number-input.tsx'
import { moneyText } from '../../../kit/text/money.tsx'
import { openProductPicker } from '../../product/shared/picker/product-picker.tsx'
import styles from '../components/combination.module.css'
import { combinationScreens, fillText, hoursText } from '../model/combination-words.ts'

type Own = OwnFields<CombinationDraft>
const usual: Own = { people: 2, effectiveTime: 24, num: 1, onceNum: 1, virtualRation: 0, isHot: false }

/** 添加, 编辑 and 详情 of a team product. */
export default function CombinationEditPage() {
  return (
    <ActivityPage<Combination>
      kind={combinationScreens}
      facts={(of) => [
        { label: '拼团人数', value: `${of.people} 人` },
        { label: '拼团时效', value: `开团后 ${hoursText(of.effectiveTime)}` },
        { label: '补齐人数', value: fillText(of.virtualRation) },
        { label: '限购', value: `每单 ${of.onceNum} 件，每人 ${of.num} 件` },
        { label: '成团', value: `${of.countPeoplePink} 个，${of.countPeople} 人参与` },
        { label: '热门推荐', value: of.isHot && '是' },
      ]}
      form={(of, onReload) => <CombinationForm of={of} onReload={onReload} />}
    />
  )
}

function CombinationForm({ of, onReload }: { of: Combination | undefined; onReload: () => void }) {
  const kind: ActivityKind<Own> = {
    ...combinationScreens,
    draft: CombinationDraft,
    own: of ? ownOf(of) : usual,
    when: <Time />,
    limits: <Limits />,
    planOf: () => ({}),
    buyerLook: ({ people = 2, num = 1 }, cheapest) => ({
      price: cheapest?.price ?? null,
      was: cheapest?.salePrice,
      beside: `${people} 人团`,
      below: `还差 ${people - 1} 人成团 · 单独买 ${cheapest ? moneyText(cheapest.salePrice) : '¥—'} · 每人限 ${num} 件`,
    }),
  }
  return (
    <ActivityForm<Own>
      kind={kind}
      {...(of && { of })}
      onChoose={(then) =>
        openProductPicker({ mode: 'single', onPick: ([picked]) => picked !== undefined && then(picked.id) })
      }
      send={(body, stored) =>
        stored ? write(combination.update, { body: { ...body, ...stored } }) : write(combination.save, { body })
      }
      onReload={onReload}
    />
  )
}

const ownOf = ({ people, effectiveTime, num, onceNum, virtualRation, isHot }: Combination): Own => ({
  people,
  effectiveTime,
  num,
  onceNum,
  virtualRation,
  isHot,
})

function Time() {
  return (
    <Field
      of={CombinationDraft}
      name="effectiveTime"
      rules={[{ required: true, message: '请输入拼团时效' }]}
      extra="开团后这么久没满就结束，最晚到活动结束"
    >
      <NumberInput min={1} max={720} precision={0} suffix="小时" className={styles.wide} />
    </Field>
  )
}

function Limits() {
  return (
    <>
      <Field
        of={CombinationDraft}
        name="people"
        rules={[{ required: true, message: '拼团人数不能小于2' }]}
        extra="含团长"
      >
        <NumberInput min={2} max={1000} precision={0} suffix="人" className={styles.wide} />
      </Field>
      <Virtual />
      <Field
        of={CombinationDraft}
        name="num"
        rules={[{ required: true, message: '请输入购买数量限制' }]}
        extra="整个活动每人最多"
      >
        <NumberInput min={1} max={999_999} precision={0} suffix="件" className={styles.wide} />
      </Field>
      <Field
        of={CombinationDraft}
        name="onceNum"
        dependencies={['num']}
        rules={[
          { required: true, message: '请输入单次购买数量限制' },
          ({ getFieldValue }) => ({
            validator: async (_, once: number | null) => {
              const most = getFieldValue('num')
              if (once && most && once > most) throw new Error('单次购买数量不能大于购买数量限制')
            },
          }),
        ]}
        extra="每单最多"
      >
        <NumberInput min={1} max={999_999} precision={0} suffix="件" className={styles.wide} />
      </Field>
      <Field of={CombinationDraft} name="isHot" extra="首页的拼团里排在前面">
        <Switch checkedChildren="推荐" unCheckedChildren="不推荐" />
      </Field>
    </>
  )
}

/** 补齐人数, and what it means for a team that is not full. */
function Virtual() {
  const people = Form.useWatch<number | null>('people') ?? 2
  const filled = Form.useWatch<number | null>('virtualRation') ?? 0
  return (
    <Field
      of={CombinationDraft}
      name="virtualRation"
      dependencies={['people']}
      rules={[
        {
          validator: async (_, most: number | null) => {
            if (most && most >= people) throw new Error('补齐人数要小于拼团人数')
          },
        },
      ]}
      extra={filled > 0 && filled < people ? `到期有 ${people - filled} 人付款就成团` : '0 = 不补，到期没满就全部退款'}
    >
      <NumberInput min={0} max={999} precision={0} suffix="人" className={styles.wide} />
    </Field>
  )
}
