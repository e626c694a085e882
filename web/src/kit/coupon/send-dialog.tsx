import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { coupon } from '@zhanggui/contract/coupon/coupon.ts'
import { couponCopy } from '@zhanggui/contract/coupon/coupon-copy.ts'
import { shopUser, type UserFilter, type UserRow, userFilters } from '@zhanggui/contract/user/shop-user.ts'
import { type Segment, userSegment } from '@zhanggui/contract/user/user-segment.ts'
import { Alert, Button, Form, Input, Segmented } from 'antd'
import { useId, useState } from 'react'
import { read } from '../../api/read.ts'
import { useWrite } from '../../api/use-write.ts'
import { useCan } from '../access/can.tsx'
import { WriteButton } from '../access/write-button.tsx'
import { Dialog } from '../dialog/dialog.tsx'
import { Field } from '../form/field.tsx'
import { RemoteSelect } from '../form/remote-select.tsx'
import { WriteForm } from '../form/write-form.tsx'
import { Face } from '../media/face.tsx'
import { openTasks } from '../tasks.ts'
import { useSettled } from '../use-settled.ts'
import styles from './coupon.module.css'
import { CouponSelect } from './coupon-select.tsx'
import { SendConditions } from './send-conditions.tsx'
import { offerTakeBack, watchSend } from './take-back.ts'

const { body: Body } = couponCopy.receive
/** The most customers that can be named. */
const NAMED_LIMIT = 10_000

type Way = 'users' | 'segment' | 'filter'
type Typed = { couponId?: number; uid?: number[]; segmentId?: number; remark?: string } & UserFilter

type Props = {
  /** The coupon; chosen in the dialog if omitted. */
  of?: { id: number; name: string; lastTotal: number | null }
  /** The customers that were ticked; chosen in the dialog if omitted. */
  uids?: readonly number[]
  /** The customers that are filtered. */
  filter?: UserFilter
  onClose: () => void
}

/** 发放: gives a coupon to customers by name, to a segment or by conditions, and says first how many they are. */
export function SendDialog({ of, uids, filter, onClose }: Props) {
  const [form] = Form.useForm<Typed>()
  const mayList = useCan(shopUser.list)
  const mayPreview = useCan(userSegment.preview)
  const [way, setWay] = useState<Way>(filter ? 'filter' : !uids && !mayList && mayPreview ? 'segment' : 'users')
  const typed = (Form.useWatch([], form) as Typed | undefined) ?? {}
  const given = uids !== undefined || filter !== undefined
  const found = useSendable(of ? undefined : typed.couponId)
  const chosen = of ?? found
  const segment = useSegment(way === 'segment' ? typed.segmentId : undefined)
  const conditions = filter ?? conditionsOf(typed)
  const [asked, isSettled] = useSettled(way === 'filter' ? conditions : (way === 'segment' && segment?.query) || null)
  const preview = useQuery({
    ...read(userSegment.preview, { body: { query: asked ?? {} }, silent: true }),
    enabled: mayPreview && asked !== null && Object.keys(asked).length > 0,
    placeholderData: keepPreviousData,
  })
  const named = uids ?? typed.uid ?? []
  const isKnown = way === 'users' || (isSettled && !preview.isPlaceholderData && !preview.isFetching)
  const count = way === 'users' ? named.length : asked && preview.isEnabled ? preview.data?.size : undefined
  const left = chosen?.lastTotal
  const short = count !== undefined && typeof left === 'number' && left < count

  const send = useWrite(couponCopy.receive, {
    form,
    once: true,
    onSuccess: (answer) => {
      const name = chosen?.name ?? '优惠券'
      onClose()
      if ('taskId' in answer) {
        openTasks()
        watchSend({ taskId: answer.taskId, sendId: answer.sendId, name })
        return
      }
      const { sendId, sent, skipped } = answer
      const whom = segment ? `「${segment.name}」` : ''
      const rest = skipped ? `，跳过 ${skipped} 人（已领过）` : ''
      offerTakeBack(`已给${whom}${whom ? '' : ' '}${sent} 人发了「${name}」${rest}`, sendId)
    },
  })

  function handleFinish({ couponId: id = of?.id ?? 0, remark, segmentId, uid }: Typed) {
    const whom =
      way === 'users' ? { uid: [...(uids ?? uid ?? [])] } : way === 'segment' ? { segmentId } : { filter: conditions }
    send.mutate({ body: { couponId: id, ...whom, ...(remark && { remark }) } })
  }

  const empty = way === 'filter' && !Object.keys(conditions).length
  const act = count === undefined ? '发放' : `发给 ${count.toLocaleString('en-US')} 人`
  return (
    <Dialog
      title={of ? `发放「${of.name}」` : '发放优惠券'}
      width={640}
      onCancel={() => !send.isPending && onClose()}
      footer={[
        <Button key="cancel" disabled={send.isPending} onClick={onClose}>
          不发放
        </Button>,
        <WriteButton
          key="ok"
          type="primary"
          of={send}
          disabled={count === 0 || empty || (mayPreview && !isKnown)}
          onClick={form.submit}
        >
          {act}
        </WriteButton>,
      ]}
    >
      <WriteForm<Typed>
        form={form}
        name={useId()}
        layout="vertical"
        className={styles.send}
        of={send}
        onFinish={handleFinish}
        initialValues={{ couponId: of?.id }}
      >
        {!of && (
          <Field of={Body} name="couponId" label="优惠券" rules={[{ required: true, message: '请选择优惠券' }]}>
            <CouponSelect />
          </Field>
        )}
        {!given && (
          <Segmented<Way>
            className={styles.whom}
            value={way}
            onChange={setWay}
            options={[
              ...(mayList ? [{ value: 'users' as const, label: '指定用户' }] : []),
              ...(mayPreview ? [{ value: 'segment' as const, label: '用户分群' }] : []),
              { value: 'filter' as const, label: '按条件' },
            ]}
          />
        )}
        {way === 'users' && !uids && (
          <Form.Item name="uid" label="用户" rules={[{ required: true, message: '请选择用户！' }]}>
            <RemoteSelect<UserRow>
              of={shopUser.list}
              mode="multiple"
              maxCount={NAMED_LIMIT}
              placeholder="输入手机号、昵称或用户编号"
              nameOf={({ id, nickname, realName, phone }) =>
                `${nickname || realName || `用户 ${id}`}（ID ${id}${phone && `，${phone}`}）`
              }
            />
          </Form.Item>
        )}
        {way === 'segment' && (
          <Form.Item
            name="segmentId"
            label="用户分群"
            rules={[{ required: true, message: '请选择用户分群' }]}
            extra="分群在用户管理里筛选后「存为分群」"
          >
            <RemoteSelect<Segment>
              of={userSegment.list}
              placeholder="请选择用户分群"
              nameOf={({ name, size }) => `${name}（约 ${size.toLocaleString('en-US')} 人）`}
            />
          </Form.Item>
        )}
        {way === 'filter' && !filter && <SendConditions />}
        {filter && <p>用户管理里的当前筛选：{titlesOf(filter)}</p>}
        {count !== undefined && (
          <div className={styles.preview} data-short={short} role="status">
            <span>
              {uids ? '已选' : '共'} <b>{count.toLocaleString('en-US')}</b> 人{way !== 'users' && count > 0 && '，例如'}
            </span>
            {way !== 'users' && <Sample of={preview.data?.sample ?? []} />}
            {short && (
              <span className={styles.short}>
                只剩 {left?.toLocaleString('en-US')} 张，不够发给所有人；请先增加发布数量
              </span>
            )}
          </div>
        )}
        {empty && <Alert type="info" showIcon title="至少填一个条件，再看有多少人" style={{ marginBottom: 16 }} />}
        {way !== 'users' && !mayPreview && (
          <Alert type="info" showIcon title="您没有查看分群的权限，人数以发放时为准" style={{ marginBottom: 16 }} />
        )}
        <Field of={Body} name="remark" label="备注（选填）">
          <Input maxLength={255} allowClear placeholder="只有员工可见" />
        </Field>
      </WriteForm>
    </Dialog>
  )
}

/** Five of whom it goes to. */
function Sample({ of: rows }: { of: readonly UserRow[] }) {
  return (
    <ul className={styles.sample} aria-label="示例用户">
      {rows.slice(0, 5).map((user) => (
        <li key={user.id}>
          <Face user={user} size={20} />
          {user.nickname || user.realName || `用户 ${user.id}`}
        </li>
      ))}
    </ul>
  )
}

/** What is known of a coupon that can be sent. */
function useSendable(id: number | undefined) {
  const { data } = useQuery({
    ...read(coupon.sendList, { query: { limit: 100 }, silent: true }),
    enabled: id !== undefined,
  })
  return data?.list.find((each) => each.id === id)
}

function useSegment(id: number | undefined) {
  const { data } = useQuery({
    ...read(userSegment.list, { query: { limit: 100 }, silent: true }),
    enabled: id !== undefined,
  })
  return data?.list.find((each) => each.id === id)
}

/** The conditions among what was typed, without blank ones. */
function conditionsOf(typed: Typed): UserFilter {
  return Object.fromEntries(
    Object.entries(typed).filter(([name, value]) => name in userFilters && !isBlank(value)),
  ) as UserFilter
}

const isBlank = (value: unknown) =>
  value === undefined || value === null || value === '' || (Array.isArray(value) && !value.length)

const titlesOf = (filter: UserFilter) =>
  Object.keys(filter)
    .map((name) => (userFilters as Record<string, { title?: string }>)[name]?.title ?? name)
    .join('、')
