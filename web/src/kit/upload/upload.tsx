import UploadOutlined from '@ant-design/icons/es/icons/UploadOutlined'
import { useQuery } from '@tanstack/react-query'
import { setting } from '@zhanggui/contract/setting/setting.ts'
import { Button, ConfigProvider, Input, Progress, Space } from 'antd'
import { type ClipboardEvent, type DragEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { CallError } from '../../api/call-error.ts'
import { reactToError } from '../../api/reactions.ts'
import { read } from '../../api/read.ts'
import type { UploadOptions } from '../../api/upload.ts'
import { uploadFile } from '../../api/upload-file.ts'
import { useReadOnly } from '../access/can.tsx'
import { Greyed } from '../access/greyed.tsx'
import { showError } from '../feedback/feedback.ts'
import { mediaUrl } from '../media/media-url.ts'
import { useSettings } from '../settings/settings.ts'
import styles from './upload.module.css'
import { acceptOf, faultOfFile, limitsOf, pastedFiles, type UploadKind, type UploadLimits } from './upload-limits.ts'

/** The limits from the shop's settings; nothing can be chosen until they are loaded. */
export function useUploadLimits(kinds: readonly UploadKind[]): UploadLimits {
  const settings = useQuery(read(setting.client))
  return settings.data ? limitsOf(settings.data, kinds) : new Map()
}

/** Sends one file at a time to the shop's storage, and reports failures. */
export const useUpload = (kinds: readonly UploadKind[]) => useSending(useUploadLimits(kinds), uploadFile)

type SendFile<Answer> = (file: File, options: UploadOptions) => Promise<Answer>

/** Sends one file at a time by a call of an area's own, and reports failures. */
export function useSending<Answer>(limits: UploadLimits, sendFile: SendFile<Answer>) {
  const [share, setShare] = useState<number>()
  const sending = useRef<AbortController>(undefined)
  const cancel = () => sending.current?.abort()
  useEffect(() => () => sending.current?.abort(), [])

  async function send(file: File): Promise<Answer | undefined> {
    const fault = faultOfFile(file, limits)
    if (fault) {
      showError(fault)
      return
    }
    const controller = new AbortController()
    sending.current = controller
    setShare(0)
    try {
      return await sendFile(file, { onProgress: setShare, signal: controller.signal })
    } catch (error) {
      if (!(error instanceof CallError && error.kind === 'aborted')) reactToError(error)
      return
    } finally {
      setShare(undefined)
    }
  }

  return {
    limits,
    /** The share sent, 0 to 1, during an upload. */
    share,
    /** Returns undefined when the file was not accepted. */
    send,
    cancel,
  }
}

type Address = { id?: string; value?: string; onChange?: (value: string) => void; disabled?: boolean }

/** The URL of a picture: typed, or uploaded by button, drop or paste. The picture is shown below it. */
export function ImageInput(props: Address) {
  const mediaDomain = useSettings((settings) => settings.mediaDomain)
  const [broken, setBroken] = useState('')
  const address = props.value?.trim() ?? ''
  const sending = useUpload(['image'])
  return (
    <>
      <AddressInput {...props} sending={sending} placeholder="图片地址，或将图片拖到此处" />
      {address && broken !== address && (
        <img
          className={styles.picture}
          src={mediaUrl(address, mediaDomain)}
          alt="预览"
          onError={() => setBroken(address)}
        />
      )}
      {address && broken === address && <p className={styles.note}>图片无法显示，请检查地址</p>}
    </>
  )
}

/** The URL of a file, like {@link ImageInput}. */
export function FileInput(props: Address) {
  const sending = useUpload(['image', 'video', 'document'])
  return <SentFileInput {...props} sending={sending} placeholder="文件地址" />
}

/** The URL of a file that a call of an area's own stores. */
export function SentFileInput(props: AddressProps) {
  const mediaDomain = useSettings((settings) => settings.mediaDomain)
  const link = props.value && (
    <a href={mediaUrl(props.value, mediaDomain)} target="_blank" rel="noopener noreferrer">
      查看
    </a>
  )
  return <AddressInput {...props} suffix={link} />
}

type Sending = ReturnType<typeof useSending<{ url: string }>>
type AddressProps = Address & { sending: Sending; placeholder: string }

function AddressInput(props: AddressProps & { suffix?: ReactNode }) {
  const { value, onChange, disabled, id, sending, placeholder, suffix } = props
  const { componentDisabled } = ConfigProvider.useConfig()
  const isShut = disabled ?? componentDisabled
  const { limits, share, send: upload, cancel } = sending

  async function send(file: File | undefined) {
    if (!file || isShut || share !== undefined) return
    const row = await upload(file)
    if (row) onChange?.(row.url)
  }

  function handlePaste(event: ClipboardEvent) {
    const [file] = pastedFiles(event.clipboardData)
    if (!file) return
    event.preventDefault()
    send(file)
  }

  return (
    <DropZone label="可将文件拖到此处" onFiles={([file]) => send(file)}>
      <Space.Compact className={styles.line}>
        <Input
          id={id}
          value={value}
          disabled={disabled}
          allowClear
          placeholder={placeholder}
          suffix={suffix || <span />}
          onPaste={handlePaste}
          onChange={({ target }) => onChange?.(target.value)}
        />
        {share === undefined ? (
          <ChooseButton limits={limits} disabled={disabled} onFiles={([file]) => send(file)}>
            上传
          </ChooseButton>
        ) : (
          <Button disabled={false} onClick={cancel}>
            取消
          </Button>
        )}
      </Space.Compact>
      {share !== undefined && <Progress percent={Math.round(share * 100)} size="small" aria-label="上传进度" />}
    </DropZone>
  )
}

/** A button that opens the file chooser. */
export function ChooseButton(props: {
  limits: UploadLimits
  children: string
  primary?: boolean
  icon?: ReactNode
  multiple?: boolean
  disabled?: boolean | undefined
  onFiles: (files: File[]) => void
}) {
  const { limits, children, primary, icon = <UploadOutlined aria-hidden />, multiple, disabled, onFiles } = props
  const input = useRef<HTMLInputElement>(null)
  const readOnly = useReadOnly()
  return (
    <Greyed why={readOnly}>
      <Button
        type={primary ? 'primary' : 'default'}
        icon={icon}
        // Before the limits are loaded every file would be refused.
        disabled={disabled || readOnly !== undefined || !limits.size || undefined}
        onClick={() => input.current?.click()}
      >
        {children}
      </Button>
      <input
        ref={input}
        type="file"
        className={styles.chooser}
        aria-label={`${children}：选择文件`}
        accept={acceptOf(limits)}
        multiple={multiple}
        onChange={({ target }) => {
          onFiles([...(target.files ?? [])])
          // The same file may be chosen again.
          target.value = ''
        }}
      />
    </Greyed>
  )
}

/** Accepts files dropped on its children. */
export function DropZone(props: {
  label: string
  onFiles: (files: File[]) => void
  /** Pictures pasted while no text input has the focus. */
  onPaste?: (data: DataTransfer) => void
  children: ReactNode
}) {
  const { label, onFiles, onPaste, children } = props
  const [over, setOver] = useState(false)
  const readOnly = useReadOnly()
  useEffect(() => {
    if (!onPaste || readOnly !== undefined) return
    const listen = ({ target, clipboardData }: Event & { clipboardData: DataTransfer | null }) => {
      if (clipboardData && !(target as Element).closest?.('input, textarea, [contenteditable]')) onPaste(clipboardData)
    }
    document.addEventListener('paste', listen)
    return () => document.removeEventListener('paste', listen)
  })
  const holdsFiles = (event: DragEvent) => readOnly === undefined && event.dataTransfer.types.includes('Files')
  return (
    <section
      aria-label={label}
      className={over ? styles.over : undefined}
      onDragOver={(event) => {
        if (!holdsFiles(event)) return
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setOver(false)
      }}
      onDrop={(event) => {
        if (!holdsFiles(event)) return
        event.preventDefault()
        setOver(false)
        onFiles([...event.dataTransfer.files])
      }}
    >
      {children}
    </section>
  )
}
