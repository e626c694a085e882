import { useQuery } from '@tanstack/react-query'
import { type PromoterRow, promoter } from '@zhanggui/contract/distribution/promoter.ts'
import { setting } from '@zhanggui/contract/setting/setting.ts'
import { shopUser } from '@zhanggui/contract/user/shop-user.ts'
import { Button, Dropdown, Skeleton, Tabs } from 'antd'
import { Link, useNavigate, useParams } from 'react-router'
import { read } from '../../../api/read.ts'
import { Can, HasPermi } from '../../../kit/access/can.tsx'
import { DetailPage, Section } from '../../../kit/detail/detail-page.tsx'
import { FactStrip } from '../../../kit/detail/fact-strip.tsx'
import { Facts } from '../../../kit/detail/parts.tsx'
import { Revealed } from '../../../kit/detail/revealed.tsx'
import { useActItems } from '../../../kit/list-page/row-actions.tsx'
import { Face } from '../../../kit/media/face.tsx'
import { EmptyBlock, FailedBlock } from '../../../kit/page/block-state.tsx'
import { usePageName } from '../../../kit/page/page-name.ts'
import { Labels } from '../../../kit/text/labels.tsx'
import { moneyText } from '../../../kit/text/money.tsx'
import { When } from '../../../kit/text/when.tsx'
import styles from '../components/distribution.module.css'
import { PeopleList } from '../components/people-list.tsx'
import { PromoterTree } from '../components/promoter-tree.tsx'
import { SpreadOrderList } from '../components/spread-order-list.tsx'
import { usePromoterActs } from '../components/use-promoter-acts.tsx'
import { nameOf, promoterAddress } from '../model/promoter-words.ts'

/** 分销员: where the commission of one promoter went, their people and orders. */
export default function PromoterDetailPage() {
  const uid = Number(useParams().id) || 0
  const { data, error, refetch } = useQuery(read(promoter.list, { query: { uid }, silent: true }))
  const row = data?.list[0]
  usePageName(row && `分销员 · ${nameOf(row)}`, '分销员')
  if (row) return <PromoterDetail of={row} />
  if (error) return <FailedBlock error={error} onRetry={refetch} />
  return data ? <EmptyBlock text="没有这位分销员" /> : <Skeleton active paragraph={{ rows: 10 }} />
}

function PromoterDetail({ of: row }: { of: PromoterRow }) {
  const { can, actsOf, dialogs } = usePromoterActs()
  const itemOf = useActItems()
  const navigate = useNavigate()
  const items = actsOf(row)
    .filter((act) => act !== false)
    .map((act) => ({ key: act.label, ...itemOf(act) }))
  const tabs = [
    can(promoter.orders) && { key: 'orders', label: '推广订单', children: <SpreadOrderList uid={row.id} /> },
    can(promoter.people) && { key: 'people', label: '推广人', children: <PeopleList uid={row.id} /> },
  ].filter((tab) => tab !== false)
  return (
    <>
      <DetailPage
        back={{ to: '/distribution/list', title: '分销员管理' }}
        head={{
          picture: <Face user={row} size={52} />,
          title: nameOf(row),
          beside: <Labels of={[row.isPromoter ? '分销员' : '', row.status ? '' : '已禁用'].filter(Boolean)} />,
          below: (
            <>
              {row.phone && <Revealed type="user" id={row.id} field="phone" label="手机号" masked={row.phone} />}
              <span>UID {row.id}</span>
              {row.promoterTime && (
                <span>
                  <When at={row.promoterTime} /> 成为分销员
                </span>
              )}
              {row.spreadUid > 0 && (
                <span>
                  上级 <Link to={promoterAddress(row.spreadUid)}>{row.spreadNickname || `用户 ${row.spreadUid}`}</Link>
                </span>
              )}
            </>
          ),
          acts: (
            <>
              {items.length > 0 && (
                <Dropdown trigger={['click']} menu={{ items }}>
                  <Button>更多</Button>
                </Dropdown>
              )}
              <Can do={shopUser.topDetail}>
                <Button onClick={() => navigate(`/member/detail/${row.id}`)}>客户页</Button>
              </Can>
            </>
          ),
        }}
        strip={<FactStrip items={figuresOf(row)} />}
        side={
          <>
            {can(promoter.tree) && (
              <Section
                title="推广关系"
                count={row.spreadCount > 0 && `直属 ${row.spreadCount.toLocaleString('en-US')} 人`}
              >
                <PromoterTree uid={row.id} />
              </Section>
            )}
            <HasPermi value={['admin:retail:spread:manage:get']}>
              <Section title="规则" acts={<Link to="/distribution/config">分销配置</Link>}>
                <Rules />
              </Section>
            </HasPermi>
          </>
        }
      >
        {tabs.length > 0 && (
          <Section title="往来" flush untitled>
            <Tabs className={styles.panels} items={tabs} tabBarStyle={{ padding: '0 16px' }} />
          </Section>
        )}
      </DetailPage>
      {dialogs}
    </>
  )
}

function figuresOf(row: PromoterRow) {
  const yuan = (value: number) => (value ? moneyText(value) : '—')
  const own = row.brokeragePrice
  return [
    {
      label: '推广销售额',
      value: yuan(row.spreadOrderTotalPrice),
      below: row.spreadOrderNum > 0 && `${row.spreadOrderNum.toLocaleString('en-US')} 单`,
    },
    { label: '累计佣金', value: yuan(row.totalBrokeragePrice), below: '已扣除退款扣回' },
    { label: '冻结', value: yuan(row.freezeBrokeragePrice), below: '待收货和未解冻' },
    { label: '可提', value: own < 0 ? <span className={styles.less}>{moneyText(own)}</span> : yuan(own) },
    {
      label: '已提现',
      value: yuan(row.extractCountPrice),
      below: row.extractCountNum > 0 && `${row.extractCountNum} 次`,
    },
    { label: '推广的人', value: row.spreadCount ? `${row.spreadCount.toLocaleString('en-US')} 人` : '—' },
  ]
}

/** What earns how much, by the settings of now. */
function Rules() {
  const { data } = useQuery(read(setting.info, { params: { group: 'brokerage' }, silent: true }))
  const values = data?.values
  if (!values) return <Skeleton active paragraph={{ rows: 3 }} />
  const base = values.brokerage_base === 'unit' ? '按商品售价' : '按实付'
  return (
    <Facts
      items={[
        { label: '一级', value: `${values.store_brokerage_ratio}%，${base}` },
        { label: '二级', value: `${values.store_brokerage_two}%` },
        { label: '自己买', value: values.brokerage_self ? '按一级返佣' : '不算佣金' },
        { label: '活动单', value: values.brokerage_activity ? '算佣金' : '不算佣金' },
        { label: '冻结', value: `收货后 ${values.extract_time} 天` },
        { label: '关系', value: values.brokerage_bind_days ? `${values.brokerage_bind_days} 天有效` : '长期有效' },
      ]}
    />
  )
}
