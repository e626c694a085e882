import { frontAccount } from '@zhanggui/contract/user/front-sign-in.ts'
import { Icon } from '@zhanggui/page-kit/parts/icon.tsx'
import { Picture } from '@zhanggui/page-kit/parts/picture.tsx'
import { toast } from '@zhanggui/page-kit/parts/toast.tsx'
import { useState } from 'react'
import { CallError, call } from '../../api/call.ts'
import styles from './photos.module.css'

/** Sends a picture to the shop. @returns its address, or undefined after it was said why there is none */
export async function sendPicture(file: File): Promise<string | undefined> {
  const body = new FormData()
  body.append('file', file)
  try {
    return (await call(frontAccount.upload, { body })).url
  } catch (error) {
    if (!(error instanceof CallError)) throw error
    toast(error.message)
    return undefined
  }
}

type Given = { label: string; urls: readonly string[]; max: number; onChange: (urls: string[]) => void }

/** Pictures that a buyer adds to what is written. */
export function PhotoField({ label, urls, max, onChange }: Given) {
  const [sending, setSending] = useState(0)
  const add = async (files: readonly File[]) => {
    const taken = files.slice(0, max - urls.length)
    if (taken.length < files.length) toast(`最多 ${max} 张图片`)
    setSending(taken.length)
    const sent = await Promise.all(taken.map(sendPicture))
    setSending(0)
    onChange([...urls, ...sent.filter((url) => url !== undefined)])
  }
  return (
    <ul className={styles.photos}>
      {urls.map((url, index) => (
        <li key={url}>
          <Picture image={{ url }} width={76} alt={`${label}第 ${index + 1} 张`} />
          <button
            type="button"
            className={styles.gone}
            aria-label={`去掉${label}第 ${index + 1} 张`}
            onClick={() => onChange(urls.filter((each) => each !== url))}
          >
            <Icon name="close" size={14} />
          </button>
        </li>
      ))}
      {urls.length < max && (
        <li>
          <label className={styles.add} aria-busy={sending > 0}>
            <Icon name="add" size={22} />
            {sending ? '上传中…' : `${label} ${urls.length}/${max}`}
            <input
              type="file"
              accept="image/*"
              multiple
              disabled={sending > 0}
              aria-label={`添加${label}`}
              onChange={({ target }) => {
                void add([...(target.files ?? [])])
                target.value = ''
              }}
            />
          </label>
        </li>
      )}
    </ul>
  )
}

/** Pictures that came with what somebody wrote, opened by a tap. */
export function Photos({ urls }: { urls: readonly string[] }) {
  if (!urls.length) return null
  return (
    <ul className={styles.photos}>
      {urls.map((url, index) => (
        <li key={url}>
          <a href={url} target="_blank" rel="noreferrer" aria-label={`看第 ${index + 1} 张图`}>
            <Picture image={{ url }} width={76} alt="" />
          </a>
        </li>
      ))}
    </ul>
  )
}
