import { wechatMaterial } from '@zhanggui/contract/wechat/wechat-reply.ts'
import { fileTypes } from '@zhanggui/domain/file/file-type.ts'
import { Button, Upload } from 'antd'
import { useState } from 'react'
import { uploadTo } from '../../../api/upload.ts'
import { useWrite } from '../../../api/use-write.ts'
import { useCan } from '../../../kit/access/can.tsx'
import { WriteButton } from '../../../kit/access/write-button.tsx'
import { reactToError } from '../../../api/reactions.ts'
import { MaterialDialog } from '../../../kit/media/material-picker.tsx'
import { mediaUrl } from '../../../kit/media/media-url.ts'
import { useSettings } from '../../../kit/settings/settings.ts'
import styles from './media-field.module.css'

type Media = { mediaId: string; url?: string | undefined }

type MediaFieldProps = {
  type: 'image' | 'voice'
  value: Media
  onChange: (media: Media) => void
}

/** A picture or a voice that the official account keeps: chosen from the shop's files, or uploaded. */
export function MediaField({ type, value, onChange }: MediaFieldProps) {
  const mayUpload = useCan(wechatMaterial.upload)
  const [choosing, setChoosing] = useState(false)
  const [sending, setSending] = useState(false)
  const mediaDomain = useSettings((settings) => settings.mediaDomain)
  const upload = useWrite(wechatMaterial.upload, { message: '已上传到公众号', onSuccess: onChange })
  const address = value.url && mediaUrl(value.url, mediaDomain)

  async function handleVoice(file: File) {
    setSending(true)
    try {
      onChange(await uploadTo(wechatMaterial.upload, file, { fields: { type } }))
    } catch (error) {
      reactToError(error as Error)
    } finally {
      setSending(false)
    }
  }

  return (
    <div className={styles.field}>
      {type === 'image' && address && <img className={styles.picture} src={address} alt="已选的图片" />}
      {/* biome-ignore lint/a11y/useMediaCaption: a voice of the shop's own */}
      {type === 'voice' && address && <audio controls src={address} aria-label="已选的语音" />}
      {!address && value.mediaId && <span className={styles.note}>素材 {value.mediaId}</span>}
      {!mayUpload && <span className={styles.note}>需要「素材」权限才能更换</span>}
      {mayUpload && type === 'image' && (
        <WriteButton of={upload} onClick={() => setChoosing(true)}>
          {value.mediaId ? '换图片' : '选择图片'}
        </WriteButton>
      )}
      {mayUpload && type === 'voice' && (
        <Upload
          accept=".mp3,.amr"
          showUploadList={false}
          beforeUpload={(file) => {
            handleVoice(file)
            return false
          }}
        >
          <Button loading={sending}>{value.mediaId ? '换语音' : '上传语音'}</Button>
        </Upload>
      )}
      <span className={styles.note}>
        {type === 'image' ? 'PNG、JPG、GIF，不超过 10 MB' : 'MP3、AMR，不超过 2 MB、60 秒'}
      </span>
      {choosing && (
        <MaterialDialog
          type={fileTypes.image}
          max={1}
          onPick={([row]) => row && upload.mutate({ body: { type, url: row.url } })}
          onClose={() => setChoosing(false)}
        />
      )}
    </div>
  )
}
