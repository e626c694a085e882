import { createHash, randomBytes } from 'node:crypto'

/** An unguessable token of 256 bits, base64url: 43 characters. */
export function newToken(): string {
  return randomBytes(32).toString('base64url')
}

/** The stored form of a token: its SHA-256, base64url. Short codes use `Secrets.digest`. */
export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('base64url')
}
