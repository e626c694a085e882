import PictureOutlined from '@ant-design/icons/es/icons/PictureOutlined'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { product } from '@zhanggui/contract/product/product.ts'
import type { StyleType } from '@zhanggui/domain/promotion/activity-style.ts'
import { read } from '../../../api/read.ts'
import { mediaUrl } from '../../../kit/media/media-url.ts'
import { useSettings } from '../../../kit/settings/settings.ts'
import { moneyText } from '../../../kit/text/money.tsx'
import { useSettled } from '../../../kit/use-settled.ts'
import type { StyleForm, StyleProduct } from '../model/style-form.ts'
import { pictureOf } from '../model/style-words.ts'
import styles from './style.module.css'

/** Cards beside each other. */
const SAMPLES = 2
const UNKNOWN: StyleProduct = { id: 0, src: '', storeName: '示例商品', price: 59.9 }

type Props = { type: StyleType; of: Partial<StyleForm> }

/** The style on products that it will dress: on cards of a list, and on the page of a product. */
export function StylePreview({ type, of }: Props) {
  const picture = of.style ?? ''
  const samples = useSamples(of)
  const [first = UNKNOWN] = samples
  const frame = type === 0 ? picture : ''
  const list = (
    <figure key="list">
      <figcaption>商品列表{type === 1 && '：没有氛围图'}</figcaption>
      <div className={styles.cards}>
        {(samples.length ? samples : [UNKNOWN]).map((sample) => (
          <div key={sample.id} className={styles.card}>
            <Shot of={sample} frame={frame} />
            <Facts of={sample} />
          </div>
        ))}
      </div>
    </figure>
  )
  const page = (
    <figure key="page">
      <figcaption>商品页</figcaption>
      <div className={styles.phone}>
        <Shot of={first} frame={frame} />
        {type === 1 && <Strip src={picture} />}
        <Facts of={first} />
      </div>
    </figure>
  )
  return (
    <div className={styles.previews}>
      {!picture && <p className={styles.dim}>选了{pictureOf(type)}后，这里看得到它在商品上的样子</p>}
      {/* Where it is seen comes first. */}
      {type === 0 ? [list, page] : [page, list]}
    </div>
  )
}

/** Products it will dress: the chosen ones, or some that are on sale. */
function useSamples({ method = 0, products = [], categoryIds = [] }: Partial<StyleForm>): readonly StyleProduct[] {
  const [categories] = useSettled(method === 3 ? categoryIds : [])
  const isChosen = method === 1 && products.length > 0
  const { data } = useQuery({
    ...read(product.pick, {
      query: { limit: SAMPLES, type: 1, ...(categories.length > 0 && { cateId: categories }) },
      silent: true,
    }),
    enabled: !isChosen,
    placeholderData: keepPreviousData,
  })
  if (isChosen) return products.slice(0, SAMPLES)
  return (data?.list ?? []).slice(0, SAMPLES).map(({ image, ...one }) => ({ ...one, src: image }))
}

function Shot({ of: { src, storeName = '商品' }, frame }: { of: StyleProduct; frame: string }) {
  const mediaDomain = useSettings((settings) => settings.mediaDomain)
  return (
    <div className={styles.shot}>
      {src ? (
        <img src={mediaUrl(src, mediaDomain)} alt={storeName} referrerPolicy="no-referrer" />
      ) : (
        <PictureOutlined aria-hidden />
      )}
      {frame && (
        <img className={styles.frame} src={mediaUrl(frame, mediaDomain)} alt="边框" referrerPolicy="no-referrer" />
      )}
    </div>
  )
}

function Strip({ src }: { src: string }) {
  const mediaDomain = useSettings((settings) => settings.mediaDomain)
  if (!src) return <div className={styles.strip}>750×100</div>
  return <img className={styles.strip} src={mediaUrl(src, mediaDomain)} alt="氛围图" referrerPolicy="no-referrer" />
}

function Facts({ of: { storeName, price } }: { of: StyleProduct }) {
  return (
    <div className={styles.facts}>
      <span>{storeName ?? '商品'}</span>
      {price !== undefined && <b>{moneyText(price)}</b>}
    </div>
  )
}
