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
