import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { assertFetchable, isPublicAddress, lookupPublic } from './public-address.ts'

describe('an address that a person typed', () => {
  it.each([
    '127.0.0.1',
    '10.1.2.3',
    '172.16.0.1',
    '192.168.1.1',
    '169.254.169.254',
    '100.64.0.1',
    '0.0.0.0',
    '224.0.0.1',
    '255.255.255.255',
    '::1',
    '::',
    'fe80::1',
    'fd00::1',
    '::ffff:127.0.0.1',
    '::ffff:a00:1',
    '64:ff9b::7f00:1',
    '2002:7f00:1::',
    '::7f00:1',
    '::127.0.0.1',
    'nonsense',
  ])('%s is not on the open internet', (address) => {
    expect(isPublicAddress(address)).toBe(false)
  })

  it.each(['93.184.216.34', '1.1.1.1', '2606:4700:4700::1111'])('%s is', (address) => {
    expect(isPublicAddress(address)).toBe(true)
  })

  it('no address of a private network passes, however it is written', () => {
    const byte = fc.integer({ min: 0, max: 255 })
    fc.assert(
      fc.property(fc.constantFrom(10, 127), byte, byte, byte, (a, b, c, d) => {
        expect(isPublicAddress(`${a}.${b}.${c}.${d}`)).toBe(false)
        expect(isPublicAddress(`::ffff:${a}.${b}.${c}.${d}`)).toBe(false)
        // As URL writes numbers: http://2130706433/ is 127.0.0.1.
        const number = ((a * 256 + b) * 256 + c) * 256 + d
        expect(() => assertFetchable(new URL(`http://${number}/x.png`))).toThrow()
      }),
    )
  })

  it.each([
    'ftp://example.com/x.png',
    'file:///etc/passwd',
    'http://example.com:8080/x.png',
    'http://user:secret@example.com/x.png',
    'http://127.0.0.1/x.png',
    'http://[::1]/x.png',
    'http://[::ffff:127.0.0.1]/x.png',
    'http://0x7f.1/x.png',
  ])('%s is not fetched', (address) => {
    expect(() => assertFetchable(new URL(address))).toThrow()
  })

  it('https://example.com/logo.png may be', () => {
    expect(() => assertFetchable(new URL('https://example.com/logo.png'))).not.toThrow()
  })

  it('a name that resolves to this machine is refused when connecting', async () => {
    const refused = await new Promise((resolve) =>
      lookupPublic('localhost', { all: true }, (error) => resolve(error?.message)),
    )
    expect(refused).toBe('localhost is not on the open internet')
  })
})
