import type { BillStatus, GovernmentLevel } from '#contract/bills/billContent.ts'
import type { PolicyArea } from '#contract/topics.ts'

/** Columns that a test can set in the rows that it inserts. The others have default values. */
export type MemberDetails = {
  full_name?: string
  password_hash?: string
  email_verified_at?: string | null
  account_status?: 'active' | 'inactive' | 'suspended'
  address?: string | null
  ocd_city_id?: string | null
  language?: string
  member_type?: 'elected_official' | 'community_leader' | 'regular'
  bio?: string | null
  public_profile?: boolean
}

export type BillDetails = {
  source_id?: string
  bill_code?: string
  summary?: string
  topics?: PolicyArea[]
  government_level?: GovernmentLevel
  jurisdiction?: string
  status?: BillStatus
  created_at?: string
  source_url?: string | null
  session_ended?: boolean
}

export type RepresentativeDetails = {
  rep_name?: string
  photo_url?: string | null
  organization?: string | null
  title?: string
  party?: string | null
  government_level?: GovernmentLevel
  division?: string
  district?: string | null
  office_phone?: string | null
  email?: string | null
  contact_form_url?: string | null
  valid_from?: string | null
  valid_to?: string | null
}
