import { CallError } from '../api/call-error.ts'
import { decideReaction, type FieldError } from '../api/error-catalogue.ts'
import { restPolls } from '../api/polling.ts'
import { mustChangePassword, signOut } from '../api/session.ts'
import { confirm, showFailure } from '../kit/feedback/feedback.ts'
import { go } from '../kit/page/go.ts'
import { factorPath, passwordPage, passwordPath } from './routing/gate-decision.ts'

export type ErrorHelp = {
  /** Puts the messages of single fields where they belong. */
  showFieldErrors?: (errors: readonly FieldError[]) => void
  /** Shows what somebody else has saved meanwhile; a form that sends a version has one. @param current the row as it is */
  onConflict?: (current: unknown, message: string) => void
}

/**
 * The one place that shows what went wrong with a call (system chapter, 1.11). Other errors are ours: they go on to the
 * console, where error reports find them.
 */
export function reactToError(error: unknown, { showFieldErrors, onConflict }: ErrorHelp = {}): void {
  if (!(error instanceof CallError)) {
    console.error(error)
    return
  }
  const reaction = decideReaction(error)
  switch (reaction.kind) {
    case 'notify':
      showFieldErrors?.(reaction.errors)
      if (!error.silent) showFailure(reaction.message, reaction.requestId)
      return
    case 'ask-sign-in':
      askToSignIn(reaction)
      return
    case 'go':
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
      // The call has asked already; a server that still wants it is told apart by its own words.
      showFailure(error.message)
      return
    case 'compare-versions':
      if (onConflict) onConflict(reaction.current, reaction.message)
      else showFailure(reaction.message)
      return
    case 'maintenance':
      import('./maintenance.tsx').then(({ showMaintenance }) => showMaintenance())
      return
    case 'none':
    case 'forbidden-here':
  }
}

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
