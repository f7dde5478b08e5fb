/* oxlint-disable max-lines -- content, not code: an operator replaces this file as a whole */
/**
 * The content of the elections guide. An operator replaces this one file. The offices, dates and rules are real; the
 * candidates and all numbers about them are invented, with reserved domains and phone numbers.
 */
export type Election = {
  /** Used in the address of the page. */
  id: string
  /** The label of its button. */
  name: string
  level: 'federal' | 'state' | 'local'
  /** OCD division id of the jurisdiction. */
  division: string
  title: string
  /** YYYY-MM-DD. */
  date: string
  type: 'General Election' | 'Local Election'
  status: 'Upcoming' | 'Completed'
  description: string
  keyInfo: string[]
  candidates: Candidate[]
  timeline: { date: string; event: string }[]
}

export type Candidate = {
  id: string
  name: string
  party: string
  avatar: string
  preview: string
  platform: string[]
  experience: string[]
  endorsements: string[]
  /** In whole dollars. */
  finance: { raised: number; spent: number; cash: number; topDonors: string[] }
  contact: { website: string; email: string; twitter: string; phone: string }
}

export const elections: Election[] = [
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
  {
    id: 'michigan-governor',
    name: 'Michigan Governor',
    level: 'state',
    division: 'ocd-division/country:us/state:mi',
    title: 'Michigan Governor',
    date: '2026-11-03',
    type: 'General Election',
    status: 'Completed',
    description:
      'Michigan chose its next governor. The governor proposes the state budget, signs or vetoes bills, and heads about twenty state departments.',
    keyInfo: [
      'The term is four years and starts on January 1, 2027.',
      'A governor may serve two terms.',
      'Voters elect the governor and the lieutenant governor together.',
    ],
    candidates: [
      {
        id: 'dana-whitfield',
        name: 'Dana Whitfield',
        party: 'Democratic',
        avatar: 'DW',
        preview: 'Lower utility bills, train 20,000 more nurses, and repair every bridge rated poor.',
        platform: [
          'Lower utility bills by ending rate increases that fund dividends',
          'Train 20,000 more nurses by 2030',
          'Repair every state bridge rated poor',
        ],
        experience: ['State senator, 2018 to 2026', 'County health director, 2011 to 2018'],
        endorsements: ['Michigan Nurses Council', 'Great Lakes Building Trades'],
        finance: {
          raised: 12_400_000,
          spent: 11_150_000,
          cash: 1_250_000,
          topDonors: ['Teachers’ PAC of Michigan', 'Lakeshore Health Workers', 'Huron Small Business Fund'],
        },
        contact: {
          website: 'https://whitfield.example',
          email: 'team@whitfield.example',
          twitter: 'https://twitter.example/danawhitfield',
          phone: '517-555-0142',
        },
      },
      {
        id: 'robert-kessler',
        name: 'Robert Kessler',
        party: 'Republican',
        avatar: 'RK',
        preview: 'Cut the income tax, keep small schools open, and speed up permits for builders.',
        platform: [
          'Cut the state income tax by half a point',
          'Keep every school with fewer than 200 pupils open',
          'Answer each building permit within 30 days',
        ],
        experience: ['Mayor of a mid-sized city, 2014 to 2022', 'Engineer and builder, 1996 to 2014'],
        endorsements: ['Upper Peninsula Builders', 'Michigan Township League'],
        finance: {
          raised: 11_900_000,
          spent: 11_600_000,
          cash: 300_000,
          topDonors: ['Upper Peninsula Builders', 'Straits Shipping Fund', 'Two Peninsulas Growers'],
        },
        contact: {
          website: 'https://kessler.example',
          email: 'contact@kessler.example',
          twitter: 'https://twitter.example/robertkessler',
          phone: '517-555-0188',
        },
      },
      {
        id: 'elena-marsh',
        name: 'Elena Marsh',
        party: 'Independent',
        avatar: 'EM',
        preview: 'Ranked choice voting, open committee meetings, and a two-year budget.',
        platform: [
          'Put ranked choice voting on the ballot',
          'Hold every committee meeting in the open, with a transcript',
          'Write the state budget for two years at a time',
        ],
        experience: ['Judge, 2009 to 2025', 'Law teacher, 2001 to 2009'],
        endorsements: ['Open Books Michigan'],
        finance: {
          raised: 2_150_000,
          spent: 2_020_000,
          cash: 130_000,
          topDonors: ['Open Books Michigan', 'Lansing Reform Circle'],
        },
        contact: {
          website: 'https://marsh.example',
          email: 'elena@marsh.example',
          twitter: 'https://twitter.example/elenamarsh',
          phone: '517-555-0119',
        },
      },
    ],
    timeline: [
      { date: '2026-04-21', event: 'Filing deadline' },
      { date: '2026-08-04', event: 'Primary election' },
      { date: '2026-09-24', event: 'Absentee ballots go out' },
      { date: '2026-10-24', event: 'Early voting opens' },
      { date: '2026-11-03', event: 'Election day' },
    ],
  },
  {
    id: 'ohio-attorney-general',
    name: 'Ohio Attorney General',
    level: 'state',
    division: 'ocd-division/country:us/state:oh',
    title: 'Ohio Attorney General',
    date: '2026-11-03',
    type: 'General Election',
    status: 'Completed',
    description:
      'Ohio chose its attorney general, the state’s chief lawyer, who defends its laws in court and goes after fraud against its residents.',
    keyInfo: [
      'The term is four years and starts in January 2027.',
      'An attorney general may serve two terms in a row.',
      'The office gives legal advice to every state agency.',
    ],
    candidates: [],
    timeline: [
      { date: '2026-02-04', event: 'Filing deadline' },
      { date: '2026-05-05', event: 'Primary election' },
      { date: '2026-10-06', event: 'Early voting opens' },
      { date: '2026-11-03', event: 'Election day' },
    ],
  },
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
