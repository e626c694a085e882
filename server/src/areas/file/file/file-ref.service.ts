import type { Ctx } from '../../../platform/http/context.ts'
import * as refs from './file-ref.repository.ts'

const KEY = /(?:public|private)\/\d{4}\/\d\d\/\d\d\/[a-z0-9]{32}\.[a-z0-9]{1,10}/g

/** The keys of our files in a text: an address, a list of them, or HTML with pictures. */
export function fileKeysIn(text: string): string[] {
  return [...new Set(text.match(KEY))]
}

/**
 * Records the files that an owner's field uses, in the transaction that saves it: they cannot be deleted while in use.
 * Other addresses are ignored.
 * @param text the field's value: an address, addresses, or HTML
 */
export async function useFiles(tx: Ctx, owner: refs.FileOwner, text: string): Promise<void> {
  const keys = fileKeysIn(text)
  await refs.replace(tx, owner, keys.length ? await refs.lockByPaths(tx, keys) : [])
}

/** Releases all files of an owner that is being deleted, in the same transaction. */
export function freeFiles(tx: Ctx, ownerType: string, ownerId: number): Promise<void> {
  return refs.removeOwner(tx, ownerType, ownerId)
}
