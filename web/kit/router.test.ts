import { expect, test } from 'vitest'
import { matchPath } from './router.tsx'

test.each([
  ['/profile', '/profile', {}],
  ['/profile', '/Profile/', {}],
  ['/profile', '/profiles', null],
  ['/profile', '/profile/ann', null],
  ['/profile/:username', '/profile/ann', { username: 'ann' }],
  ['/profile/:username', '/profile/', null],
  ['/profile/:username', '/profile/s%C3%B3l', { username: 'sól' }],
  ['/profile/:username', '/profile/100%', { username: '100%' }],
  ['/administration/:tab?', '/administration', { tab: undefined }],
  ['/administration/:tab?', '/administration/codes', { tab: 'codes' }],
  ['/administration/:tab?', '/administration/codes/1', null],
  ['/bills/:billId/compare/:from/:to', '/bills/7/compare/1/2', { billId: '7', from: '1', to: '2' }],
  ['/:place/:session/:code/*', '/us/119/hr', { place: 'us', session: '119', code: 'hr' }],
  ['/:place/:session/:code/*', '/us/119/hr/1', { place: 'us', session: '119', code: 'hr' }],
  ['/:place/:session/:code/*', '/us/119', null],
  ['/', '/', {}],
  ['/', '/feed', null],
])('the route %s finds its parts in the address %s', (route, pathname, params) => {
  expect(matchPath(route, pathname)).toEqual(params)
})
