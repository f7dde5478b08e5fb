import { t } from '#contract/kit/translate.ts'
import type { Election } from '#web/elections/election.ts'

export const stateElections: Election[] = [
  {
    id: 'michigan-governor',
    name: t('Michigan Governor'),
    level: 'state',
    division: 'ocd-division/country:us/state:mi',
    title: t('Michigan Governor'),
    date: '2026-11-03',
    type: 'general',
    status: 'completed',
    description: t(
      'Michigan chose its next governor. The governor proposes the state budget, signs or vetoes bills, and heads about twenty state departments.',
    ),
    keyInfo: [
      t('The term is four years and starts on January 1, 2027.'),
      t('A governor may serve two terms.'),
      t('Voters elect the governor and the lieutenant governor together.'),
    ],
    candidates: [
      {
        id: 'dana-whitfield',
        name: t('Dana Whitfield'),
        party: t('Democratic'),
        avatar: 'DW',
        preview: t('Lower utility bills, train 20,000 more nurses, and repair every bridge rated poor.'),
        platform: [
          t('Lower utility bills by ending rate increases that fund dividends'),
          t('Train 20,000 more nurses by 2030'),
          t('Repair every state bridge rated poor'),
        ],
        experience: [t('State senator, 2018 to 2026'), t('County health director, 2011 to 2018')],
        endorsements: [t('Michigan Nurses Council'), t('Great Lakes Building Trades')],
        finance: {
          raised: 12_400_000,
          spent: 11_150_000,
          cash: 1_250_000,
          topDonors: [
            t('Teachers’ PAC of Michigan'),
            t('Lakeshore Health Workers'),
            t('Huron Small Business Fund'),
          ],
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
        name: t('Robert Kessler'),
        party: t('Republican'),
        avatar: 'RK',
        preview: t('Cut the income tax, keep small schools open, and speed up permits for builders.'),
        platform: [
          t('Cut the state income tax by half a point'),
          t('Keep every school with fewer than 200 pupils open'),
          t('Answer each building permit within 30 days'),
        ],
        experience: [t('Mayor of a mid-sized city, 2014 to 2022'), t('Engineer and builder, 1996 to 2014')],
        endorsements: [t('Upper Peninsula Builders'), t('Michigan Township League')],
        finance: {
          raised: 11_900_000,
          spent: 11_600_000,
          cash: 300_000,
          topDonors: [t('Upper Peninsula Builders'), t('Straits Shipping Fund'), t('Two Peninsulas Growers')],
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
        name: t('Elena Marsh'),
        party: t('Independent'),
        avatar: 'EM',
        preview: t('Ranked choice voting, open committee meetings, and a two-year budget.'),
        platform: [
          t('Put ranked choice voting on the ballot'),
          t('Hold every committee meeting in the open, with a transcript'),
          t('Write the state budget for two years at a time'),
        ],
        experience: [t('Judge, 2009 to 2025'), t('Law teacher, 2001 to 2009')],
        endorsements: [t('Open Books Michigan')],
        finance: {
          raised: 2_150_000,
          spent: 2_020_000,
          cash: 130_000,
          topDonors: [t('Open Books Michigan'), t('Lansing Reform Circle')],
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
      { date: '2026-04-21', event: t('Filing deadline') },
      { date: '2026-08-04', event: t('Primary election') },
      { date: '2026-09-24', event: t('Absentee ballots go out') },
      { date: '2026-10-24', event: t('Early voting opens') },
      { date: '2026-11-03', event: t('Election day') },
    ],
  },
  {
    id: 'ohio-attorney-general',
    name: t('Ohio Attorney General'),
    level: 'state',
    division: 'ocd-division/country:us/state:oh',
    title: t('Ohio Attorney General'),
    date: '2026-11-03',
    type: 'general',
    status: 'completed',
    description: t(
      'Ohio chose its attorney general, the state’s chief lawyer, who defends its laws in court and goes after fraud against its residents.',
    ),
    keyInfo: [
      t('The term is four years and starts in January 2027.'),
      t('An attorney general may serve two terms in a row.'),
      t('The office gives legal advice to every state agency.'),
    ],
    candidates: [],
    timeline: [
      { date: '2026-02-04', event: t('Filing deadline') },
      { date: '2026-05-05', event: t('Primary election') },
      { date: '2026-10-06', event: t('Early voting opens') },
      { date: '2026-11-03', event: t('Election day') },
    ],
  },
]
