import { t } from '#contract/kit/translate.ts'
import type { Election } from '#web/elections/election.ts'

export const localElections: Election[] = [
  {
    id: 'nyc-mayor',
    name: t('NYC Mayor'),
    level: 'local',
    division: 'ocd-division/country:us/state:ny/place:new_york',
    title: t('New York City Mayor'),
    date: '2025-11-04',
    type: 'local',
    status: 'completed',
    description: t(
      'New York City chose its mayor, who proposes the city’s budget, signs or vetoes local laws, and runs its schools, police and parks.',
    ),
    keyInfo: [
      t('The term is four years and started on January 1, 2026.'),
      t('A mayor may serve two terms in a row.'),
      t('Ranked choice is used in the primary, not in the general election.'),
    ],
    candidates: [
      {
        id: 'priya-raman-cole',
        name: t('Priya Raman-Cole'),
        party: t('Democratic'),
        avatar: 'PR',
        preview: t('Build 60,000 homes on city land, and keep every library open on Sundays.'),
        platform: [
          t('Build 60,000 homes on land the city owns'),
          t('Open every branch library seven days a week'),
          t('Run buses in lanes of their own on 40 more avenues'),
        ],
        experience: [t('City housing commissioner, 2019 to 2025'), t('Tenant lawyer, 2008 to 2019')],
        endorsements: [t('Five Borough Tenants'), t('City Library Workers')],
        finance: {
          raised: 8_050_000,
          spent: 7_900_000,
          cash: 150_000,
          topDonors: [
            t('Small donors, matched by the city'),
            t('Five Borough Tenants'),
            t('Harbor Builders Guild'),
          ],
        },
        contact: {
          website: 'https://ramancole.example',
          email: 'hello@ramancole.example',
          twitter: 'https://twitter.example/priyaramancole',
          phone: '212-555-0133',
        },
      },
      {
        id: 'anthony-deluca-reyes',
        name: t('Anthony DeLuca-Reyes'),
        party: t('Republican'),
        avatar: 'AD',
        preview: t(
          'Hire 3,000 officers, freeze the property tax, and close shops that sell without a license.',
        ),
        platform: [
          t('Hire 3,000 police officers within two years'),
          t('Freeze the property tax for one- and two-family homes'),
          t('Close every shop that sells without a license'),
        ],
        experience: [t('City council member, 2017 to 2025'), t('Fire captain, 1998 to 2017')],
        endorsements: [t('Outer Borough Homeowners'), t('Ferry Captains Union')],
        finance: {
          raised: 4_900_000,
          spent: 4_650_000,
          cash: 250_000,
          topDonors: [
            t('Outer Borough Homeowners'),
            t('Small donors, matched by the city'),
            t('Ferry Captains Union'),
          ],
        },
        contact: {
          website: 'https://delucareyes.example',
          email: 'office@delucareyes.example',
          twitter: 'https://twitter.example/delucareyes',
          phone: '718-555-0175',
        },
      },
    ],
    timeline: [
      { date: '2025-06-24', event: t('Primary election') },
      { date: '2025-10-25', event: t('Early voting opens') },
      { date: '2025-11-04', event: t('Election day') },
      { date: '2026-01-01', event: t('Term begins') },
    ],
  },
  {
    id: 'buffalo-city-council',
    name: t('Buffalo City Council'),
    level: 'local',
    division: 'ocd-division/country:us/state:ny/place:buffalo',
    title: t('Buffalo City Council'),
    date: '2027-11-02',
    type: 'local',
    status: 'upcoming',
    description: t(
      'Buffalo will choose the members of its Common Council, who pass the city’s laws, set its budget and approve what is built.',
    ),
    keyInfo: [
      t('The council has nine members, one from each district.'),
      t('The term is four years and starts on January 1, 2028.'),
      t('You vote in the district where you live.'),
    ],
    candidates: [],
    timeline: [
      { date: '2027-06-22', event: t('Primary election') },
      { date: '2027-10-23', event: t('Early voting opens') },
      { date: '2027-11-02', event: t('Election day') },
      { date: '2028-01-01', event: t('Term begins') },
    ],
  },
]
