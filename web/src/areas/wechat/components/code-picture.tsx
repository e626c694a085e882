import { useQuery } from '@tanstack/react-query'
import { channelCode } from '@zhanggui/contract/wechat/channel-code.ts'
import { Button, Flex, QRCode, Skeleton } from 'antd'
import { read } from '../../../api/read.ts'
import { Chart } from '../../../kit/chart/chart.tsx'
import { Section } from '../../../kit/detail/detail-page.tsx'
import { Facts } from '../../../kit/detail/parts.tsx'
import { SidePanel } from '../../../kit/dialog/side-panel.tsx'
import { saveFile } from '../../../kit/download.ts'
import { FailedBlock } from '../../../kit/page/block-state.tsx'
import { moneyText } from '../../../kit/text/money.tsx'
import { When } from '../../../kit/text/when.tsx'
import { toBlob } from '../model/data-address.ts'

/** A small picture of a code; the large one is in its panel. */
export function CodePicture({ url, name, size = 44 }: { url: string; name: string; size?: number }) {
  return <QRCode value={url} size={size} bordered={false} type="svg" marginSize={0} aria-label={`「${name}」的码`} />
}

/** 渠道码详情: its picture to print, its days, and what came of those who came by it. */
export function CodePanel({ id, onClose }: { id: number; onClose: () => void }) {
  const { data, error, refetch } = useQuery(read(channelCode.info, { query: { id }, silent: true }))
  const percent = (part: number, of: number) => (of ? `（${Math.round((part / of) * 100)}%）` : '')
  return (
    <SidePanel title={data ? `渠道码：${data.name}` : '渠道码'} width={640} onClose={onClose}>
      {error && !data ? (
        <FailedBlock error={error} onRetry={refetch} />
      ) : !data ? (
        <Skeleton active />
      ) : (
        <>
          <Flex gap={24} wrap align="center" style={{ marginBottom: 16 }}>
            <img src={data.picture} alt={`「${data.name}」的码`} width={180} height={180} />
            <Flex vertical gap={8} align="start">
              <span>
                {data.expireTime ? (
                  <>
                    {data.expired ? '已到期 ' : '到期 '}
                    <When at={data.expireTime} />
                  </>
                ) : (
                  '永久有效'
                )}
              </span>
              <Button onClick={() => saveFile(toBlob(data.picture), `渠道码-${data.name}.png`)}>下载码图</Button>
            </Flex>
          </Flex>
          <Section title="成效">
            <Facts
              items={[
                { label: '扫码次数', value: data.scans.toLocaleString('en-US') },
                {
                  label: '新关注',
                  value: `${data.follows.toLocaleString('en-US')}${percent(data.follows, data.scans)}`,
                },
                { label: '仍在关注', value: data.kept.toLocaleString('en-US') },
                { label: '成为客户', value: data.customers.toLocaleString('en-US') },
                { label: '买过的客户', value: data.buyers.toLocaleString('en-US') },
                { label: '支付订单', value: data.orders.toLocaleString('en-US') },
                { label: '支付金额', value: moneyText(data.paid) },
              ]}
            />
            <p>客户与订单只算最后一次由这张码关注的人，金额已减去退款。</p>
          </Section>
          <Section title="近 30 天">
            <Chart
              kind="bar"
              label="近 30 天每天的扫码和新关注"
              points={data.days.map(({ day }) => day.slice(5))}
              series={[
                { name: '扫码', values: data.days.map(({ scans }) => scans) },
                { name: '新关注', values: data.days.map(({ follows }) => follows), tone: 2 },
              ]}
            />
          </Section>
        </>
      )}
    </SidePanel>
  )
}
