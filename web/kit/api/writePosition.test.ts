import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { keepPosition, positionHeaders } from './writePosition.ts'

const stored = new Map<string, string>()
beforeEach(() => {
  stored.clear()
  vi.useFakeTimers()
  vi.stubGlobal('localStorage', {
    getItem: (name: string) => stored.get(name) ?? null,
    setItem: (name: string, value: string) => void stored.set(name, value),
    removeItem: (name: string) => void stored.delete(name),
  })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const responseWith = (position?: string) => ({
  headers: new Headers(position === undefined ? {} : { 'x-hurd-position': position }),
})

test('reads send the position of the last write for one minute', () => {
  expect(positionHeaders()).toEqual({})
  keepPosition(responseWith('0000.a'))
  keepPosition(responseWith())
  expect(positionHeaders()).toEqual({ 'x-hurd-position': '0000.a' })
  vi.advanceTimersByTime(60_000)
  expect(positionHeaders()).toEqual({})
})

test('a late response to an earlier write does not replace the position of a later one', () => {
  keepPosition(responseWith('0002.a'))
  keepPosition(responseWith('0001.b'))
  expect(positionHeaders()).toEqual({ 'x-hurd-position': '0002.a' })
  vi.advanceTimersByTime(60_000)
  keepPosition(responseWith('0001.c'))
  expect(positionHeaders()).toEqual({ 'x-hurd-position': '0001.c' })
})

test('a write succeeds even if the storage is full, and the page remembers its position', () => {
  vi.stubGlobal('localStorage', {
    getItem: () => null,
    setItem() {
      throw new Error('quota exceeded')
    },
    removeItem() {},
  })
  keepPosition(responseWith('0001.a'))
  expect(positionHeaders()).toEqual({ 'x-hurd-position': '0001.a' })
  vi.advanceTimersByTime(60_000)
  expect(positionHeaders()).toEqual({})
})
