/** The terms under which a source publishes its records. */
export type SourceTerms = {
  /** An SPDX license id, or null where records are public without one. */
  license: string | null
  /** In words, for people. */
  terms: string
  /** What everybody who shows or passes on the record has to say, or null. */
  credit: string | null
  url: string | null
}

const federal: Omit<SourceTerms, 'url'> = {
  license: null,
  terms: 'Work of the United States Government, public domain',
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
    terms: 'Creative Commons Attribution 4.0',
    credit: 'Legislative data by LegiScan (legiscan.com), CC BY 4.0',
    url: 'https://legiscan.com',
  },
  'New York City Council': {
    license: null,
    terms: 'Public record of the city',
    credit: null,
    url: 'https://intro.nyc',
  },
  Legistar: { license: null, terms: 'Public record of the city', credit: null, url: null },
  Hurd: {
    license: 'CC0-1.0',
    terms: 'CC0 1.0, public domain',
    credit: null,
    url: null,
  },
}

/** The terms of a source. An operator's own source has its name and no known terms. */
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

/** The credits that these sources ask for, each once. */
export function creditsOf(source_names: Iterable<string>): string[] {
  const credits = Array.from(new Set(source_names), (name) => sourceTerms(name).credit)
  return credits.filter((credit) => credit !== null)
}
