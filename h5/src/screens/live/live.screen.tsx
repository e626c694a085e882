import { type FrontRoom, frontLive } from '@zhanggui/contract/live/front-live.ts'
import { Empty } from '@zhanggui/page-kit/parts/empty.tsx'
import { Sheet } from '@zhanggui/page-kit/parts/sheet.tsx'
import { useState } from 'react'
import { useRead } from '../../api/read.ts'
import { Card } from '../../parts/card.tsx'
import { Loaded } from '../../parts/loaded.tsx'
import { CardBones } from '../../parts/rows.tsx'
import { Screen } from '../../parts/screen.tsx'
import { Button } from '../../parts/typed/button.tsx'
import styles from './live.module.css'

/** The shop's broadcasts. They are watched in WeChat alone, which is said here with the code that opens them; replays open at once. */
export default function LiveScreen() {
  const rooms = useRead(frontLive.list, { query: { page: 1, limit: 50 } })
  const [opened, setOpened] = useState<FrontRoom>()
  return (
    <Screen title="直播">
      <Loaded of={rooms} skeleton={<CardBones height={250} />}>
        {({ list }) =>
          list.length ? (
            list.map((room) => <Room key={room.id} of={room} onOpen={() => setOpened(room)} />)
          ) : (
            <Empty icon="home" text="现在没有直播">
              <Button to="/">去首页</Button>
            </Empty>
          )
        }
      </Loaded>
      {opened && <Watching of={opened} onClose={() => setOpened(undefined)} />}
    </Screen>
  )
}

const stateOf = ({ liveStatus }: FrontRoom) => (liveStatus === 102 ? '预告' : liveStatus === 103 ? '回放' : '直播中')
const actOf = ({ liveStatus }: FrontRoom) => (liveStatus === 102 ? '怎么看' : liveStatus === 103 ? '看回放' : '看直播')

function Room({ of: room, onOpen }: { of: FrontRoom; onOpen: () => void }) {
  const { name, coverImg, anchorName, liveStatus, startTime, goodsCount } = room
  return (
    <Card>
      <div className={styles.room}>
        <span className={styles.cover}>
          {coverImg && <img src={coverImg} alt="" loading="lazy" referrerPolicy="no-referrer" />}
          <span className={styles.state}>{stateOf(room)}</span>
        </span>
        <b>{name}</b>
        <p>
          {[
            anchorName,
            liveStatus === 102 && `${startTime.slice(5, 16)} 开播`,
            goodsCount > 0 && `${goodsCount} 件商品`,
          ]
            .filter(Boolean)
            .join(' · ')}
        </p>
        <div className={styles.acts}>
          <Button
            kind={liveStatus === 102 ? 'line' : 'soft'}
            size={32}
            aria-label={`${actOf(room)}：${name}`}
            onClick={onOpen}
          >
            {actOf(room)}
          </Button>
        </div>
      </div>
    </Card>
  )
}

/** Where a broadcast is watched, or its replay. */
function Watching({ of: room, onClose }: { of: FrontRoom; onClose: () => void }) {
  return (
    <Sheet title={room.name} onClose={onClose}>
      <div className={styles.watching}>
        {room.qrcodeUrl && <img src={room.qrcodeUrl} alt="直播间小程序码" referrerPolicy="no-referrer" />}
        <p>
          {room.qrcodeUrl
            ? '用微信扫码，在小程序里观看'
            : room.channels
              ? '请在微信里打开本店小程序，进入这场视频号直播'
              : '请在微信里打开本店小程序观看'}
        </p>
        {room.hasReplay && room.roomId !== null && <Replays roomId={room.roomId} />}
      </div>
    </Sheet>
  )
}

function Replays({ roomId }: { roomId: number }) {
  const room = useRead(frontLive.info, { params: { roomId } })
  return (
    <Loaded of={room} skeleton={<CardBones height={60} />}>
      {({ replays }) =>
        replays.map(({ mediaUrl, createTime }) => (
          <a key={mediaUrl} className={styles.replay} href={mediaUrl} target="_blank" rel="noreferrer">
            回放 {createTime.slice(0, 16)}
          </a>
        ))
      }
    </Loaded>
  )
}
