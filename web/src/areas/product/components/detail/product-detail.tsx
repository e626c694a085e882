import EditOutlined from '@ant-design/icons/es/icons/EditOutlined'
import ExclamationCircleOutlined from '@ant-design/icons/es/icons/ExclamationCircleOutlined'
import QrcodeOutlined from '@ant-design/icons/es/icons/QrcodeOutlined'
import { audit } from '@zhanggui/contract/monitor/audit.ts'
import { type ProductInfo, product } from '@zhanggui/contract/product/product.ts'
import { productReply } from '@zhanggui/contract/product/product-reply.ts'
import { productStock } from '@zhanggui/contract/product/product-stock.ts'
import { recommendFlags } from '@zhanggui/domain/product/product.ts'
import { productLabels } from '@zhanggui/domain/product/product-look.ts'
import { Button, Flex } from 'antd'
import { type ReactNode, useState } from 'react'
import { useNavigate } from 'react-router'
import { useSession } from '../../../../api/session.ts'
import { canCall } from '../../../../kit/access/can.tsx'
import { WriteButton } from '../../../../kit/access/write-button.tsx'
import { DetailPage, Section } from '../../../../kit/detail/detail-page.tsx'
import { Facts, Note } from '../../../../kit/detail/parts.tsx'
import { HistoryButton } from '../../../../kit/history/history-button.tsx'
import { mediaUrl } from '../../../../kit/media/media-url.ts'
import { Picture } from '../../../../kit/media/picture.tsx'
import { useAsked } from '../../../../kit/page/use-asked.ts'
import { useSettings } from '../../../../kit/settings/settings.ts'
import { Labels } from '../../../../kit/text/labels.tsx'
import { moneyText } from '../../../../kit/text/money.tsx'
import { RichHtml } from '../../../../kit/text/rich-html.tsx'
import { StateTag } from '../../../../kit/text/state-tag.tsx'
import { When } from '../../../../kit/text/when.tsx'
import { stateOf } from '../../model/product-look.ts'
import { ProductCodeDialog } from '../code/product-code-dialog.tsx'
import { useShelf } from '../shelf-switch.tsx'
import { PriceHistory } from '../stock/price-history.tsx'
import { StockDrawer } from '../stock/stock-drawer.tsx'
import styles from './product-detail.module.css'
import { ProductTimeline } from './product-timeline.tsx'
import { isOut, SkuLines } from './sku-lines.tsx'

type Opened = 'stock' | 'prices' | 'code'
type Props = {
  info: ProductInfo
  /** Reads the product again after a change. */
  onChanged: () => void
  /** In a drawer beside the list, without the way back to it. */
  beside?: boolean
}

/** A product for reading: what is sold at which price, what is left, where it is used, and what happened to it. */
export function ProductDetail({ info, onChanged, beside }: Props) {
  const navigate = useNavigate()
  const session = useSession()
  const can = (route: Parameters<typeof canCall>[1]) => canCall(session, route)
  const [opened, setOpened] = useState<Opened>()
  const [skuId, setSkuId] = useState<number>()
  const shelf = useShelf(info)
  const { id, storeName, isRecycle, isShow } = info
  const mayStock = !isRecycle && (can(productStock.add) || can(productStock.adjust))
  const openStock = (of?: number) => {
    setSkuId(of)
    setOpened('stock')
  }
  const close = () => setOpened(undefined)
  useAsked('act', (asked) => {
    const [act, of] = asked.split('-')
    if (act === 'stock' && mayStock) openStock(Number(of) || undefined)
  })

  const acts = (
    <>
      <HistoryButton object="product" id={id} name={storeName} />
      {can(product.qrcode) && (
        <Button icon={<QrcodeOutlined aria-hidden />} onClick={() => setOpened('code')}>
          商品码
        </Button>
      )}
      {shelf.allowed && (
        <WriteButton of={{ isPending: shelf.busy }} onClick={() => shelf.turn(!isShow).then(onChanged)}>
          {isShow ? '下架' : '上架'}
        </WriteButton>
      )}
      {!isRecycle && can(product.update) && (
        <Button type="primary" icon={<EditOutlined aria-hidden />} onClick={() => navigate(`/product/edit/${id}`)}>
          编辑
        </Button>
      )}
    </>
  )
  const remembers = [audit.list, productStock.ledger, productStock.prices, productReply.list].some(can)

  return (
    <>
      <DetailPage
        {...(!beside && { back: { to: '/product/list', title: '商品管理' } })}
        head={{
          picture: <Picture src={info.image} alt={`「${storeName}」的图片`} size={56} />,
          title: storeName,
          beside: <Labels of={productLabels(info)} max={3} />,
          below: (
            <>
              <StateTag of="product" value={stateOf(info)} />
              <span>ID {id}</span>
              <span>{info.cateNames.join('、')}</span>
              <span>
                <When at={info.createTime} /> 添加
              </span>
            </>
          ),
          acts,
        }}
        notes={stockNotes(info, mayStock ? () => openStock() : undefined)}
        side={
          <>
            <Section title="资料">
              <Facts items={factsOf(info)} />
            </Section>
            {remembers && (
              <Section title="动态">
                <ProductTimeline id={id} first={8} />
              </Section>
            )}
          </>
        }
      >
        <Section
          title="规格与库存"
          count={`${info.attrValue.length} 个规格`}
          flush
          acts={
            <>
              {can(productStock.ledger) && (
                <Button type="link" size="small" onClick={() => navigate(`/product/stock?productId=${id}`)}>
                  库存流水
                </Button>
              )}
              {can(productStock.prices) && (
                <Button type="link" size="small" onClick={() => setOpened('prices')}>
                  价格记录
                </Button>
              )}
            </>
          }
        >
          <SkuLines of={info} onStock={mayStock ? openStock : undefined} />
        </Section>
        <Section title="图片与详情" count={`轮播 ${info.sliderImage.length} 张${info.videoLink && '，视频 1 段'}`}>
          <Content info={info} />
        </Section>
        <Section title="用在哪里" count={usesOf(info).length > 0 && `${usesOf(info).length} 处`}>
          <Uses of={usesOf(info)} />
        </Section>
      </DetailPage>
      {opened === 'stock' && <StockDrawer id={id} skuId={skuId} onClose={close} onChanged={onChanged} />}
      {opened === 'prices' && <PriceHistory id={id} name={storeName} onClose={close} />}
      {opened === 'code' && <ProductCodeDialog row={info} onClose={close} />}
    </>
  )
}

const count = (value: number) => value.toLocaleString('en-US')

/** What is sold out or soon will be, while the product is on sale. */
function stockNotes(info: ProductInfo, onStock: (() => void) | undefined): ReactNode {
  if (!info.isShow) return undefined
  const out = info.attrValue.filter(isOut).map(({ suk }) => suk)
  if (!out.length && !info.alert) return undefined
  const text = out.length
    ? info.specType
      ? `${out.slice(0, 3).join('、')}${out.length > 3 ? ` 等 ${out.length} 个规格` : ''} 售罄`
      : '已售罄'
    : `库存只剩 ${info.stock} ${info.unitName}`
  return (
    <Note
      tone={out.length ? 'alert' : 'todo'}
      icon={<ExclamationCircleOutlined aria-hidden />}
      act={
        onStock && (
          <WriteButton of={productStock.adjust} onClick={onStock}>
            去补货
          </WriteButton>
        )
      }
    >
      <strong>{text}</strong>
    </Note>
  )
}

function factsOf(info: ProductInfo) {
  const flags = Object.entries(recommendFlags).filter(([name]) => info[name as keyof typeof recommendFlags])
  const limits = { 0: '', 1: `每单 ${info.limitNum} ${info.unitName}`, 2: `每人 ${info.limitNum} ${info.unitName}` }
  const visible = { 0: '', 1: '仅链接可见', 2: '仅会员可见' }
  return [
    { label: '分类', value: info.cateNames.join('、') },
    { label: '品牌', value: info.brandName },
    { label: '单位', value: info.unitName },
    { label: '运费', value: info.tempName },
    { label: '市场价', value: info.otPrice > 0 && moneyText(info.otPrice) },
    { label: '推荐', value: flags.map(([, { label }]) => label).join('、') },
    { label: '限购', value: limits[info.limitType] },
    { label: '起购数', value: info.minQty > 1 && info.minQty },
    { label: '可见范围', value: visible[info.visibility] },
    { label: '积分', value: info.giveIntegral > 0 && count(info.giveIntegral) },
    { label: '虚拟销量', value: info.ficti > 0 && count(info.ficti) },
    { label: '定时上架', value: info.autoOnTime && <When at={info.autoOnTime} /> },
    { label: '定时下架', value: info.autoOffTime && <When at={info.autoOffTime} /> },
    { label: '产地', value: info.origin },
    ...info.params.map(({ name, value }) => ({ label: name, value })),
    { label: '收藏', value: count(info.collectCount) },
    { label: '评价', value: `${count(info.replyCount)} 条` },
    { label: '员工备注', value: info.remark },
  ].map(({ label, value }) => ({ label, value: value || '' }))
}

function Content({ info: { sliderImage, videoLink, storeInfo, content } }: { info: ProductInfo }) {
  const mediaDomain = useSettings((settings) => settings.mediaDomain)
  const [unfolded, setUnfolded] = useState(false)
  return (
    <Flex vertical gap={12}>
      <Flex gap={8} wrap>
        {sliderImage.map((src, index) => (
          <Picture key={src} src={src} alt={`轮播图 ${index + 1}`} size={92} />
        ))}
        {videoLink && (
          // biome-ignore lint/a11y/useMediaCaption: merchants upload their clips without captions
          <video
            className={styles.video}
            src={mediaUrl(videoLink, mediaDomain)}
            preload="none"
            controls
            aria-label="主图视频"
          />
        )}
      </Flex>
      {storeInfo && <p className={styles.intro}>{storeInfo}</p>}
      {content ? (
        <Button type="link" className={styles.unfold} onClick={() => setUnfolded(!unfolded)}>
          {unfolded ? '收起图文详情' : '展开图文详情'}
        </Button>
      ) : (
        <span className={styles.none}>没有图文详情</span>
      )}
      {unfolded && (
        <div className={styles.content}>
          <RichHtml html={content} />
        </div>
      )}
    </Flex>
  )
}

type Use = { key: string; kind: string; name: string }

function usesOf(info: ProductInfo): Use[] {
  const { coupons, isSeckill, isBargain, isCombination } = info
  return [
    ...(isSeckill ? [{ key: 'seckill', kind: '秒杀', name: '秒杀活动' }] : []),
    ...(isBargain ? [{ key: 'bargain', kind: '砍价', name: '砍价活动' }] : []),
    ...(isCombination ? [{ key: 'combination', kind: '拼团', name: '拼团活动' }] : []),
    ...coupons.map(({ id, name }) => ({ key: `coupon-${id}`, kind: '下单送券', name })),
  ]
}

function Uses({ of: uses }: { of: readonly Use[] }) {
  if (!uses.length) return <span className={styles.none}>没有活动和优惠券用到它</span>
  return (
    <ul className={styles.uses}>
      {uses.map(({ key, kind, name }) => (
        <li key={key}>
          {name} <Labels of={[kind]} />
        </li>
      ))}
    </ul>
  )
}
