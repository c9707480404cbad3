import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

/** Keeps what is stored from whoever reads the database alone. */
export interface Seal {
  /** @param about what it belongs to: it opens for nothing else */
  close(text: string, about: string): string
  /** @throws {Error} when it was changed, belongs to something else or to another key */
  open(sealed: string, about: string): string
}

/** The key of a seal, derived from the server's own secret (HKDF, RFC 5869): 32 bytes in base64. */
export function sealingKeyOf(secret: string): string {
  const bytes = hkdfSync('sha256', secret, '', 'toolmark stored secrets', 32)
  return Buffer.from(bytes).toString('base64')
}

/** AES-256-GCM. @param sealingKey 32 bytes in base64 */
export function sealOf(sealingKey: string): Seal {
  const key = Buffer.from(sealingKey, 'base64')
  return {
    close(text, about) {
      const iv = randomBytes(12)
      const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(about))
      const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
      return Buffer.concat([iv, cipher.getAuthTag(), body]).toString('base64')
    },
    open(sealed, about) {
      const bytes = Buffer.from(sealed, 'base64')
      const cipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, 12))
      cipher.setAAD(Buffer.from(about)).setAuthTag(bytes.subarray(12, 28))
      return Buffer.concat([cipher.update(bytes.subarray(28)), cipher.final()]).toString('utf8')
    },
  }
}
