/** Hurd's topics: the 32 policy areas of the Congressional Research Service by key and name. */
export const policyAreas = {
  agriculture_and_food: 'Agriculture and Food',
  animals: 'Animals',
  armed_forces_and_national_security: 'Armed Forces and National Security',
  arts_culture_religion: 'Arts, Culture, Religion',
  civil_rights_and_liberties_minority_issues: 'Civil Rights and Liberties, Minority Issues',
  commerce: 'Commerce',
  congress: 'Congress',
  crime_and_law_enforcement: 'Crime and Law Enforcement',
  economics_and_public_finance: 'Economics and Public Finance',
  education: 'Education',
  emergency_management: 'Emergency Management',
  energy: 'Energy',
  environmental_protection: 'Environmental Protection',
  families: 'Families',
  finance_and_financial_sector: 'Finance and Financial Sector',
  foreign_trade_and_international_finance: 'Foreign Trade and International Finance',
  government_operations_and_politics: 'Government Operations and Politics',
  health: 'Health',
  housing_and_community_development: 'Housing and Community Development',
  immigration: 'Immigration',
  international_affairs: 'International Affairs',
  labor_and_employment: 'Labor and Employment',
  law: 'Law',
  native_americans: 'Native Americans',
  public_lands_and_natural_resources: 'Public Lands and Natural Resources',
  science_technology_communications: 'Science, Technology, Communications',
  social_sciences_and_history: 'Social Sciences and History',
  social_welfare: 'Social Welfare',
  sports_and_recreation: 'Sports and Recreation',
  taxation: 'Taxation',
  transportation_and_public_works: 'Transportation and Public Works',
  water_resources_development: 'Water Resources Development',
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
  return names[key] ?? key.replace(/_/g, ' ').replace(/\b[a-z]/g, (letter) => letter.toUpperCase())
}
