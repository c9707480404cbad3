import { afterEach, expect, test, vi } from 'vitest'
import { canStore, localStore } from './browser-storage.ts'

const stored = new Map<string, string>()
const stub = (setItem: (key: string, value: string) => void) =>
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem,
    removeItem: (key: string) => void stored.delete(key),
  })
const write = (key: string, value: string) => void stored.set(key, value)
const refuse = () => {
  throw new DOMException('The quota has been exceeded.', 'QuotaExceededError')
}

afterEach(() => {
  localStore.removeItem('key')
  stored.clear()
  vi.unstubAllGlobals()
})

test('without a storage, getItem returns what setItem wrote, and null after removeItem', () => {
  expect(canStore()).toBe(false)
  localStore.setItem('key', 'one')
  expect(localStore.getItem('key')).toBe('one')
  localStore.removeItem('key')
  expect(localStore.getItem('key')).toBeNull()
})

test('with a full storage, getItem returns the new value instead of the stored one', () => {
  stub(write)
  localStore.setItem('key', 'stored')
  stub(refuse)
  expect(canStore()).toBe(false)
  localStore.setItem('key', 'new')
  expect(localStore.getItem('key')).toBe('new')
  localStore.removeItem('key')
  expect(localStore.getItem('key')).toBeNull()
})

test('setItem writes into the storage again once there is room', () => {
  stub(refuse)
  localStore.setItem('key', 'new')
  stub(write)
  expect(canStore()).toBe(true)
  localStore.setItem('key', 'newer')
  expect(stored.get('key')).toBe('newer')
  expect(localStore.getItem('key')).toBe('newer')
})
