import { describe, expect, test } from 'vitest'
import { codeKey, findsBill, isNamedBy, readKeyword, searchWords } from './search.ts'

const bill = {
  bill_code: 'H.R. 22',
  title: 'Clean Water and Peñasco Rivers Act',
  summary: 'Would protect children’s drinking water.\nIt also sets a $500 fine for “dumping”.',
}
const finds = (keyword: string, of = bill) => findsBill(readKeyword(keyword), of)

// covers CIV-FILTERS-15 CIV-FILTERS-16 CIV-FILTERS-17 CIV-FILTERS-18
test.each([
  ['a word of the title, whatever its case', 'WATER'],
  ['part of a word', 'lean'],
  ['words that follow each other', 'clean water'],
  ['words that stand apart, in any order', 'dumping rivers'],
  ['a word of the summary', 'drinking'],
  ['an accent left out', 'penasco'],
  ['an accent kept', 'peñasco'],
  ['another apostrophe', "children's"],
  ['other quotation marks around a word', '"dumping"'],
  ['a short word with the next word', 'water and pe'],
  ['a word being typed', 'riv'],
  ['too many spaces', '  clean   water  '],
])('%s finds a bill', (_, keyword) => {
  expect(finds(keyword)).toBe(true)
})

test.each([
  ['a word that is not there', 'water bridge'],
  ['two letters inside a word', 'ch'.slice(1) + 'i'],
  ['punctuation alone', '%'],
  ['punctuation alone', "'; --"],
  ['words across two fields', '22 clean'],
  ['another number', 'hr 23'],
])('%s does not find it: %s', (_, keyword) => {
  expect(finds(keyword)).toBe(false)
})

describe('a code', () => {
  // covers HURD-SEARCH-17
  test.each([
    ['H.R. 22', ['hr 22', 'HR22', 'h.r.22', 'H. R. 22', 'hr-22', 'hr 0022', 'h r 22', 'HR 2']],
    ['S. 5', ['s5', 'S 5', 's. 5', 'S.0005']],
    [
      'H.J.Res. 139',
      ['hjres139', 'HJ Res 139', 'h.j. res. 139', 'H J RES 139', 'House Joint Resolution 139'].concat([
        'HJR 139',
        'hjr139',
        'H.J.R. 139',
        'House Joint Res. 139',
        'hjres 13',
        'HJRes',
        'hjr 0139',
      ]),
    ],
    ['S.J.Res. 82', ['SJR 82', 'sjr82', 'S.J. Res. 82', 'Senate Joint Resolution No. 82']],
    ['H.Con.Res. 5', ['HCR 5', 'H.C.R. 5', 'hcon res 5', 'H. Con. Res. 5', 'HCRes 5', 'House Con. Res. 5']],
    ['S.Con.Res. 11', ['sconres 11', 's con res 11', 'SConRes11', 'SCR 11', 'scr11', 'sconres']],
    ['HJR 8', ['HJR 8', 'H.J.Res. 8', 'House Joint Resolution 8']],
    ['SCR 3', ['S.Con.Res. 3', 'Senate Concurrent Resolution 3']],
    ['H.Res. 5', ['hres 5', 'H. Res. 5', 'House Resolution 5', 'House Res. 5']],
    [
      'AB 1234',
      ['ab1234', 'A.B. 1234', 'ab 123', 'Assembly Bill 1234', 'Assembly Bill No. 1234', 'bill AB 1234'],
    ],
    ['SB0007', ['sb 7', 'SB7', 'S.B. 0007', 'Senate Bill 7', 'Proyecto de Ley SB 7']],
    [
      'Int 0123-2024',
      [
        'int 123-2024',
        'Int. 0123-2024',
        'int 0123',
        'int123',
        'INT 123 2024',
        '0123-2024',
        'Int. No. 123',
        'Int No. 0123-2024',
        'Introduction No. 123-2024',
        'Bill No. 123',
      ],
    ],
    ['LD 1234', ['ld1234', 'L.D. 1234', 'LD-1234']],
    ['CB 120999', ['cb 120999', 'CB120999']],
    ['HB 12A', ['hb12a', 'hb 12']],
    [
      'H.R. 4',
      [
        'the HR 4',
        'HR4 bill',
        'H.R. 4 (119th)',
        'H.R. 4 (119th Congress)',
        'H.R. 4 - An Act',
        'HR4: an act',
        'HR 4 Act',
      ],
    ],
    ['S 277', ['S277-A', 'S 277A', 's.277-b']],
    ['Int 0511-2026', ['Int. No. 511-A', 'Int 511-2026-A', 'Int. No. 511 of 2026']],
    ['H.Res. 6', ['H. Resolution 6', 'House Reso 6', 'H.Res. 6 (119th Congress)']],
    ['S.Con.Res. 8', ['S. Concurrent Resolution 8', 'Sen. Con. Res. 8']],
    ['H.J.Res. 9', ['House Jt. Res. 9', 'H. Joint Res. 9']],
    ['Res 0012-2024', ['Resolution 12', 'Resolution No. 12', 'Reso. 12']],
    ['CB 120998', ['Council Bill 120998', 'council bill no. 120998']],
    ['SB 2A', ['SB 2-A', 'sb2a']],
    ['HF 12', ['H.F. No. 12', 'HF number 12', 'HF no 0012']],
    ['ABX1 1', ['AB1X 1', 'AB 1X 1', 'ABX1-1', 'abx11', 'AB X1 1']],
    ['H.R. 1', ['House Bill 1', 'house bill no. 1', 'HB 1', 'hb1', 'H.B. 1', 'the HB 1 bill']],
    ['S. 4530', ['SB 4530', 'sb4530', 'S.B. 4530', 'Senate Bill 4530', 'Senate Bill No. 4530']],
    ['S 278', ['Senate Bill 278', 'SB 278', 'S.B.278']],
    ['H 855', ['House Bill 855', 'HB855']],
    ['A 991', ['Assembly Bill 991', 'AB 991', 'A991-B']],
    ['S.Res. 7', ['SR 7', 'sr7', 'Senate Res. 7']],
    ['HB25-1001', ['HB 1001', 'hb1001', 'House Bill 1001', 'HB25-1001', 'hb 25-1001', 'HB 1001 bill']],
    ['HB25B-1002', ['HB 1002', 'House Bill 1002', 'HB25B-1002', 'hb 25b 1002']],
  ])('%s is found however people type it', (bill_code, typed) => {
    const coded = { ...bill, bill_code, title: 'An Act', summary: '' }
    expect(typed.filter((keyword) => !finds(keyword, coded))).toEqual([])
  })

  test('does not match its letters and number in other words', () => {
    const other = { ...bill, bill_code: 'S. 9', title: 'Three Acts of 2022 on threshing' }
    expect(finds('hr 22', other)).toBe(false)
  })

  test('names one kind of measure, however similar the letters of another are', () => {
    const codes = ['H.R. 5', 'H.Res. 5', 'H.J.Res. 5', 'H.Con.Res. 5', 'S. 5', 'S.Res. 5', 'S.J.Res. 5']
    const named = (typed: string) =>
      codes.filter((bill_code) => finds(typed, { bill_code, title: '', summary: '' }))
    expect(named('HR 5')).toEqual(['H.R. 5'])
    expect(named('HRes 5')).toEqual(['H.Res. 5'])
    expect(named('HJR 5')).toEqual(['H.J.Res. 5'])
    expect(named('HCR 5')).toEqual(['H.Con.Res. 5'])
    expect(named('SJR 5')).toEqual(['S.J.Res. 5'])
    expect(named('SRes 5')).toEqual(['S.Res. 5'])
  })

  test('matches exactly its bill, and not one with a longer number', () => {
    expect(isNamedBy(readKeyword('hr 22'), bill)).toBe(true)
    expect(isNamedBy(readKeyword('hr 2'), bill)).toBe(false)
    expect(isNamedBy(readKeyword('water'), bill)).toBe(false)
  })

  test('keeps its numbers apart', () => {
    expect(codeKey('Int 0123-2024')).toBe('int123-2024')
    expect(codeKey('Int 1232-024')).toBe('int1232-24')
    expect(codeKey('Res. 0')).toBe('res0')
  })

  // covers HURD-SEARCH-11
  test('differs from a word with a number', () => {
    const covid = { ...bill, title: 'COVID-19 Relief Act and Title 42, the Water Bill of 2024' }
    const typed = ['COVID-19', 'covid 19', 'covid 19 relief', 'title 42']
    for (const keyword of [...typed, 'the relief title 42', 'water 2024 bill', 'the water 2024']) {
      expect([keyword, finds(keyword, covid)]).toEqual([keyword, true])
    }
    // A title can have a word that looks like a code.
    expect(finds('wharf7', { ...bill, title: 'Sea otters of wharf7' })).toBe(true)
  })

  test('is not recognized in a topic followed by a year', () => {
    expect(readKeyword('clean water 2026')).toEqual({ code: null, parts: ['clean', 'water', '2026'] })
  })
})

// covers HURD-SEARCH-17
test('a word that is written together or apart is found either way', () => {
  for (const title of ['Health Care and Child Care Act', 'Healthcare and Childcare Act']) {
    const typed = ['healthcare', 'health care', 'HEALTHCARE childcare', 'child care', 'childcare act']
    expect(typed.filter((keyword) => !finds(keyword, { ...bill, title }))).toEqual([])
  }
  expect(finds('medicare', { ...bill, title: 'Medi Care Act' })).toBe(false)
})

// covers HURD-SEARCH-11
test('initials are found with and without dots', () => {
  const act = { ...bill, title: 'U.S.-Mexico Water and D.C. Courts Act' }
  const typed = ['US Mexico', 'U.S.-Mexico', 'us-mexico', 'u s mexico', 'DC courts', 'D.C. courts', 'and DC']
  expect(typed.filter((keyword) => !finds(keyword, act))).toEqual([])
})

test('words of one or two letters match together with the next word, at the beginning of a word', () => {
  expect(readKeyword('bill of rights')?.parts).toEqual(['bill', ' of rights'])
  expect(readKeyword('water ri')?.parts).toEqual(['water ri'])
  expect(readKeyword('U.S. steel')?.parts).toEqual([' u s steel'])
  expect(readKeyword('hr')?.parts).toEqual([' hr'])
})

test('a keyword of many words is limited to six parts', () => {
  const parts = readKeyword('alpha beta gamma delta epsilon zeta eta theta')?.parts
  expect(parts).toEqual(['alpha', 'beta', 'gamma', 'delta', 'epsilon', 'zeta eta theta'])
})

test('text becomes letters and digits without accents and case', () => {
  expect(searchWords(' “Año” Ⅻ — ﬁne\u00a0print, ½ & ŁÓDŹ\t№ 5 ')).toBe('ano xii fine print 1 2 lodz no 5')
})
