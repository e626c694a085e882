import { useQuery } from '@tanstack/react-query'
import { type LiveGoods, liveGoods } from '@zhanggui/contract/live/live-goods.ts'
import { liveRoom, type Room, type RoomGoods } from '@zhanggui/contract/live/live-room.ts'
import { finished, PASSED } from '@zhanggui/domain/live/live.ts'
import { Spin, Switch } from 'antd'
import { useState } from 'react'
import { read } from '../../../api/read.ts'
import { useWrite } from '../../../api/use-write.ts'
import { useCan } from '../../../kit/access/can.tsx'
import { WriteButton } from '../../../kit/access/write-button.tsx'
import { Dialog } from '../../../kit/dialog/dialog.tsx'
import { SidePanel } from '../../../kit/dialog/side-panel.tsx'
import { CopyText } from '../../../kit/feedback/copy-text.tsx'
import { confirm } from '../../../kit/feedback/feedback.ts'
import { RemoteSelect } from '../../../kit/form/remote-select.tsx'
import { Picture } from '../../../kit/media/picture.tsx'
import { EmptyBlock, FailedBlock } from '../../../kit/page/block-state.tsx'
import { TwoLine } from '../../../kit/text/two-line.tsx'
import { priceText } from '../model/live-words.ts'
import styles from './room.module.css'

type Panel = { of: Room; onClose: () => void }
const WIDTH = 560

/** 商品 of a room: those that were reviewed are put in, up for sale, down, and taken out. */
export function RoomGoodsPanel({ of: { id, name, liveStatus }, onClose }: Panel) {
  const { data, isLoading, error, refetch } = useQuery(read(liveRoom.info, { query: { id } }))
  const mayChange = useCan(liveRoom.addGoods) && !finished.includes(liveStatus)
  return (
    <SidePanel title={`「${name}」的商品`} width={WIDTH} onClose={onClose}>
      {mayChange && <AddGoods id={id} there={data?.goods ?? []} />}
      {isLoading && <Spin />}
      {error && <FailedBlock error={error} onRetry={refetch} />}
      {data && !data.goods.length && <EmptyBlock text="直播间里还没有商品" />}
      {data?.goods.map((goods) => (
        <GoodsLine key={goods.id} roomId={id} of={goods} mayChange={mayChange} />
      ))}
    </SidePanel>
  )
}

function AddGoods({ id, there }: { id: number; there: readonly RoomGoods[] }) {
  const [chosen, setChosen] = useState<number[]>([])
  const add = useWrite(liveRoom.addGoods, { message: '已添加', onSuccess: () => setChosen([]) })
  const known = new Set(there.map((goods) => goods.id))
  return (
    <div className={styles.goods}>
      <div>
        <RemoteSelect<LiveGoods>
          of={liveGoods.list}
          fixed={{ auditStatus: PASSED }}
          mode="multiple"
          style={{ width: '100%' }}
          placeholder="选择审核通过的商品"
          aria-label="审核通过的商品"
          offers={(goods) => !known.has(goods.id)}
          value={chosen}
          onChange={(next) => setChosen(next as number[])}
        />
      </div>
      <WriteButton
        of={add}
        type="primary"
        disabled={!chosen.length}
        onClick={() => add.mutate({ body: { id, goodsIds: chosen } })}
      >
        添加
      </WriteButton>
    </div>
  )
}

type Line = { roomId: number; of: RoomGoods; mayChange: boolean }

function GoodsLine({ roomId, of: goods, mayChange }: Line) {
  const turn = useWrite(liveRoom.onSale)
  const remove = useWrite(liveRoom.removeGoods, { message: '已移除' })
  async function handleRemove() {
    if (await confirm({ content: `从直播间移除「${goods.name}」？`, okText: '移除' }))
      remove.mutate({ body: { id: roomId, goodsId: goods.id } })
  }
  return (
    <div className={styles.goods}>
      <Picture src={goods.coverImgUrl} alt={goods.name} />
      <div>
        <TwoLine top={goods.name} below={priceText(goods)} />
      </div>
      {mayChange && (
        <>
          <Switch
            checked={goods.onSale}
            loading={turn.isPending}
            checkedChildren="上架"
            unCheckedChildren="下架"
            aria-label={`${goods.name}：${goods.onSale ? '上架' : '下架'}`}
            onChange={(onSale) => turn.mutate({ body: { id: roomId, goodsId: goods.id, onSale } })}
          />
          <WriteButton of={remove} type="text" danger onClick={handleRemove}>
            移除
          </WriteButton>
        </>
      )}
    </div>
  )
}

/** 二维码: the code of a room, or the one by which its anchor proves who they are. */
export function CodeDialog({ of: room, onClose }: Panel) {
  const asks = !room.authUrl
  const { data, isLoading, error, refetch } = useQuery({
    ...read(liveRoom.qrcode, { query: { id: room.id } }),
    enabled: asks,
  })
  const url = room.authUrl || data?.qrcodeUrl
  return (
    <Dialog title={room.authUrl ? '主播实名认证' : `「${room.name}」的小程序码`} onCancel={onClose} footer={null}>
      <div className={styles.codes}>
        {isLoading && asks && <Spin />}
        {error && <FailedBlock error={error} onRetry={refetch} />}
        {url && <img src={url} alt={room.authUrl ? '认证二维码' : '直播间小程序码'} referrerPolicy="no-referrer" />}
        {room.authUrl && <p>请主播用微信扫码完成实名认证，再编辑直播间重新提交。</p>}
        {data && !data.qrcodeUrl && <p>模拟环境没有小程序码。</p>}
        {data && <CopyText text={data.pagePath} />}
      </div>
    </Dialog>
  )
}

/** 推流地址: what streaming software pushes to. */
export function PushUrlDialog({ of: room, onClose }: Panel) {
  const { data, isLoading, error, refetch } = useQuery(read(liveRoom.pushUrl, { query: { id: room.id } }))
  return (
    <Dialog title={`「${room.name}」的推流地址`} onCancel={onClose} footer={null}>
      {isLoading && <Spin />}
      {error && <FailedBlock error={error} onRetry={refetch} />}
      {data && <CopyText text={data.pushUrl} />}
      {data && <p>填到推流软件里，不要给别人：有它的人都能开播。</p>}
    </Dialog>
  )
}

/** 回放 of a room that is over. */
export function ReplayDialog({ of: room, onClose }: Panel) {
  const { data, isLoading, error, refetch } = useQuery(read(liveRoom.replay, { query: { id: room.id } }))
  return (
    <Dialog title={`「${room.name}」的回放`} onCancel={onClose} footer={null}>
      {isLoading && <Spin />}
      {error && <FailedBlock error={error} onRetry={refetch} />}
      {data && !data.list.length && <EmptyBlock text="还没有回放：微信在播完一段时间后生成" />}
      {data?.list.map(({ mediaUrl, createTime, expireTime }) => (
        <p key={mediaUrl}>
          <a href={mediaUrl} target="_blank" rel="noreferrer">
            {createTime || '回放'}
          </a>
          {expireTime && `，${expireTime} 到期`}
        </p>
      ))}
    </Dialog>
  )
}
