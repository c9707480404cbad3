const names = new Map<string, string>()

/**
 * Names an e-mail address in local storage without telling it to whoever uses this computer next.
 * @returns SHA-256 of the address in hex; without https, which the browser asks for it, a name that
 * holds until the page is left
 */
export async function addressKey(email: string): Promise<string> {
  const address = email.trim().toLowerCase()
  const subtle = crypto.subtle as SubtleCrypto | undefined
  if (!subtle) {
    const name = names.get(address) ?? `${Date.now()}-${names.size}`
    names.set(address, name)
    return name
  }
  const digest = await subtle.digest('SHA-256', new TextEncoder().encode(address))
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}
