import { useQuery } from '@tanstack/react-query'
import type { Simulation } from '@zhanggui/contract/promotion/simulation.ts'
import { shopUser, type UserRow } from '@zhanggui/contract/user/shop-user.ts'
import { userLevel } from '@zhanggui/contract/user/user-level.ts'
import { Form, Select } from 'antd'
import { read } from '../../../../api/read.ts'
import { useCan } from '../../../../kit/access/can.tsx'
import { NumberInput } from '../../../../kit/form/number-input.tsx'
import { RemoteSelect } from '../../../../kit/form/remote-select.tsx'
import type { Question } from '../../model/question.ts'

type Props = {
  question: Question
  answer: Simulation | undefined
  onChange: (change: Partial<Question>) => void
}

/** Who buys: a customer, or an invented one by level and points. */
export function BuyerFields({ question: { uid, levelId, points }, answer, onChange }: Props) {
  const mayFind = useCan(shopUser.list)
  const mayLevel = useCan(userLevel.list)
  const { data: levels = [] } = useQuery({ ...read(userLevel.list, { query: {}, silent: true }), enabled: mayLevel })
  const buyer = answer && answer.buyer.uid === uid ? answer.buyer : undefined
  const setUid = (next: number | undefined) => onChange({ uid: next, couponUserId: undefined })
  return (
    <>
      <Form.Item label="客户" htmlFor="simulate-uid">
        {mayFind ? (
          <RemoteSelect<UserRow>
            id="simulate-uid"
            of={shopUser.list}
            placeholder="不选按新客户算；输入手机号、昵称或编号"
            style={{ width: '100%' }}
            value={uid}
            known={uid ? [{ id: uid, name: buyer?.nickname || `用户 ${uid}` }] : []}
            nameOf={({ id, nickname, realName, phone }) =>
              [nickname || realName || `用户 ${id}`, phone].filter(Boolean).join(' · ')
            }
            onChange={(next?: number) => setUid(next)}
          />
        ) : (
          <NumberInput<number>
            id="simulate-uid"
            placeholder="客户编号；不填按新客户算"
            style={{ width: '100%' }}
            controls={false}
            precision={0}
            min={1}
            value={uid ?? null}
            onChange={(next) => setUid(next ?? undefined)}
          />
        )}
      </Form.Item>
      {mayLevel && (
        <Form.Item label="会员等级" htmlFor="simulate-level">
          <Select
            id="simulate-level"
            allowClear
            placeholder={uid ? ownLevel(buyer?.levelName) : '无等级'}
            value={levelId}
            options={[
              { value: 0, label: '无等级' },
              ...levels.map(({ id, name, discount }) => ({ value: id, label: `${name}（${discount / 10} 折）` })),
            ]}
            onChange={(next?: number) => onChange({ levelId: next })}
          />
        </Form.Item>
      )}
      <Form.Item label="手里的积分" htmlFor="simulate-points">
        <NumberInput<number>
          id="simulate-points"
          style={{ width: '100%' }}
          controls={false}
          precision={0}
          min={0}
          max={999_999_999}
          placeholder={uid && buyer ? `客户现有 ${buyer.integral.toLocaleString('en-US')}` : '0'}
          value={points ?? null}
          onChange={(next) => onChange({ points: next ?? undefined })}
        />
      </Form.Item>
    </>
  )
}

const ownLevel = (name: string | undefined) => (name === undefined ? '客户自己的' : `客户自己的：${name || '无等级'}`)
