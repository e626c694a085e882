import { type FrontStore, frontStore } from '@zhanggui/contract/store/front-store.ts'
import { Empty } from '@zhanggui/page-kit/parts/empty.tsx'
import { toast } from '@zhanggui/page-kit/parts/toast.tsx'
import { useState } from 'react'
import { useRead } from '../../api/read.ts'
import { Card } from '../../parts/card.tsx'
import { Loaded } from '../../parts/loaded.tsx'
import { CardBones } from '../../parts/rows.tsx'
import { Screen } from '../../parts/screen.tsx'
import { Button } from '../../parts/typed/button.tsx'
import styles from './stores.module.css'

/** So long the phone may look for its place, in ms. */
const LOOK_MS = 10_000
type Place = { latitude: number; longitude: number }

/** The stores where orders are picked up; the nearest first, once the buyer lets the phone say where it is. */
export default function StoresScreen() {
  const [place, setPlace] = useState<Place>()
  const [isLooking, setLooking] = useState(false)
  const stores = useRead(frontStore.list, { body: { page: 1, limit: 100, ...place } })
  const look = () => {
    if (!navigator.geolocation) return toast('这个浏览器不能定位')
    setLooking(true)
    navigator.geolocation.getCurrentPosition(
      ({ coords: { latitude, longitude } }) => {
        setLooking(false)
        setPlace({ latitude, longitude })
      },
      () => {
        setLooking(false)
        toast('没有拿到位置，请允许定位后再试')
      },
      { timeout: LOOK_MS },
    )
  }
  return (
    <Screen title="门店">
      <div className={styles.near}>
        <span>{place ? '近的在前' : '允许定位后，近的排在前面'}</span>
        {!place && (
          <Button kind="line" size={32} isBusy={isLooking} onClick={look}>
            看离我近的
          </Button>
        )}
      </div>
      <Loaded of={stores} skeleton={<CardBones height={130} />}>
        {({ list }) =>
          list.length ? (
            list.map((store) => <Store key={store.id} of={store} />)
          ) : (
            <Empty icon="pin" text="商家还没有门店">
              <Button to="/">去首页</Button>
            </Empty>
          )
        }
      </Loaded>
    </Screen>
  )
}

const far = (metres: number) => (metres < 1000 ? `${metres} 米` : `${(metres / 1000).toFixed(1)} 公里`)

function Store({ of: { name, address, phone, dayTime, distance, introduction, latitude, longitude } }: Given) {
  const query = new URLSearchParams({
    marker: `coord:${latitude},${longitude};title:${name};addr:${address}`,
    referer: 'zhanggui',
  })
  return (
    <Card>
      <div className={styles.store}>
        <b>{name}</b> {distance !== null && <small>{far(distance)}</small>}
        <p>{address}</p>
        {dayTime && <p>营业 {dayTime.join(' – ')}</p>}
        {introduction && <p>{introduction}</p>}
        <div className={styles.acts}>
          {phone && (
            <Button kind="line" size={32} onClick={() => window.location.assign(`tel:${phone}`)}>
              打电话
            </Button>
          )}
          {(latitude !== 0 || longitude !== 0) && (
            <Button
              kind="line"
              size={32}
              to={`/web?url=${encodeURIComponent(`https://apis.map.qq.com/uri/v1/marker?${query}`)}`}
            >
              看路线
            </Button>
          )}
        </div>
      </div>
    </Card>
  )
}
type Given = { of: FrontStore }
