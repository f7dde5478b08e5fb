import { msg } from '#contract/kit/translate.ts'

/** The source of the bills that were invented for the demonstration, as it is stored. */
export const exampleSource = 'Demonstration'

/** The terms under which a source publishes its records. */
export type SourceTerms = {
  /** An SPDX license id, or null if records are public without a license. */
  license: string | null
  /** The terms in words. */
  terms: string
  /** The credit that everybody who shows or republishes the record must show, or null if none is required. */
  credit: string | null
  url: string | null
}

const federal: Omit<SourceTerms, 'url'> = {
  license: null,
  terms: msg('Work of the United States Government, public domain'),
  credit: null,
}

const termsOf: Readonly<Record<string, SourceTerms>> = {
  'Congress.gov': { ...federal, url: 'https://www.congress.gov' },
  GovInfo: { ...federal, url: 'https://www.govinfo.gov' },
  'House Clerk': { ...federal, url: 'https://clerk.house.gov' },
  'U.S. Senate': { ...federal, url: 'https://www.senate.gov' },
  'unitedstates/congress': {
    license: 'CC0-1.0',
    terms: 'CC0 1.0, public domain',
    credit: null,
    url: 'https://github.com/unitedstates/congress',
  },
  'The @unitedstates project': {
    license: 'CC0-1.0',
    terms: 'CC0 1.0, public domain',
    credit: null,
    url: 'https://github.com/unitedstates/congress-legislators',
  },
  'Open States': {
    license: 'CC0-1.0',
    terms: 'CC0 1.0, public domain',
    credit: null,
    url: 'https://openstates.org',
  },
  'Open Civic Data': {
    license: 'CC0-1.0',
    terms: 'CC0 1.0, public domain',
    credit: null,
    url: 'https://github.com/opencivicdata/ocd-division-ids',
  },
  LegiScan: {
    license: 'CC-BY-4.0',
    terms: msg('Creative Commons Attribution 4.0'),
    credit: msg('Legislative data by LegiScan (legiscan.com), CC BY 4.0'),
    url: 'https://legiscan.com',
  },
  'New York City Council': {
    license: null,
    terms: msg('Public record of the city'),
    credit: null,
    url: 'https://intro.nyc',
  },
  Legistar: { license: null, terms: msg('Public record of the city'), credit: null, url: null },
  Hurd: {
    license: 'CC0-1.0',
    terms: 'CC0 1.0, public domain',
    credit: null,
    url: null,
  },
}

/**
 * Returns the terms of a source. For a source that an operator added, the terms are not known and only the name is
 * returned.
 */
export function sourceTerms(source_name: string): SourceTerms {
  return (
    termsOf[source_name] ?? {
      license: null,
      terms: 'Not stated; ask the operator of this site',
      credit: null,
      url: null,
    }
  )
}

/** Returns the credits that these sources require, each once. */
export function creditsOf(source_names: Iterable<string>): string[] {
  const credits = Array.from(new Set(source_names), (name) => sourceTerms(name).credit)
  return credits.filter((credit) => credit !== null)
}
