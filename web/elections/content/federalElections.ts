import type { Election } from '#web/elections/election.ts'

export const federalElections: Election[] = [
  {
    id: 'nebraska-house',
    name: 'Nebraska House',
    level: 'federal',
    division: 'ocd-division/country:us/state:ne',
    title: 'Nebraska House, District 2',
    date: '2026-11-03',
    type: 'General Election',
    status: 'Completed',
    description:
      'Voters in and around Omaha chose their member of the U.S. House of Representatives, who speaks for the district in Washington and votes on every federal bill.',
    keyInfo: [
      'The term is two years and starts on January 3, 2027.',
      'The seat is one of three that Nebraska has in the House.',
      'This district decides one of Nebraska’s electoral votes.',
    ],
    candidates: [
      {
        id: 'june-alvarado',
        name: 'June Alvarado',
        party: 'Democratic',
        avatar: 'JA',
        preview: 'Cap the price of insulin for everyone, and widen Interstate 80 with federal money.',
        platform: [
          'Cap the price of insulin at $35 a month for every patient',
          'Add federal money for Interstate 80 between Omaha and Lincoln',
          'Open a veterans’ clinic in Sarpy County',
        ],
        experience: ['Pharmacist, 2004 to 2018', 'County commissioner, 2018 to 2026'],
        endorsements: ['Platte Valley Pharmacists', 'Omaha Transit Workers'],
        finance: {
          raised: 3_240_000,
          spent: 3_105_000,
          cash: 135_000,
          topDonors: ['Platte Valley Pharmacists', 'River City Educators', 'Metro Builders Fund'],
        },
        contact: {
          website: 'https://alvarado.example',
          email: 'hello@alvarado.example',
          twitter: 'https://twitter.example/junealvarado',
          phone: '402-555-0117',
        },
      },
      {
        id: 'carl-ostergaard',
        name: 'Carl Ostergaard',
        party: 'Republican',
        avatar: 'CO',
        preview: 'Lower the cost of child care by a tax credit, and sell more of what farms grow abroad.',
        platform: [
          'Double the federal tax credit for child care',
          'Open new markets for corn, beef and ethanol',
          'Ask every agency to drop two rules for each new one',
        ],
        experience: ['Farm equipment dealer since 1999', 'Member of the state legislature, 2016 to 2024'],
        endorsements: ['Cornhusker Growers League', 'Heartland Small Business Council'],
        finance: {
          raised: 3_610_000,
          spent: 3_480_000,
          cash: 130_000,
          topDonors: [
            'Cornhusker Growers League',
            'Prairie Freight Fund',
            'Heartland Small Business Council',
          ],
        },
        contact: {
          website: 'https://ostergaard.example',
          email: 'office@ostergaard.example',
          twitter: 'https://twitter.example/carlostergaard',
          phone: '402-555-0164',
        },
      },
    ],
    timeline: [
      { date: '2026-03-02', event: 'Filing deadline' },
      { date: '2026-05-12', event: 'Primary election' },
      { date: '2026-10-05', event: 'Early voting opens' },
      { date: '2026-11-03', event: 'Election day' },
      { date: '2027-01-03', event: 'Term begins' },
    ],
  },
  {
    id: 'texas-house-15',
    name: 'Texas House 15',
    level: 'federal',
    division: 'ocd-division/country:us/state:tx',
    title: 'Texas House, District 15',
    date: '2026-11-03',
    type: 'General Election',
    status: 'Completed',
    description:
      'Voters of the 15th district, which reaches from the Rio Grande Valley northward, chose their member of the U.S. House of Representatives.',
    keyInfo: [
      'The term is two years and starts on January 3, 2027.',
      'Texas has 38 seats in the House, more than any state but California.',
      'Where nobody wins more than half of a Texas primary, the first two meet in a runoff.',
    ],
    candidates: [],
    timeline: [
      { date: '2025-12-08', event: 'Filing deadline' },
      { date: '2026-03-03', event: 'Primary election' },
      { date: '2026-05-26', event: 'Primary runoff' },
      { date: '2026-10-19', event: 'Early voting opens' },
      { date: '2026-11-03', event: 'Election day' },
    ],
  },
]
