import type { FieldError } from './error-catalogue.ts'

export type ErrorHelp = {
  /** Puts the messages of single fields where they belong. */
  showFieldErrors?: (errors: readonly FieldError[]) => void
  /** Shows what somebody else has saved meanwhile; a form that sends a version has one. @param current the row as it is */
  onConflict?: (current: unknown, message: string) => void
}

/** What staff see of calls. The calls themselves draw nothing: the shell says at its start how it is done. */
export type Reactions = {
  /** Shows what a success says: 新增成功. */
  succeeded: (message: string) => void
  /** Shows what went wrong. Errors that are no {@link CallError} are ours and go to the console. */
  failed: (error: unknown, help: ErrorHelp) => void
  /** Asks for the password (system chapter, 2.8). @returns whether it was given */
  reauthenticate: () => Promise<boolean>
}

let reactions: Reactions = {
  succeeded: () => undefined,
  failed: (error) => console.error(error),
  reauthenticate: async () => false,
}

/** Has calls shown in this way from now on. */
export function setReactions(given: Reactions) {
  reactions = given
}

/** Has staff shown what went wrong with a call (system chapter, 1.11). */
export function reactToError(error: unknown, help: ErrorHelp = {}): void {
  reactions.failed(error, help)
}

/** Has staff shown what a success says. */
export function reportSuccess(message: string): void {
  reactions.succeeded(message)
}

/** Has staff asked for their password. @returns whether it was given */
export function reauthenticate(): Promise<boolean> {
  return reactions.reauthenticate()
}
