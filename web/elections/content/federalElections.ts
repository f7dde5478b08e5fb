import { t } from '#contract/kit/translate.ts'
import type { Election } from '#web/elections/election.ts'

export const federalElections: Election[] = [
  {
    id: 'nebraska-house',
    name: t('Nebraska House'),
    level: 'federal',
    division: 'ocd-division/country:us/state:ne',
    title: t('Nebraska House, District 2'),
    date: '2026-11-03',
    type: 'general',
    status: 'completed',
    description: t(
      'Voters in and around Omaha chose their member of the U.S. House of Representatives, who speaks for the district in Washington and votes on every federal bill.',
    ),
    keyInfo: [
      t('The term is two years and starts on January 3, 2027.'),
      t('The seat is one of three that Nebraska has in the House.'),
      t('This district decides one of Nebraska’s electoral votes.'),
    ],
    candidates: [
      {
        id: 'june-alvarado',
        name: t('June Alvarado'),
        party: t('Democratic'),
        avatar: 'JA',
        preview: t('Cap the price of insulin for everyone, and widen Interstate 80 with federal money.'),
        platform: [
          t('Cap the price of insulin at $35 a month for every patient'),
          t('Add federal money for Interstate 80 between Omaha and Lincoln'),
          t('Open a veterans’ clinic in Sarpy County'),
        ],
        experience: [t('Pharmacist, 2004 to 2018'), t('County commissioner, 2018 to 2026')],
        endorsements: [t('Platte Valley Pharmacists'), t('Omaha Transit Workers')],
        finance: {
          raised: 3_240_000,
          spent: 3_105_000,
          cash: 135_000,
          topDonors: [t('Platte Valley Pharmacists'), t('River City Educators'), t('Metro Builders Fund')],
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
        name: t('Carl Ostergaard'),
        party: t('Republican'),
        avatar: 'CO',
        preview: t('Lower the cost of child care by a tax credit, and sell more of what farms grow abroad.'),
        platform: [
          t('Double the federal tax credit for child care'),
          t('Open new markets for corn, beef and ethanol'),
          t('Ask every agency to drop two rules for each new one'),
        ],
        experience: [
          t('Farm equipment dealer since 1999'),
          t('Member of the state legislature, 2016 to 2024'),
        ],
        endorsements: [t('Cornhusker Growers League'), t('Heartland Small Business Council')],
        finance: {
          raised: 3_610_000,
          spent: 3_480_000,
          cash: 130_000,
          topDonors: [
            t('Cornhusker Growers League'),
            t('Prairie Freight Fund'),
            t('Heartland Small Business Council'),
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
      { date: '2026-03-02', event: t('Filing deadline') },
      { date: '2026-05-12', event: t('Primary election') },
      { date: '2026-10-05', event: t('Early voting opens') },
      { date: '2026-11-03', event: t('Election day') },
      { date: '2027-01-03', event: t('Term begins') },
    ],
  },
  {
    id: 'texas-house-15',
    name: t('Texas House 15'),
    level: 'federal',
    division: 'ocd-division/country:us/state:tx',
    title: t('Texas House, District 15'),
    date: '2026-11-03',
    type: 'general',
    status: 'completed',
    description: t(
      'Voters of the 15th district, which reaches from the Rio Grande Valley northward, chose their member of the U.S. House of Representatives.',
    ),
    keyInfo: [
      t('The term is two years and starts on January 3, 2027.'),
      t('Texas has 38 seats in the House, more than any state but California.'),
      t('Where nobody wins more than half of a Texas primary, the first two meet in a runoff.'),
    ],
    candidates: [],
    timeline: [
      { date: '2025-12-08', event: t('Filing deadline') },
      { date: '2026-03-03', event: t('Primary election') },
      { date: '2026-05-26', event: t('Primary runoff') },
      { date: '2026-10-19', event: t('Early voting opens') },
      { date: '2026-11-03', event: t('Election day') },
    ],
  },
]
