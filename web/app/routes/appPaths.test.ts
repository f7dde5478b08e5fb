import { expect, test } from 'vitest'
import { isScreenPath } from '#contract/kit/appPaths.ts'
import { paths } from '#web/kit/paths.ts'
import { downloadRoute, openRoutes, shellRoutes } from './screens.ts'

// covers HURD-FIRST-03
test('the server knows the path of every screen of the app, except those of bills, which it looks up', () => {
  const routes = [...openRoutes, downloadRoute, ...shellRoutes].map(({ path }) => path)
  const unknown = [...routes, paths.login, paths.home]
    .filter((path) => path !== '/:place/:session/:code/*')
    .map((path) => path.replaceAll(/\/:\w+\?/g, '').replaceAll(/:\w+/g, 'some-id'))
    .filter((path) => !isScreenPath(path))
  expect(unknown).toEqual([])
  expect(['/nonsense', '/feed/old', '/groups/a/b'].filter((path) => isScreenPath(path))).toEqual([])
})
