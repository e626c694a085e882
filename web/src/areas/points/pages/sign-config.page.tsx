import { type SignReward, SignRewardDraft, sign } from '@zhanggui/contract/points/sign.ts'
import * as t from '@zhanggui/contract/schema.ts'
import { Input, Tabs } from 'antd'
import { useSearchParams } from 'react-router'
import { FormDialog } from '../../../kit/dialog/form-dialog.tsx'
import { DateRange } from '../../../kit/form/dates/date-range.tsx'
import { Field } from '../../../kit/form/field.tsx'
import { NumberInput } from '../../../kit/form/number-input.tsx'
import { ListPage } from '../../../kit/list-page/list-page.tsx'
import { useList } from '../../../kit/list-page/use-list.ts'
import { PageHeader } from '../../../kit/page/page-header.tsx'
import { CustomerLink } from '../../../kit/text/customer-link.tsx'
import { SignSwitch } from '../components/sign-switch.tsx'

const LOG = 'log'

/** 签到配置: what each day in a row brings, the switch, and who signed in. */
export default function SignConfigPage() {
  const [search, setSearch] = useSearchParams()
  return (
    <>
      <PageHeader acts={<SignSwitch />} />
      <Tabs
        activeKey={search.get('tab') === LOG ? LOG : 'rewards'}
        onChange={(tab) => setSearch(tab === LOG ? { tab } : {}, { replace: true })}
        items={[
          { key: 'rewards', label: '签到奖励', children: <Rewards /> },
          { key: LOG, label: '签到记录', children: <SignLogs /> },
        ]}
      />
    </>
  )
}

/** The whole list, which takes no filters. */
const rewards = { ...sign.list, query: t.Object({}) }

function Rewards() {
  const list = useList(rewards)
  const lastDay = Math.max(0, ...list.rows.map(({ day }) => day))
  return (
    <ListPage
      title=""
      list={list}
      columns={[
        { name: 'day', title: '第几天', width: 120, render: ({ day }) => `第 ${day} 天` },
        { name: 'title', title: '名称', minWidth: 160, card: 'title' },
        { name: 'integral', title: '奖励积分', width: 120, align: 'right' },
        { name: 'experience', title: '奖励经验', width: 120, align: 'right' },
      ]}
      unit="天"
      card={({ title, day, integral, experience }) => ({
        title,
        below: `连续第 ${day} 天`,
        facts: (
          <>
            <span>
              <b>+{integral.toLocaleString('en-US')}</b> 积分
            </span>
            {experience > 0 && <span>+{experience.toLocaleString('en-US')} 经验</span>}
          </>
        ),
      })}
      add={sign.save}
      addText="添加一天"
      edit={sign.update}
      remove={sign.remove}
      nameOf={({ title }) => title}
      // The days leave no gap.
      mayRemove={({ day }) => day === lastDay}
      dialog={(row, close) => <RewardDialog row={row} day={lastDay + 1} onClose={close} />}
      empty="还没有签到奖励"
      purpose="连续签到第几天得多少积分；过了最后一天从第 1 天重新开始"
    />
  )
}

function RewardDialog({ row, day, onClose }: { row: SignReward | undefined; day: number; onClose: () => void }) {
  return (
    <FormDialog
      name="签到奖励"
      add={sign.save}
      edit={sign.update}
      row={row}
      initial={{ day, experience: 0 }}
      toBody={(typed) => ({ ...typed, experience: typed.experience ?? 0 })}
      onClose={onClose}
    >
      <Field of={SignRewardDraft} name="title" />
      <Field of={SignRewardDraft} name="day" extra={row ? '已有的天数不能改' : '天数连续，从第 1 天开始'}>
        <NumberInput min={1} max={31} precision={0} disabled={row !== undefined} style={{ width: '100%' }} />
      </Field>
      <Field of={SignRewardDraft} name="integral" />
      <Field of={SignRewardDraft} name="experience" />
    </FormDialog>
  )
}

function SignLogs() {
  return (
    <ListPage
      title=""
      list={useList(sign.log, { name: LOG })}
      filters={[
        {
          name: 'keywords',
          label: '用户',
          control: <Input allowClear maxLength={64} placeholder="用户昵称、手机号、ID" />,
        },
        { name: 'dateLimit', label: '签到日期', control: <DateRange /> },
        { name: 'uid', hidden: true, label: '用户ID', text: String },
      ]}
      columns={[
        { name: 'id', title: 'ID', width: 90 },
        {
          name: 'nickname',
          title: '用户昵称',
          minWidth: 160,
          card: 'title',
          render: ({ uid, nickname }) => <CustomerLink uid={uid} nickname={nickname} />,
        },
        { name: 'title', title: '名称', minWidth: 140 },
        { name: 'number', title: '奖励积分', width: 120, align: 'right', render: ({ number }) => `+${number}` },
        {
          name: 'experience',
          title: '奖励经验',
          width: 120,
          align: 'right',
          render: ({ experience }) => `+${experience}`,
        },
        { name: 'signDay', title: '签到日期', width: 140 },
      ]}
      unit="次"
      card={({ uid, nickname, title, number, experience, signDay }) => ({
        title: <CustomerLink uid={uid} nickname={nickname} />,
        below: `${signDay} · ${title}`,
        end: (
          <>
            <b>+{number.toLocaleString('en-US')} 积分</b>
            {experience > 0 && `+${experience.toLocaleString('en-US')} 经验`}
          </>
        ),
      })}
      empty="还没有人签到"
      purpose="打开签到开关后，买家每天签到一次，都记在这里"
    />
  )
}
