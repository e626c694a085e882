import { useQuery } from '@tanstack/react-query'
import { setting } from '@zhanggui/contract/setting/setting.ts'
import { Alert } from 'antd'
import { read } from '../../../api/read.ts'
import { PageHeader } from '../../../kit/page/page-header.tsx'
import { GroupSettings } from '../../setting/shared/settings-form/group-settings.tsx'
import { configWarnings } from '../model/config-warnings.ts'

/** 分销配置: the settings of distribution, with what they mean for law and refunds as they are typed. */
export default function DistributionConfigPage() {
  return (
    <div style={{ display: 'grid', gap: 12 }}>
      <PageHeader />
      <GroupSettings name="brokerage" note={(values) => <Warnings of={values} />} />
    </div>
  )
}

function Warnings({ of: values }: { of: Readonly<Record<string, unknown>> }) {
  // Who may not read the settings of the shop is not told how long refunds may be asked for.
  const { data } = useQuery(read(setting.info, { params: { group: 'shop' }, silent: true }))
  const warnings = configWarnings(values, data?.values.order_after_sale_days)
  if (!warnings.length) return <Alert type="info" showIcon title="最多两级返佣；以后修改只影响之后付款的订单" />
  return warnings.map((text) => <Alert key={text} type="warning" showIcon title={text} />)
}
