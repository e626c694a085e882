import { create } from 'zustand'
import type { CallError } from '../../api/call-error.ts'
import { useSession } from '../../api/session.ts'

type Refused = {
  /** The refused call that led to /401, for the page there to name the right. */
  error?: CallError | undefined
  /** The address that led to /404. */
  wanted?: string
}

export const useRefused = create<Refused>(() => ({}))

/** The name of the right a refused call asks for; '' where the call is none of the contract. */
export function needOf(error: CallError): string {
  return error.purpose
}

/** What staff send to the owner of the shop to get a right: who needs which. */
export function askOwner(error: CallError | undefined): string {
  const { user } = useSession.getState()
  const who = user ? `账号 ${user.username}（${user.name}）` : '我的账号'
  const need = error?.purpose ? `「${error.purpose}」` : `页面 ${useRefused.getState().wanted ?? ''} `
  return `请给${who}开通${need}的权限${error?.permission ? `：${error.permission}` : ''}`
}
