export type Election = {
  /** The value of the URL parameter `race`. */
  id: string
  /** The label of the button that selects the election. */
  name: string
  level: 'federal' | 'state' | 'local'
  /** The Open Civic Data division id of the jurisdiction. */
  division: string
  title: string
  /** The election day as YYYY-MM-DD. */
  date: string
  type: 'general' | 'local'
  status: 'upcoming' | 'completed'
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
  /** The amounts are in whole dollars. */
  finance: { raised: number; spent: number; cash: number; topDonors: string[] }
  contact: { website: string; email: string; twitter: string; phone: string }
}
