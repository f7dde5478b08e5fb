/**
 * The words of the fictional bills. They are equally frequent, except that every title ends with "Act". Pairs of words and
 * the place names below are the rarer search terms.
 */
export const words = `
  act adjusts adopts agency agreement agricultural air allocation allows amends annual appropriates approval aquifer
  assessment assistance authority authorizes background benefits board bonds bridges broadband budget buildings business
  cannabis care carbon caregivers center certain charter child childhood cities city clarifies clean climate coastal
  college commission committee community compensation compliance conservation consumer contracts corrections council
  county court coverage credit crime crisis dairy data deadline deadlines debt department design development digital
  directs disability disaster disclosure district drinking drivers drought duties early economic education efficiency
  elder election electric emergency employees employers energy enforcement environmental equipment establishes estate
  evaluation exemption expands extends facilities families farm federal fees finance fire fiscal fisheries flood food
  forest foster fund funding gas governor grant grants grid ground growth health heat highway home homeless hospital
  housing income increases independent industry inspection insurance international internet investment judicial justice
  juvenile labor land landlord law lead legal lending library licence limits loan local maintenance managed market
  maternal meals medical members mental mining minimum mobile modifies municipal national natural nurse nutrition oil
  operations opioid oversight parental park parking patients payment penalties pension permits pharmacy pilot planning
  plans police pollution port poverty prescription prevention prices privacy private procedure procurement program
  prohibits property protection provides public purchase quality rail records recovery recycling reduction registration
  regulation relating relief renewable rental report reporting requires rescue research residents resilience resources
  retail retirement review rights river road rural safety salaries sales sanitation school science security senior
  services sewer shelter small social solar special standards state storage storm street student study substance support
  surface tax teachers technology tenants terms testing timber tobacco tourism trade traffic training transit
  transparency transportation treatment trust tuition unemployment uniform university urban utility vehicle veterans
  victims violence voter wage waste wastewater water welfare wetlands wildfire wildlife wind women workers workforce
  youth zoning`
  .trim()
  .split(/\s+/)

/** Place names combine 40 beginnings and 25 endings so that each occurs in few bills. */
export const placeBeginnings = `
  Alder Ash Bar Bell Birch Black Bright Brook Cedar Clear Cold Cross Deer Eagle East Elm Fair Falcon Fox Glen Gold Gran
  Green Hart Haw High Kings Lake Long Maple Mill New North Oak Pine Red River Stone West Wood`
  .trim()
  .split(/\s+/)

export const placeEndings = `
  bank borough bridge brook burg bury creek dale fall field ford gate grove ham haven hill hurst land ley mont mouth
  port ridge side ville`
  .trim()
  .split(/\s+/)
