import type { FieldError } from './error-catalogue.ts'

export type ErrorHelp = {
  /** Puts the messages of single fields on those fields. */
  showFieldErrors?: (errors: readonly FieldError[]) => void
  /** Shows what someone else saved meanwhile; forms that send a version have it. @param current the row as stored now */
  onConflict?: (current: unknown, message: string) => void
}

/** How the results of calls are shown to staff. The calls themselves draw nothing; the shell registers this at startup. */
export type Reactions = {
  /** Shows the success message: 新增成功. */
  succeeded: (message: string) => void
  /** Says that a call waits until a second person has agreed. */
  asked: (approvalId: number) => void
  /** Shows what went wrong. Errors other than {@link CallError} are bugs and go to the console. */
  failed: (error: unknown, help: ErrorHelp) => void
  /** Asks for the password. @returns whether it was entered */
  reauthenticate: () => Promise<boolean>
}

let reactions: Reactions = {
  succeeded: () => undefined,
  asked: () => undefined,
  failed: (error) => console.error(error),
  reauthenticate: async () => false,
}

/** Sets how results of calls are shown from now on. */
export function setReactions(given: Reactions) {
  reactions = given
}

/** Shows staff what went wrong with a call. */
export function reactToError(error: unknown, help: ErrorHelp = {}): void {
  reactions.failed(error, help)
}

/** Shows staff a success message. */
export function reportSuccess(message: string): void {
  reactions.succeeded(message)
}

/** Says that a call waits until a second person has agreed. */
export function reportAsked(approvalId: number): void {
  reactions.asked(approvalId)
}

/** Asks staff for their password. @returns whether it was entered */
export function reauthenticate(): Promise<boolean> {
  return reactions.reauthenticate()
}
