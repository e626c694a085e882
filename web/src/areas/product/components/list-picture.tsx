import { Image } from 'antd'
import { mediaUrl } from '../../../kit/media/media-url.ts'
import { useSettings } from '../../../kit/settings/settings.ts'

/** A picture in a list row, enlarged on click. */
export function ListPicture({ value, alt = '' }: { value: string | undefined; alt?: string }) {
  const mediaDomain = useSettings((settings) => settings.mediaDomain)
  if (!value) return null
  return <Image src={mediaUrl(value, mediaDomain)} alt={alt} width={36} height={36} style={{ objectFit: 'cover' }} />
}
