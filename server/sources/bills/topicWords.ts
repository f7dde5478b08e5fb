import type { PolicyArea } from '#contract/topics.ts'

/**
 * Patterns that assign a subject of a state's record, or a title, to a policy area. The rows are tried in order and only
 * the first matches count, so specific areas come before general ones.
 */
export const topicWords: readonly (readonly [PolicyArea, RegExp])[] = [
  [
    'native_americans',
    /\btrib(e|es|al)\b|\bindian (affairs|tribe|reservation|gaming)|native american|alaska native/i,
  ],
  [
    'immigration',
    /immigra|\bvisas?\b|\bnaturaliz|\brefugee|asylum|deport|\bborder (patrol|security)|undocumented|noncitizen/i,
  ],
  [
    'taxation',
    /\btax(es|ation|payer|payers|able|ing)?\b|\bincome tax|property tax|revenue code|\bexemption from (ad valorem|sales)|\bassessments? of property|levy|millage/i,
  ],
  [
    'water_resources_development',
    /water (right|resource|supply|quality|storage|infrastructure|district|conservation)|\bdams?\b|groundwater|irrigation|flood control|wastewater|\blevees?\b|^water\b|drainage/i,
  ],
  [
    'armed_forces_and_national_security',
    /veteran|military|armed forces|national guard|servicemember|service member|department of defense|national security|national defense|\barmy\b|\bnavy\b|marine corps|air force|war memorial/i,
  ],
  [
    'housing_and_community_development',
    /hous(ing|eholds?)\b|landlord|(?<!lieu)tenan(t|cy)|\brents?\b|(?<!pa)rental|eviction|homeless|zoning|\bland use|dwelling|mobile home|manufactured home|shelter|community development|condominium|homeowner|real estate|residential/i,
  ],
  [
    'education',
    /educat|school|student|teacher|universit|college|\bcharter\b|curriculum|tuition|scholarship|\bsch boards?|librar/i,
  ],
  [
    'health',
    /\bhealth|medic(al|aid|are|ine|ation)|medi-cal|hospital|nurs(e|es|ing)|physician|pharmac|patient|disease|(?<!environ|govern|supple|depart|develop|funda|instru|experi|incre|orna|ele)mental|cancer|\bdental|drugs? (pric|and)|prescription|opioid|abortion|reproductive|human svcs|public health|tobacco|vap(e|ing)|cannabis|marijuana|dentist|vaccin|autism|overdose|naloxone|midwi|ambulance/i,
  ],
  [
    'families',
    /child(ren)? (custody|support|care|welfare|abuse)|foster|adoption of child|(?<!trans|ap)parent|famil(y|ies)|marriage|divorce|domestic (relations|violence)|^children\b|guardian|juvenile/i,
  ],
  [
    'crime_and_law_enforcement',
    /\bcrim(e|es|inal|inals)\b|\bcrim proced|police|sheriff|prison|jail|inmate|sentenc|parole|probation|felony|misdemeanor|firearm|weapon|\bguns?\b|assault|theft|fraud|law enforcement|public safety|pub safety|homicide|trafficking|penal code|(?<!technical |clerical |reviser.s |statutory )correction|traffic stop|offender|victim|stalking|detention/i,
  ],
  [
    'emergency_management',
    /emergenc(y|ies)|disaster|wildfire|hurricane|\bfire (service|department|protection|fighter|district)|firefight|flood|evacuat|earthquake|9-1-1|\bfire\b/i,
  ],
  [
    'energy',
    /\benergy|electric(ity| utilit)?\b|\bsolar\b|\boil\b|natural gas|nuclear|utilit(y|ies)|public util|petroleum|renewable|pipeline|power plant|\bgrid\b|coal(?!ition|esce)|wind (farm|turbine)|battery storage/i,
  ],
  [
    'environmental_protection',
    /environment|pollut|climate|emission|recycl|\bwaste\b|hazardous|clean air|clean water|greenhouse|pesticide|plastic|\bpfas\b|contaminat|sustainab|landfill|stormwater/i,
  ],
  [
    'transportation_and_public_works',
    /transport|highway|^veh cd|motor vehicle|mv regulatio|vehicles?\b|\broads?\b|traffic|transit(?!ion|ory)|\brail|airport|aviation|aircraft|\b(draw|foot)?bridges?\b|driver|bicycle|\b(mini|trolley)?bus(es)?\b|parking|pedestrian|truck|street|sidewalk|speed limit|subway|ferr(y|ies)|infrastructure|curb|license plate|tow(ing)?\b|sanitation/i,
  ],
  [
    'labor_and_employment',
    /\blabor(?!ator)|employ|worker|(?<!se)wage(?!r)|overtime|(?<!credit ?|re|comm)union|workplace|unemployment|occupation|\bpension|retirement system|collective bargaining|apprentice|\bjobs?\b|barber|licens(ing|ure) of prof/i,
  ],
  [
    'agriculture_and_food',
    /agricultur|\bfarm|\bfood|livestock|\bcrops?\b|dairy|\bmeat\b|cattle|(?<!b|f)ranch|poultry|restaurant|grocer|nutrition|hemp/i,
  ],
  ['animals', /\banimals?\b|\bdogs?\b|\bcats?\b|\bpets?\b|horse|veterinar|wildlife|bees?\b|carriage/i],
  [
    'public_lands_and_natural_resources',
    /natural resource|public land|\bparks?\b|forest|(?<!deter|exa|under)mining|mineral|fish(ing|eries)?\b|hunting|\bgame\b|state land|conservation|wilderness|\blakes?\b|recreation area|trail(?!er)|coastal|\btrees?\b|monument/i,
  ],
  [
    'science_technology_communications',
    /technolog|^communications\b|personal information|internet|broadband|telecommunic|artificial intelligence|\bdata\b|cyber|digital|computer|social media|\bspace\b|science|robot|electronic|online|wireless|software|5g\b/i,
  ],
  [
    'finance_and_financial_sector',
    /bank(ing|s)?\b|\bsavings\b|insur(ance|er|ed)|securities|credit (union|card|report)|\bloan|mortgage|lend(er|ing)|debt|financial (institution|service)|cryptocurr|consumer credit|investment|trusts?\b|annuit/i,
  ],
  [
    'social_welfare',
    /welfare|social security|public assistance|\bsnap\b|supplemental nutrition|low-income|poverty|\baging\b|(?<!w|f)elder|senior|disabilit|benefits program|temporary assistance/i,
  ],
  ['foreign_trade_and_international_finance', /tariff|\btrade\b|import(?!an)|export|customs/i],
  [
    'international_affairs',
    /foreign|international|\bchina\b|russia|ukraine|israel|\biran\b|taiwan|embass|diplomat|\bcuba\b|treat(y|ies)|gaza|united nations/i,
  ],
  [
    'civil_rights_and_liberties_minority_issues',
    /civil rights|discriminat|human rights|\bequal(ity)?\b|minority|gender|racial|\blgbt|transgender|free speech|first amendment|religious (freedom|liberty)|privacy|\bvoting rights|black history|women's/i,
  ],
  [
    'sports_and_recreation',
    /\bsports?\b|athlet|gambling|gaming|lotter(y|ies)|casino|recreation|\bbetting|wager|football|baseball|basketball|playground|olympic|championship/i,
  ],
  [
    'arts_culture_religion',
    /\barts?\b|museum|(?<!agri|aqua|horti|silvi|viti)cultur|religio|holiday|memorial|commemorat|recogniz|congratulat|honoring|celebrat|heritage|\bday\b as|designat(e|es|ing) .*(day|week|month)|music|film|church|in memory|mourning|condolence|landmark|co-?naming|tribute|\b(awareness|appreciation|history|national) .*(day|week|month)\b|^relative to .*(day|week|month)\b|\bday$/i,
  ],
  [
    'economics_and_public_finance',
    /appropriat|budget|\bbonds?\b|public finance|fiscal|reconciliation|revenue|rainy day|state funds?|capital outlay|economic/i,
  ],
  [
    'law',
    /\bcourts?\b|judg(e|es|ment)|judicia|civil (procedure|action|liability)|attorney|lawsuit|litigation|\btorts?\b|probate|\bjur(y|ies|or)|liability|arbitration|statute of limitation|evidence\b|notar(y|ies)/i,
  ],
  [
    'congress',
    /\bcongress(ional)?\b|house of representatives|united states senate|joint session|adjourn|\bspeaker of the house|committee (membership|assignment|funding)|providing for consideration/i,
  ],
  [
    'government_operations_and_politics',
    /(?<!s)elections?\b|voter|voting|ballot|campaign|government|municipal|count(y|ies)|\bcit(y|ies)\b|public (records|meetings|officer|employee)|state agenc|legislat|governor|ethics|lobby|procurement|public contract|administrative|constitution(al)?\b|state depart|redistrict|secretary of state|appointment|commission\b|charter revision|community boards?|mayor|council/i,
  ],
  [
    'commerce',
    /commerce|business|consumer|trade practice|\bretail|licens|corporation|market|alcohol|liquor|beer|wine|franchise|small business|advertis|merchant|warrant(y|ies)|vending|manufactur/i,
  ],
  ['social_sciences_and_history', /\bhistor(y|ic|ical)\b|archaeolog|census/i],
]
