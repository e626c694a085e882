import type { Image } from '@zhanggui/page-kit/fields.ts'
import { noImage } from '@zhanggui/page-kit/fields.ts'
import { Button, Input } from 'antd'
import { useState } from 'react'
import { MaterialDialog } from '../../../../kit/media/material-picker.tsx'
import { mediaUrl } from '../../../../kit/media/media-url.ts'
import { useSettings } from '../../../../kit/settings/settings.ts'
import { imageOf } from '../../model/picture.ts'
import styles from './panel.module.css'

type Given = {
  id: string
  title: string
  size: readonly [number, number] | undefined
  value: Image
  disabled: boolean
  onChange: (value: Image) => void
}

/** A picture of the library, with what it says to those who do not see it. */
export function ImageField({ id, title, size, value, disabled, onChange }: Given) {
  const [choosing, setChoosing] = useState(false)
  const mediaDomain = useSettings((settings) => settings.mediaDomain)
  const { url, alt } = value
  const words = size && `建议 ${size[0]}×${size[1]}`
  return (
    <span className={styles.image}>
      <button
        type="button"
        id={id}
        className={styles.thumb}
        disabled={disabled}
        aria-label={`${url ? '换' : '选择'}${title}`}
        onClick={() => setChoosing(true)}
      >
        {url ? <img src={mediaUrl(url, mediaDomain)} alt="" /> : '＋'}
      </button>
      <span className={styles.imageText}>
        <small>
          {words}
          {value.w > 0 && ` · 现在 ${value.w}×${value.h}`}
        </small>
        {url && (
          <Input
            size="small"
            placeholder="替代文字"
            aria-label={`${title}：替代文字`}
            maxLength={100}
            value={alt}
            disabled={disabled}
            onChange={({ target }) => onChange({ ...value, alt: target.value })}
          />
        )}
        {url && (
          <Button type="link" size="small" disabled={disabled} onClick={() => onChange(noImage)}>
            去掉
          </Button>
        )}
      </span>
      {choosing && (
        <MaterialDialog
          max={1}
          onPick={([row]) => row && onChange(imageOf(row, alt))}
          onClose={() => setChoosing(false)}
        />
      )}
    </span>
  )
}
