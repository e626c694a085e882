import DeleteOutlined from '@ant-design/icons/es/icons/DeleteOutlined'
import ExclamationCircleOutlined from '@ant-design/icons/es/icons/ExclamationCircleOutlined'
import GiftOutlined from '@ant-design/icons/es/icons/GiftOutlined'
import PrinterOutlined from '@ant-design/icons/es/icons/PrinterOutlined'
import SendOutlined from '@ant-design/icons/es/icons/SendOutlined'
import UndoOutlined from '@ant-design/icons/es/icons/UndoOutlined'
import { Button, Input, Select, Skeleton, Switch } from 'antd'
import { type ReactNode, useState } from 'react'
import { CallError } from '../api/call-error.ts'
import { BarList, Progress, ShareBar } from '../kit/chart/bars.tsx'
import { Chart } from '../kit/chart/chart.tsx'
import { Sparkline } from '../kit/chart/sparkline.tsx'
import { Section } from '../kit/detail/detail-page.tsx'
import { Effects } from '../kit/detail/effects.tsx'
import { Facts, Lines, Note, Steps, SumColumn } from '../kit/detail/parts.tsx'
import { Timeline } from '../kit/detail/timeline.tsx'
import { CopyText } from '../kit/feedback/copy-text.tsx'
import { Checklist } from '../kit/figures/checklist.tsx'
import { MetricTile, MetricTiles } from '../kit/figures/metric-tile.tsx'
import { TodoStrip } from '../kit/figures/todo-strip.tsx'
import { ScanField } from '../kit/form/scan/scan-field.tsx'
import { NewRowsBar } from '../kit/list-page/new-rows.tsx'
import { OvertakenBar } from '../kit/list-page/overtaken-bar.tsx'
import { MoreActions, NextAct } from '../kit/list-page/row-actions.tsx'
import { StateTabs } from '../kit/list-page/state-tabs.tsx'
import { ListViews } from '../kit/list-page/views/list-views.ts'
import { EmptyBlock, FailedBlock, NothingFound } from '../kit/page/block-state.tsx'
import { PageHeader } from '../kit/page/page-header.tsx'
import { tones } from '../kit/settings/palette.ts'
import { solidOf, themeColours } from '../kit/settings/theme.ts'
import { Labels } from '../kit/text/labels.tsx'
import { Money, moneyText } from '../kit/text/money.tsx'
import { StateTag } from '../kit/text/state-tag.tsx'
import { type StateName, type StateOf, states } from '../kit/text/states.ts'
import { TwoLine } from '../kit/text/two-line.tsx'
import { When } from '../kit/text/when.tsx'
import styles from './parts.module.css'

const toneWords = {
  todo: ['要我做', '待发货、待核销、库存预警'],
  alert: ['有风险', '申请退款、超时、售罄'],
  wait: ['等别人', '待付款、待收货、未开始'],
  done: ['好 / 进行中', '交易完成、出售中'],
  promo: ['营销', '待成团、拼团、秒杀'],
  idle: ['结束 / 停用', '已关闭、已退款、仓库中'],
} as const
const chartColours = ['--s1', '--s2', '--s3', '--s4', '--s5', '--s6', '--was']
const labels = ['首单', '可合单 2', '催发货', '大额', '已改价', '挂起', '待收款', '部分退款']
const hours = Array.from({ length: 12 }, (_, index) => `${String(index * 2).padStart(2, '0')}:00`)
const yesterday = [0, 200, 300, 420, 1500, 4200, 7600, 9800, 11200, 13000, 16800, 19324.8]
const today = [0, 150, 280, 350, 1600, 4800, 9300, 12846.3, null, null, null, null]
const days = Array.from({ length: 14 }, (_, index) => `11-${String(index + 7).padStart(2, '0')}`)
const orders = [92, 120, 129, 117, 95, 83, 77, 104, 132, 141, 128, 106, 78, 98]
const noop = () => undefined
const lines = [
  { id: 1, name: '原野 云南小粒咖啡豆', price: 56.91, count: 2 },
  { id: 2, name: '原野 手冲滤纸 V60', price: 33.73, count: 1 },
]
const failure = new Error('网络断了')
const forbidden = new CallError({
  kind: 'http',
  status: 403,
  body: {},
  retryAfter: null,
  silent: true,
  sentVersion: false,
})

/** Every part of the kit that stands by itself, with what it shows at its best and at its worst. */
export function Parts({ appearance }: { appearance: string }) {
  const [tab, setTab] = useState('all')
  const [folded, setFolded] = useState(false)
  return (
    <>
      <PageHeader
        title={appearance}
        summary={
          <>
            今天 <b>98</b> 单，已付 <b>86</b> 单 <b>{moneyText(12846.3)}</b>
          </>
        }
        acts={<Button icon={<PrinterOutlined aria-hidden />}>打印</Button>}
      />
      <Part name="色调：颜色只说一件事，该谁动">
        <div className={styles.tones}>
          {tones.map((tone) => (
            <Note key={tone} tone={tone}>
              <strong>{toneWords[tone][0]}</strong>
              <div>{toneWords[tone][1]}</div>
            </Note>
          ))}
        </div>
      </Part>
      <Part name="状态：圆环画进度，勾是好结果，灰是结束">
        <div className={styles.states}>
          {(Object.keys(states) as StateOf[]).flatMap((of) =>
            namesOf(of).map((name) => <Tagged key={`${of} ${name}`} of={of} name={name} />),
          )}
        </div>
      </Part>
      <Part name="标签">
        <Labels of={labels} max={7} />
      </Part>
      <Part name="按钮：一屏一个实心；删除红字">
        <div className={styles.row}>
          <Button type="primary" icon={<SendOutlined aria-hidden />}>
            发货
          </Button>
          <Button>退款 ¥59.27</Button>
          <Button danger icon={<DeleteOutlined aria-hidden />}>
            删除
          </Button>
          <NextAct ours of={[{ label: '发货', onClick: noop }]} />
          <NextAct of={[false, { label: '详情', onClick: noop }]} />
          <Button type="link">编辑</Button>
          <Button disabled>不可用</Button>
          <Switch defaultChecked aria-label="开" />
          <Switch aria-label="关" />
        </div>
      </Part>
      <Part name="主题色与它的实心色">
        <div className={styles.row}>
          {themeColours.map((colour) => (
            <span key={colour} className={styles.theme} style={{ background: solidOf(colour).solid }}>
              {colour}
              <br />
              {solidOf(colour).solid}
            </span>
          ))}
        </div>
      </Part>
      <Part name="字、钱、时间">
        <div className={styles.row}>
          <Money value={12846.3} />
          <Money value={-9.25} />
          <Money value={56.91} old={59.9} />
          <Money value={null} />
          <When at="2025-11-13 09:07:22" />
          <When at="2035-11-13 09:07:22" kind="deadline" />
          <When at="2025-11-13 09:07:22" kind="deadline" />
          <TwoLine top="中烘 250g" below="YY-KF-250M" />
          <CopyText text="20261120135612507318" />
        </div>
      </Part>
      <Part name="输入">
        <div className={styles.row}>
          <Input style={{ width: 180 }} placeholder="商品名、编码、条码" aria-label="搜索" />
          <Select
            style={{ width: 120 }}
            value="all"
            options={[{ value: 'all', label: '全部分类' }]}
            aria-label="分类"
          />
          <div style={{ width: 280 }}>
            <ScanField label="扫码或输入核销码" onScan={async () => true} />
          </div>
        </div>
      </Part>
      <Part name="列表的状态">
        <div className={styles.card}>
          <ListViews value={partViews}>
            <StateTabs
              value={tab}
              onChange={setTab}
              tabs={[
                { key: 'all', label: '全部', count: 14658 },
                { key: 'todo', label: '待发货', count: 38, tone: 'todo' },
                { key: 'alert', label: '退款中', count: 5, tone: 'alert' },
                { key: 'none', label: '待核销', count: 0, tone: 'todo' },
              ]}
            />
          </ListViews>
          <NewRowsBar count={2} of="笔新订单" onShow={noop} />
          <div className={styles.listRow}>
            <div>
              <TwoLine top="20261120135612507318" below="中烘 250g ×2 · 共 6 件" />
              <OvertakenBar of={{ text: '刚被许北改过：已发货', onRead: noop }} />
            </div>
            <span className={styles.listActs}>
              <NextAct ours of={[false, { label: '发货', onClick: noop }, { label: '详情', onClick: noop }]} />
              <MoreActions name="订单" of={[{ label: '备注', onClick: noop }]} />
            </span>
          </div>
        </div>
      </Part>
      <Part name="待办">
        <TodoStrip
          items={[
            { key: 'send', title: '待发货', count: 38, note: '3 单已超时', urgent: true, to: '/' },
            { key: 'verify', title: '待核销', count: 9, note: '湖滨店 6', to: '/' },
            { key: 'approve', title: '待审批', count: 0, to: '/' },
          ]}
        />
      </Part>
      <Part name="关键数字">
        <MetricTiles>
          <MetricTile
            title="销售额"
            definition="已付款的订单，含改价"
            value={moneyText(12846.3)}
            growth={17.7}
            below="昨天全天 ¥19,324.80"
            spark={<Sparkline values={[3, 4, 3, 7, 6, 9, 10]} />}
          />
          <MetricTile title="访客" value="2,316" growth={-3.7} below="浏览 9,842" to="/" />
          <MetricTile title="处理器" value="12%">
            <Sparkline wide label="处理器使用率" values={[1, 3, 2, 5, 4, 6, 3]} max={10} />
          </MetricTile>
        </MetricTiles>
      </Part>
      <Part name="图表">
        <div className={styles.cells}>
          <div className={styles.card}>
            <Chart
              kind="line"
              label="今天卖到 14 点 ¥12,846.30，昨天全天 ¥19,324.80"
              points={hours}
              series={[
                { name: '今天', values: today },
                { name: '昨天', values: yesterday, before: true },
              ]}
              format={moneyText}
            />
          </div>
          <div className={styles.card}>
            <Chart
              kind="bar"
              label="近 14 天订单量，最多 141 单"
              points={days}
              series={[
                { name: '本期', values: orders },
                { name: '上期', values: [...orders].reverse(), before: true },
              ]}
            />
          </div>
        </div>
        <div className={styles.colours} style={{ marginTop: 12 }}>
          {chartColours.map((name) => (
            <span key={name} style={{ background: `var(${name})` }} />
          ))}
        </div>
      </Part>
      <Part name="排行、构成、进度">
        <div className={styles.cells}>
          <div className={styles.card}>
            <BarList
              label="商品排行"
              items={[
                { key: 1, title: '原野 云南小粒咖啡豆，中烘，二百五十克装，附手冲说明卡', value: 36, text: '36 件' },
                { key: 2, title: '回声 头戴降噪耳机', value: 12, text: '12 件' },
              ]}
            />
          </div>
          <div className={styles.card}>
            <ShareBar
              label="客户构成"
              items={[
                { key: 0, title: '没买过', value: 11984, tone: 'idle' },
                { key: 1, title: '买过 1 次', value: 3906 },
                { key: 2, title: '2–3 次', value: 1648 },
                { key: 3, title: '4 次以上', value: 0 },
              ]}
            />
          </div>
          <div className={styles.card}>
            <Progress value={312} of={1000} label="已领取" />
          </div>
        </div>
      </Part>
      <Part name="清单">
        <Checklist
          title="开店清单"
          note="没有标可选的几项做完，商品就能卖了"
          folded={folded}
          onFold={setFolded}
          steps={[
            { key: 'a', title: '店铺信息', done: true, text: '名称、标志、客服电话已填', to: '/', act: '修改' },
            {
              key: 'b',
              title: '上架第一件商品',
              done: false,
              text: '一件件添加，也可以导入',
              to: '/',
              act: '添加商品',
            },
            { key: 'c', title: '邀请同事', done: false, optional: true, text: '各看各的', to: '/', act: '添加账号' },
          ]}
        />
      </Part>
      <Part name="详情">
        <Steps
          items={[
            { title: '下单', below: '今天 13:56', state: 'done' },
            { title: '付款', below: '今天 13:58', state: 'done' },
            { title: '等我发货', below: '还剩 1 天 23 小时', state: 'now' },
            { title: '完成', state: 'later' },
          ]}
        />
        <div className={styles.part}>
          <Note tone="alert" icon={<ExclamationCircleOutlined aria-hidden />} act={<Button>去补货</Button>}>
            <strong>深烘 500g 售罄</strong>
          </Note>
        </div>
        <div className={styles.part}>
          <Section title="商品" count="2 种 3 件" flush>
            <Lines
              rows={lines}
              columns={[
                { title: '商品', ellipsis: true, render: ({ name }) => name },
                { title: '成交价', width: 96, align: 'right', render: ({ price }) => moneyText(price) },
                { title: '数量', width: 72, align: 'right', sum: 3, render: ({ count }) => `×${count}` },
              ]}
            />
          </Section>
        </div>
        <div className={`${styles.part} ${styles.cells}`}>
          <Section title="金额">
            <SumColumn
              rows={[
                { label: '商品原价', value: 185.27 },
                { label: '会员价', note: '银卡 95 折', value: -9.25 },
                { label: '运费', note: '标准快递', value: 8 },
              ]}
              total={{ label: '实付', value: 184.02 }}
            />
          </Section>
          <Section title="退款">
            <Effects
              items={[
                { icon: <UndoOutlined aria-hidden />, label: '退回用掉的积分', value: '+1,410' },
                { icon: <GiftOutlined aria-hidden />, label: '秋冬咖啡券', value: '不退，未全额退款', none: true },
              ]}
            />
          </Section>
          <Section
            title="来源"
            acts={
              <Button type="link" size="small">
                打开
              </Button>
            }
          >
            <Facts
              items={[
                { label: '渠道', value: '小程序' },
                { label: '发货', value: '总仓 · 标准快递' },
              ]}
            />
          </Section>
          <Section title="动态">
            <Timeline
              kinds={{ money: '钱', note: '备注' }}
              items={[
                { key: '1', at: '2025-11-13 14:05:00', tone: 'promo', kind: 'note', content: '沈小满 备注：老客' },
                { key: '2', at: '2025-11-13 13:58:00', tone: 'done', kind: 'money', content: '付款成功 ¥134.02' },
              ]}
            />
          </Section>
        </div>
      </Part>
      <Part name="空、筛空、失败、无权限、加载">
        <div className={styles.cells}>
          <div className={styles.card}>
            <EmptyBlock text="还没有优惠券" more="买家领券下单，你看得到每张带来多少" />
          </div>
          <div className={styles.card}>
            <NothingFound count={3} of="订单" onClear={noop} />
          </div>
          <div className={styles.card}>
            <FailedBlock error={failure} onRetry={noop} />
          </div>
          <div className={styles.card}>
            <FailedBlock error={forbidden} onRetry={noop} />
          </div>
          <div className={styles.card}>
            <Skeleton title={false} paragraph={{ rows: 5 }} />
          </div>
        </div>
      </Part>
    </>
  )
}

function Part({ name, children }: { name: string; children: ReactNode }) {
  return (
    <section className={styles.part}>
      <h2>{name}</h2>
      {children}
    </section>
  )
}

const namesOf = <Of extends StateOf>(of: Of) => Object.keys(states[of]) as StateName<Of>[]

/** One state of any object: name and object come from the same table. */
function Tagged<Of extends StateOf>({ of, name }: { of: Of; name: StateName<Of> }) {
  return <StateTag of={of} value={name} />
}

const partViews = {
  tabs: [
    { key: 'late', label: '超时未发', count: 3, tone: 'alert' },
    { key: 'big', label: '大额待发', count: 2 },
  ],
  active: undefined,
  open: noop,
  leave: noop,
} as const
