import type { Platform } from '../../platform/context.ts'

/**
 * What the area does in the background: its consumers of the outbox, each object's registered in one line. In every
 * process, also one that runs none of it: who says what happened must know who is to be told.
 */
export function registerSystemWork(_platform: Platform): void {}
