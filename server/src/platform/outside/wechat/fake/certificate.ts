import { type KeyObject, sign } from 'node:crypto'

/** `sha256WithRSAEncryption`, and the name of a common name, as DER writes them. */
const ALGORITHM = Buffer.from('300d06092a864886f70d01010b0500', 'hex')
const COMMON_NAME = Buffer.from('0603550403', 'hex')

/**
 * A certificate that a key signs for itself, which Node reads and cannot make.
 * @param serial hexadecimal, upper case
 * @returns PEM
 */
export function signCertificate(
  serial: string,
  { privateKey, publicKey }: { privateKey: KeyObject; publicKey: KeyObject },
  { from, until }: { from: Date; until: Date },
): string {
  const name = der(0x30, der(0x31, der(0x30, COMMON_NAME, der(0x0c, Buffer.from('Fake Tenpay Root')))))
  const validity = der(0x30, utcTime(from), utcTime(until))
  const spki = publicKey.export({ type: 'spki', format: 'der' })
  const content = der(0x30, integer(serial), ALGORITHM, name, validity, name, spki)
  const signature = Buffer.concat([Buffer.from([0]), sign('sha256', content, privateKey)])
  const lines =
    der(0x30, content, ALGORITHM, der(0x03, signature))
      .toString('base64')
      .match(/.{1,64}/g) ?? []
  return ['-----BEGIN CERTIFICATE-----', ...lines, '-----END CERTIFICATE-----', ''].join('\n')
}

function der(tag: number, ...parts: readonly Buffer[]): Buffer {
  const content = Buffer.concat(parts)
  const { length } = content
  const size = length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff]
  return Buffer.concat([Buffer.from([tag, ...size]), content])
}

function integer(hex: string): Buffer {
  const bytes = Buffer.from(hex, 'hex')
  // A first bit of one would make it less than 0.
  return der(0x02, (bytes[0] ?? 0) < 0x80 ? bytes : Buffer.concat([Buffer.from([0]), bytes]))
}

function utcTime(at: Date): Buffer {
  return der(0x17, Buffer.from(`${at.toISOString().replace(/\D/g, '').slice(2, 14)}Z`))
}
