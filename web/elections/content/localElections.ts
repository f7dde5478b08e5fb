import type { Election } from '#web/elections/election.ts'

export const localElections: Election[] = [
  {
    id: 'nyc-mayor',
    name: 'NYC Mayor',
    level: 'local',
    division: 'ocd-division/country:us/state:ny/place:new_york',
    title: 'New York City Mayor',
    date: '2025-11-04',
    type: 'Local Election',
    status: 'Completed',
    description:
      'New York City chose its mayor, who proposes the city’s budget, signs or vetoes local laws, and runs its schools, police and parks.',
    keyInfo: [
      'The term is four years and started on January 1, 2026.',
      'A mayor may serve two terms in a row.',
      'Ranked choice is used in the primary, not in the general election.',
    ],
    candidates: [
      {
        id: 'priya-raman-cole',
        name: 'Priya Raman-Cole',
        party: 'Democratic',
        avatar: 'PR',
        preview: 'Build 60,000 homes on city land, and keep every library open on Sundays.',
        platform: [
          'Build 60,000 homes on land the city owns',
          'Open every branch library seven days a week',
          'Run buses in lanes of their own on 40 more avenues',
        ],
        experience: ['City housing commissioner, 2019 to 2025', 'Tenant lawyer, 2008 to 2019'],
        endorsements: ['Five Borough Tenants', 'City Library Workers'],
        finance: {
          raised: 8_050_000,
          spent: 7_900_000,
          cash: 150_000,
          topDonors: ['Small donors, matched by the city', 'Five Borough Tenants', 'Harbor Builders Guild'],
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
        name: 'Anthony DeLuca-Reyes',
        party: 'Republican',
        avatar: 'AD',
        preview: 'Hire 3,000 officers, freeze the property tax, and close shops that sell without a license.',
        platform: [
          'Hire 3,000 police officers within two years',
          'Freeze the property tax for one- and two-family homes',
          'Close every shop that sells without a license',
        ],
        experience: ['City council member, 2017 to 2025', 'Fire captain, 1998 to 2017'],
        endorsements: ['Outer Borough Homeowners', 'Ferry Captains Union'],
        finance: {
          raised: 4_900_000,
          spent: 4_650_000,
          cash: 250_000,
          topDonors: [
            'Outer Borough Homeowners',
            'Small donors, matched by the city',
            'Ferry Captains Union',
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
      { date: '2025-06-24', event: 'Primary election' },
      { date: '2025-10-25', event: 'Early voting opens' },
      { date: '2025-11-04', event: 'Election day' },
      { date: '2026-01-01', event: 'Term begins' },
    ],
  },
  {
    id: 'buffalo-city-council',
    name: 'Buffalo City Council',
    level: 'local',
    division: 'ocd-division/country:us/state:ny/place:buffalo',
    title: 'Buffalo City Council',
    date: '2027-11-02',
    type: 'Local Election',
    status: 'Upcoming',
    description:
      'Buffalo will choose the members of its Common Council, who pass the city’s laws, set its budget and approve what is built.',
    keyInfo: [
      'The council has nine members, one from each district.',
      'The term is four years and starts on January 1, 2028.',
      'You vote in the district where you live.',
    ],
    candidates: [],
    timeline: [
      { date: '2027-06-22', event: 'Primary election' },
      { date: '2027-10-23', event: 'Early voting opens' },
      { date: '2027-11-02', event: 'Election day' },
      { date: '2028-01-01', event: 'Term begins' },
    ],
  },
]
