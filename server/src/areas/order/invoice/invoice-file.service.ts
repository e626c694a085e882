import { BadInput } from '@zhanggui/domain/errors.ts'
import type { Ctx } from '../../../platform/http/context.ts'
import type { ReceivedFile } from '../../../platform/http/input/uploads.ts'
import { readMedia } from '../../file/attachment/media.service.ts'
import { isOwnUpload, uploadPrivateFile } from '../../file/file/file.service.ts'
import { privateUrl } from '../../file/file/file-content.service.ts'
import { fileKeysIn } from '../../file/file/file-ref.service.ts'

/** How long the file can be opened after its address was read, in seconds. */
const OPEN_SECONDS = 3600

/** Keeps the file of an invoice for the form that names it. @throws 413, 415; 502 when the cloud refuses */
export async function uploadInvoiceFile(
  ctx: Ctx,
  received: ReceivedFile[],
): Promise<{ fileUrl: string; name: string }> {
  const { key, name } = await uploadPrivateFile(ctx, received)
  return { fileUrl: privateUrl(ctx, key, OPEN_SECONDS), name }
}

/**
 * What is stored of the address of an invoice's file: the key of an upload, else the address.
 * @param stored what the invoice has already, which may stay
 * @throws 400 for a private file that the caller has not uploaded: its invoice would open it to a buyer
 */
export async function toStoredFile(ctx: Ctx, fileUrl: string, stored = ''): Promise<string> {
  const [key] = fileKeysIn(fileUrl)
  if (!key?.startsWith('private/')) return (await readMedia(ctx)).toStored(fileUrl)
  if (key !== stored && !(await isOwnUpload(ctx, key))) throw new BadInput('请重新上传发票文件', 'fileUrl')
  return key
}

/** Converts stored files of invoices to addresses, which open a private file for an hour. */
export async function readInvoiceFiles(ctx: Ctx): Promise<(stored: string) => string> {
  const media = await readMedia(ctx)
  return (stored) => (stored.startsWith('private/') ? privateUrl(ctx, stored, OPEN_SECONDS) : media.toWire(stored))
}
