import StopOutlined from '@ant-design/icons/es/icons/StopOutlined'
import { useQuery } from '@tanstack/react-query'
import { shopUser, type TopDetail, type UserInfo } from '@zhanggui/contract/user/shop-user.ts'
import { sexLabels, userTypeLabels } from '@zhanggui/domain/user/user-type.ts'
import { Button, Dropdown, Progress, Skeleton } from 'antd'
import { type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import { read } from '../../../../api/read.ts'
import { WriteButton } from '../../../../kit/access/write-button.tsx'
import { DetailPage, Section } from '../../../../kit/detail/detail-page.tsx'
import { FactStrip } from '../../../../kit/detail/fact-strip.tsx'
import { Facts, Note } from '../../../../kit/detail/parts.tsx'
import { Revealed } from '../../../../kit/detail/revealed.tsx'
import { Timeline } from '../../../../kit/detail/timeline.tsx'
import { HistoryButton } from '../../../../kit/history/history-button.tsx'
import { useActItems } from '../../../../kit/list-page/row-actions.tsx'
import { Face } from '../../../../kit/media/face.tsx'
import { FailedBlock } from '../../../../kit/page/block-state.tsx'
import { Labels } from '../../../../kit/text/labels.tsx'
import { moneyText } from '../../../../kit/text/money.tsx'
import { When } from '../../../../kit/text/when.tsx'
import { discountText, nameOf } from '../../model/words.ts'
import { UserEditDialog } from '../dialogs/user-dialogs.tsx'
import { useUserActs } from '../use-user-acts.tsx'
import styles from './user-detail.module.css'
import { UserLists } from './user-lists.tsx'

const MAX_NOTES = 20

/** A customer by number: 用户详情 as a page, and beside the list as a drawer. */
export function UserDetailOf({ uid, beside }: { uid: number; beside?: boolean }) {
  const { data, error, refetch } = useQuery(read(shopUser.topDetail, { query: { userId: uid }, silent: true }))
  if (data) return <UserDetail of={data} beside={beside} />
  return error ? <FailedBlock error={error} onRetry={refetch} /> : <Skeleton active paragraph={{ rows: 10 }} />
}

type Props = { of: TopDetail; beside?: boolean | undefined }

function UserDetail({ of: detail, beside }: Props) {
  const { user, counts } = detail
  const { can, actsOf, open, dialogs } = useUserActs()
  const itemOf = useActItems()
  const [editing, setEditing] = useState(false)
  const more = actsOf(user)
    .filter((act) => act !== false)
    .filter(({ label }) => label !== '积分余额')
  const items = more.map((act) => ({ key: act.label, ...itemOf(act) }))

  return (
    <>
      <DetailPage
        {...(!beside && { back: { to: '/member/list', title: '用户管理' } })}
        head={{
          picture: <Face user={user} size={52} />,
          title: nameOf(user),
          beside: <Labels of={labelsOf(user)} max={6} />,
          below: (
            <>
              {user.phone && <Revealed type="user" id={user.id} field="phone" label="手机号" masked={user.phone} />}
              <span>UID {user.id}</span>
              <span>{userTypeLabels[user.userType]}</span>
              <span>
                <When at={user.createTime} /> 注册
              </span>
              {placeOf(user) && <span>{placeOf(user)}</span>}
            </>
          ),
          acts: (
            <>
              {items.length > 0 && (
                <Dropdown trigger={['click']} menu={{ items }}>
                  <Button>更多</Button>
                </Dropdown>
              )}
              <HistoryButton object="shop-user" id={user.id} name={user.nickname} />
              {can(shopUser.update) && can(shopUser.info) && <Button onClick={() => setEditing(true)}>编辑</Button>}
              {can(shopUser.funds) && (
                <WriteButton type="primary" of={shopUser.funds} onClick={() => open('funds', user)}>
                  调余额积分
                </WriteButton>
              )}
            </>
          ),
        }}
        strip={<FactStrip items={figuresOf(detail)} />}
        notes={
          !user.status && (
            <Note tone="alert" icon={<StopOutlined aria-hidden />}>
              <strong>已禁用</strong>
              {user.closeReason && `：${user.closeReason}`}
            </Note>
          )
        }
        side={
          <>
            <Member user={user} />
            <Section title="资料">
              <Facts items={factsOf(user)} />
            </Section>
            {can(shopUser.detailList) && (
              <Notes
                uid={user.id}
                count={counts['10'] ?? 0}
                act={
                  can(shopUser.note) && (
                    <WriteButton type="link" size="small" of={shopUser.note} onClick={() => open('note', user)}>
                      写一条
                    </WriteButton>
                  )
                }
              />
            )}
          </>
        }
      >
        {can(shopUser.detailList) && (
          <Section title="往来明细" flush untitled>
            <UserLists uid={user.id} counts={counts} />
          </Section>
        )}
      </DetailPage>
      {editing && <UserEditDialog user={user} onClose={() => setEditing(false)} />}
      {dialogs}
    </>
  )
}

const count = (value: number) => value.toLocaleString('en-US')
/** Zero means none. */
const yuan = (value: number | null) => (value ? moneyText(value) : '—')
const placeOf = ({ country, province, city }: UserInfo) =>
  [...new Set([country === '中国' ? '' : country, province, city])].filter(Boolean).join(' ')

function labelsOf({ levelName, tags, isPromoter }: UserInfo): string[] {
  return [levelName, isPromoter ? '推广员' : '', ...tags.map(({ name }) => name)].filter(Boolean)
}

function figuresOf(of: TopDetail) {
  return [
    {
      label: '累计消费',
      value: yuan(of.allConsumeCount),
      below: of.monthConsumeCount ? `本月 ${moneyText(of.monthConsumeCount)}` : undefined,
    },
    ...(of.user.pastMoney || of.user.pastCount
      ? [
          {
            label: '历史消费',
            value: yuan(of.user.pastMoney),
            below: of.user.pastCount > 0 && `${count(of.user.pastCount)} 单`,
          },
        ]
      : []),
    {
      label: '已付订单',
      value: of.allOrderCount ? `${count(of.allOrderCount)} 单` : '—',
      below: of.monthOrderCount > 0 && `本月 ${count(of.monthOrderCount)} 单`,
    },
    { label: '客单价', value: yuan(of.avgPrice) },
    { label: '退款', value: of.refundCount ? `${of.refundCount} 笔 ${yuan(of.refundMoney)}` : '—' },
    { label: '余额', value: of.balance === null ? '—' : moneyText(of.balance) },
    { label: '积分', value: of.integralCount === null ? '—' : count(of.integralCount) },
    { label: '可用优惠券', value: of.couponCount === null ? '—' : `${count(of.couponCount)} 张` },
    { label: '上次下单', value: <When at={of.lastPayTime} /> },
  ]
}

function factsOf(user: UserInfo) {
  return [
    { label: '真实姓名', value: user.realName },
    { label: '性别', value: user.sex > 0 && sexLabels[user.sex] },
    { label: '生日', value: user.birthday },
    {
      label: '身份证号',
      value: user.cardId && <Revealed type="user" id={user.id} field="cardId" label="身份证号" masked={user.cardId} />,
    },
    {
      label: '详细地址',
      value: user.hasAddress && <Revealed type="user" id={user.id} field="address" label="详细地址" masked="已填写" />,
    },
    { label: '分组', value: user.groupName },
    {
      label: '推荐人',
      value: user.spreadUid > 0 && (
        <>
          <Link to={`/member/detail/${user.spreadUid}`}>{user.spreadNickname || `用户 ${user.spreadUid}`}</Link>
          {user.spreadTime && (
            <>
              {' '}
              <When at={user.spreadTime} /> 绑定
            </>
          )}
        </>
      ),
    },
    { label: '直属下级', value: user.spreadCount > 0 && `${count(user.spreadCount)} 人` },
    { label: '公众号', value: user.subscribe && '已关注' },
    { label: '近次访问', value: user.lastLoginTime && <When at={user.lastLoginTime} /> },
    { label: '备注', value: user.mark },
  ].map(({ label, value }) => ({ label, value: value || '' }))
}

/** The level, and how far it is to the next one. */
function Member({ user }: { user: UserInfo }) {
  const { levelName, levelDiscount, levelAuto, experience, nextLevel } = user
  if (experience === null) return null
  const name = levelName ? `${levelName} · ${discountText(levelDiscount)}` : '无等级'
  return (
    <Section title="会员" count={`${name}${levelName && !levelAuto ? ' · 手动给的' : ''}`}>
      <div className={styles.member}>
        <span>
          成长值 <b>{count(experience)}</b>
        </span>
        <span className={styles.muted}>
          {nextLevel
            ? `再 ${count(nextLevel.experience - experience)} 升${nextLevel.name}（${discountText(nextLevel.discount)}）`
            : levelName && '已是最高等级'}
        </span>
      </div>
      {nextLevel && (
        <Progress
          percent={Math.min(100, (experience / nextLevel.experience) * 100)}
          showInfo={false}
          size="small"
          aria-label="升级进度"
        />
      )}
    </Section>
  )
}

function Notes({ uid, count: total, act }: { uid: number; count: number; act: ReactNode }) {
  const query = { userId: uid, type: 10 as const, limit: MAX_NOTES }
  const { data } = useQuery(read(shopUser.detailList, { query, silent: true }))
  const rows = data?.list ?? []
  return (
    <Section title="跟进记录" count={total > 0 && count(total)} acts={act}>
      {rows.length ? (
        <Timeline
          items={rows.map(({ id, createTime, content, operatorName }) => ({
            key: String(id),
            at: createTime,
            tone: 'promo',
            kind: 'note',
            content: (
              <>
                {content}
                <div className={styles.muted}>{operatorName}</div>
              </>
            ),
          }))}
        />
      ) : (
        <span className={styles.muted}>还没有记录，聊过什么写一条，下次谁接待都知道</span>
      )}
    </Section>
  )
}
