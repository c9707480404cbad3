const names = new Map<string, string>()

/**
 * A key for an email address in local storage that does not show it to the computer's next user.
 * @returns SHA-256 of the address in hex. Without https there is no `crypto.subtle`, and the key
 *   holds until the page is left
 */
export async function toAddressKey(email: string): Promise<string> {
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
