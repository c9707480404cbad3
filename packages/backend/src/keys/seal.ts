import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

/** Encrypts stored secrets: reading the database is not enough to learn them. */
export interface Seal {
  /** @param context authenticated data, such as a row's id: the text opens with the same context only */
  close(text: string, context: string): string
  /** @throws {Error} for a changed text, another context or another key */
  open(sealed: string, context: string): string
}

/** Derives the key of a seal from the server's secret (HKDF, RFC 5869): 32 bytes in base64. */
export function deriveSealingKey(secret: string): string {
  // The info string is part of the key: with another one, stored secrets could not be opened.
  const bytes = hkdfSync('sha256', secret, '', 'toolmark stored secrets', 32)
  return Buffer.from(bytes).toString('base64')
}

/** AES-256-GCM. @param sealingKey 32 bytes in base64 */
export function createSeal(sealingKey: string): Seal {
  const key = Buffer.from(sealingKey, 'base64')
  return {
    close(text, context) {
      const iv = randomBytes(12)
      const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(context))
      const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
      return Buffer.concat([iv, cipher.getAuthTag(), body]).toString('base64')
    },
    open(sealed, context) {
      const bytes = Buffer.from(sealed, 'base64')
      const cipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, 12))
      cipher.setAAD(Buffer.from(context)).setAuthTag(bytes.subarray(12, 28))
      return Buffer.concat([cipher.update(bytes.subarray(28)), cipher.final()]).toString('utf8')
    },
  }
}
