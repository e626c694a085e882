import { approval } from '@zhanggui/contract/work/approval.ts'
import { CallError } from '../api/call-error.ts'
import { decideReaction } from '../api/error-catalogue.ts'
import { restPolls } from '../api/polling.ts'
import type { ErrorHelp, Reactions } from '../api/reactions.ts'
import { leaveSeeing, mustChangePassword, signOut, useSession } from '../api/session.ts'
import { hasPermi } from '../kit/access/permissions.ts'
import { confirm, showFailure, showNotice, showSuccess } from '../kit/feedback/feedback.ts'
import { tellLists } from '../kit/list-page/row-news.ts'
import { useRefused } from '../kit/page/forbidden.ts'
import { go } from '../kit/page/go.ts'
import { factorPath, passwordPage, passwordPath } from './routing/gate-decision.ts'

/**
 * The single place that shows failed calls. Other errors are bugs: they go to the console, where
 * error reports find them.
 */
function showWhatFailed(error: unknown, { showFieldErrors, onConflict }: ErrorHelp): void {
  if (!(error instanceof CallError)) {
    console.error(error)
    return
  }
  const reaction = decideReaction(error)
  switch (reaction.kind) {
    case 'notify':
      if (tellLists(error)) return
      showFieldErrors?.(reaction.errors)
      if (!error.silent) showFailure(reaction.message, reaction.requestId)
      return
    case 'ask-sign-in':
      askToSignIn(reaction)
      return
    case 'leave-seeing':
      askToLeaveSeeing(reaction.message)
      return
    case 'go':
      if (reaction.to === '/401') useRefused.setState({ error })
      go(reaction.to)
      return
    case 'change-password':
      mustChangePassword()
      if (window.location.pathname !== passwordPage) go(passwordPath(window.location))
      return
    case 'set-up-mfa':
      if (window.location.pathname !== passwordPage) go(factorPath(window.location))
      return
    case 'reauthenticate':
      // The call has already asked; if the server still requires the password, its message says why.
      showFailure(error.message)
      return
    case 'compare-versions':
      if (onConflict) onConflict(reaction.current, reaction.message)
      else if (!tellLists(error)) showFailure(reaction.message)
      return
    case 'maintenance':
      import('./maintenance.tsx').then(({ showMaintenance }) => showMaintenance())
      return
    case 'none':
    case 'forbidden-here':
  }
}

/** How the console shows the results of calls. */
export const reactions: Reactions = {
  succeeded: showSuccess,
  asked: showAsked,
  failed: showWhatFailed,
  reauthenticate: () => import('./reauthenticate.tsx').then(({ reauthenticate }) => reauthenticate()),
}

/** Whoever may look at approvals is led to this one. */
function showAsked(approvalId: number): void {
  const may = hasPermi(useSession.getState(), [approval.list.permission])
  showNotice({
    key: `approval-${approvalId}`,
    level: 'info',
    title: '已提交审批',
    content: `另一位同事同意后才会执行，24 小时内有效${may ? '，点这里查看' : '，结果会通知您'}`,
    ...(may && { onOpen: () => go(`/finance/approval?id=${approvalId}`) }),
  })
}

let leaving = false

/** One box for all calls that fail for it. */
async function askToLeaveSeeing(message: string) {
  if (leaving) return
  leaving = true
  if (await confirm({ title: '查看已结束', content: message, okText: '退出查看', cancelText: '留在此页' }))
    await leaveSeeing().catch(showWhatFailedNow)
  leaving = false
}

const showWhatFailedNow = (error: unknown) => showWhatFailed(error, {})

let asking = false

/** One box at a time: calls that fail meanwhile wait for it. */
async function askToSignIn({ title, text, ok, cancel }: { title: string; text: string; ok: string; cancel: string }) {
  if (asking) return
  asking = true
  const agreed = await confirm({ title, content: text, okText: ok, cancelText: cancel })
  if (agreed) {
    await signOut()
    window.location.reload()
  } else {
    restPolls()
  }
  asking = false
}
