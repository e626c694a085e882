import { Alert } from 'antd'
import { PageHeader } from '../../../kit/page/page-header.tsx'
import { GroupSettings } from '../../setting/shared/settings-form/group-settings.tsx'
import { pointsExample } from '../model/points-example.ts'

/** 积分配置: the settings of points, and what they do to an order of 100 yuan, as they are typed. */
export default function PointsConfigPage() {
  return (
    <div style={{ display: 'grid', gap: 12 }}>
      <PageHeader />
      <GroupSettings name="integral" note={(values) => <Example of={values} />} />
    </div>
  )
}

function Example({ of: values }: { of: Readonly<Record<string, unknown>> }) {
  const example = pointsExample(values)
  if (!example) return <Alert type="warning" showIcon title="填写正确后显示 100 元的订单能用、能得多少积分" />
  const { off, text } = example
  return off ? (
    <Alert type="warning" showIcon title="积分抵扣已关闭" description={text} />
  ) : (
    <Alert type="info" showIcon title={text} />
  )
}
