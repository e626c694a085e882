import type { AddressInfo } from 'node:net'
import { createServer } from 'node:tls'
import { onTestFinished } from 'vitest'

/** Made for tests by `openssl req -x509`, for localhost, valid until 2046-11-17 01:03:24 UTC; untrusted. */
export const tlsKey = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQg5dZxdOF2D6r8sNIN
nFBOeGpHx64UXj0z34J+Dw+eLBOhRANCAASmlgAT+/wJs1thdLazfBfKl2kPpjzV
3sIaDYN12e11RSpnvXKwKUjQi/KQTeHxZVlMfLR0PJ/qyi8NdMPL//xK
-----END PRIVATE KEY-----`
export const tlsCertificate = `-----BEGIN CERTIFICATE-----
MIIBfDCCASOgAwIBAgIUKcLTxdGNAW1drZ4H8hjcULmJAKcwCgYIKoZIzj0EAwIw
FDESMBAGA1UEAwwJbG9jYWxob3N0MB4XDTI2MTEyMjAxMDMyNFoXDTQ2MTExNzAx
MDMyNFowFDESMBAGA1UEAwwJbG9jYWxob3N0MFkwEwYHKoZIzj0CAQYIKoZIzj0D
AQcDQgAEppYAE/v8CbNbYXS2s3wXypdpD6Y81d7CGg2DddntdUUqZ71ysClI0Ivy
kE3h8WVZTHy0dDyf6sovDXTDy//8SqNTMFEwHQYDVR0OBBYEFLHRkx8/1EqOAZ7/
p13s18sJ3WjgMB8GA1UdIwQYMBaAFLHRkx8/1EqOAZ7/p13s18sJ3WjgMA8GA1Ud
EwEB/wQFMAMBAf8wCgYIKoZIzj0EAwIDRwAwRAIgDgdjh6LPC3iZzhxIRHehI77r
Zo5wy57CbdZP7bpz3BICIGR6CDck41Ku426h39JGl9+IyCqejRCTEBT7+5f3TTKf
-----END CERTIFICATE-----`
export const certificateEnd = new Date('2046-11-17T01:03:24Z')

/** Starts a server that presents a certificate and sends nothing. Returns its address. */
export async function openTlsServer(): Promise<string> {
  const server = createServer({ key: tlsKey, cert: tlsCertificate }, (socket) => socket.on('error', () => {}))
  server.on('tlsClientError', () => {})
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve))
  onTestFinished(() => void server.close())
  return `https://localhost:${(server.address() as AddressInfo).port}`
}
