import { expect, test } from 'vitest'
import { pageText } from './pageText.ts'

// covers BEY-ANATOMY-06
test('the number of bills of a committee is not stated as a total when more were not counted', () => {
  expect(pageText(20, 5, 25)).toBe('21 to 25 of 25 bills')
  expect(pageText(10_000, 20, 10_000)).toBe('10,001 to 10,020 of at least 10,000 bills')
})
