import PictureOutlined from '@ant-design/icons/es/icons/PictureOutlined'
import { mediaUrl } from '../../../../kit/media/media-url.ts'
import { useSettings } from '../../../../kit/settings/settings.ts'
import styles from '../../../../kit/sku-grid/sku-grid.module.css'

type Props = { url: string; label: string; readOnly: boolean; onClick: () => void }

/** A SKU's picture; a click changes it. */
export function SkuThumb({ url, label, readOnly, onClick }: Props) {
  const mediaDomain = useSettings((settings) => settings.mediaDomain)
  return (
    <button type="button" className={styles.thumb} aria-label={label} disabled={readOnly} onClick={onClick}>
      {url ? <img src={mediaUrl(url, mediaDomain)} alt="" loading="lazy" /> : <PictureOutlined aria-hidden />}
    </button>
  )
}
