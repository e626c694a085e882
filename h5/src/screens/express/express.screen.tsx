import { frontShipment, type TracedParcel } from '@zhanggui/contract/order/front-shipment.ts'
import { Empty } from '@zhanggui/page-kit/parts/empty.tsx'
import { useParams } from 'wouter'
import { useRead } from '../../api/read.ts'
import { Card, Cell } from '../../parts/card.tsx'
import { CopyNo } from '../../parts/copy-no.tsx'
import { Loaded } from '../../parts/loaded.tsx'
import { CardBones } from '../../parts/rows.tsx'
import { Screen } from '../../parts/screen.tsx'
import { Button } from '../../parts/typed/button.tsx'
import { Steps } from '../../parts/typed/steps.tsx'

/** Where the parcels of an order are. */
export default function ExpressScreen() {
  const { orderNo = '' } = useParams<{ orderNo: string }>()
  const parcels = useRead(frontShipment.express, { params: { orderNo } })
  return (
    <Screen title="物流">
      <Loaded of={parcels} skeleton={<CardBones height={260} count={2} />}>
        {({ list }) =>
          list.length ? (
            list.map((parcel, index) => (
              <Parcel key={parcel.deliveryNo} of={parcel} name={list.length > 1 ? `包裹 ${index + 1}` : '包裹'} />
            ))
          ) : (
            <Empty icon="truck" text="还没有发出">
              <Button to={`/order/${orderNo}`}>回到订单</Button>
            </Empty>
          )
        }
      </Loaded>
    </Screen>
  )
}

function Parcel({ of: parcel, name }: { of: TracedParcel; name: string }) {
  const { expressName, expressNo, deliveryName, deliveryTel, shipTime, list, deliveryNo } = parcel
  const sent = { key: deliveryNo, text: '商家已发出', time: shipTime.slice(0, 16) }
  return (
    <Card title={name}>
      {expressName && <Cell name={expressName}>{expressNo && <CopyNo text={expressNo} />}</Cell>}
      {deliveryName && (
        <Cell name={`${deliveryName} 送货`}>{deliveryTel && <a href={`tel:${deliveryTel}`}>{deliveryTel}</a>}</Cell>
      )}
      <Steps of={[...list.map(({ status, time }, index) => ({ key: index, text: status, time })), sent]} />
    </Card>
  )
}
