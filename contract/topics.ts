import { msg, t } from '#contract/kit/translate.ts'

/** Hurd's topics: the 32 policy areas of the Congressional Research Service by key and name. */
export const policyAreas = {
  agriculture_and_food: msg('Agriculture and Food'),
  animals: msg('Animals'),
  armed_forces_and_national_security: msg('Armed Forces and National Security'),
  arts_culture_religion: msg('Arts, Culture, Religion'),
  civil_rights_and_liberties_minority_issues: msg('Civil Rights and Liberties, Minority Issues'),
  commerce: msg('Commerce'),
  congress: msg('Congress'),
  crime_and_law_enforcement: msg('Crime and Law Enforcement'),
  economics_and_public_finance: msg('Economics and Public Finance'),
  education: msg('Education'),
  emergency_management: msg('Emergency Management'),
  energy: msg('Energy'),
  environmental_protection: msg('Environmental Protection'),
  families: msg('Families'),
  finance_and_financial_sector: msg('Finance and Financial Sector'),
  foreign_trade_and_international_finance: msg('Foreign Trade and International Finance'),
  government_operations_and_politics: msg('Government Operations and Politics'),
  health: msg('Health'),
  housing_and_community_development: msg('Housing and Community Development'),
  immigration: msg('Immigration'),
  international_affairs: msg('International Affairs'),
  labor_and_employment: msg('Labor and Employment'),
  law: msg('[topic]Law'),
  native_americans: msg('Native Americans'),
  public_lands_and_natural_resources: msg('Public Lands and Natural Resources'),
  science_technology_communications: msg('Science, Technology, Communications'),
  social_sciences_and_history: msg('Social Sciences and History'),
  social_welfare: msg('Social Welfare'),
  sports_and_recreation: msg('Sports and Recreation'),
  taxation: msg('Taxation'),
  transportation_and_public_works: msg('Transportation and Public Works'),
  water_resources_development: msg('Water Resources Development'),
} as const

export type PolicyArea = keyof typeof policyAreas

const names: Readonly<Record<string, string>> = policyAreas

/**
 * Returns the same key for every spelling of a topic: ignores case and treats underscores, hyphens and spaces as equal.
 */
export function topicKey(topic: string): string {
  return topic
    .trim()
    .toLowerCase()
    .replace(/[,\s_-]+/g, '_')
}

/** Returns the displayed name of a topic. A topic that is not a policy area gets spaces and capital letters. */
export function topicName(topic: string): string {
  const key = topicKey(topic)
  const name = names[key]
  return name ? t(name) : key.replace(/_/g, ' ').replace(/\b[a-z]/g, (letter) => letter.toUpperCase())
}
