/** Sentences as members write them, with what a translation must keep. All names are invented. */

export type Sentence = {
  text: string
  from: 'en' | 'es'
  /** The parts that must be in a translation, exactly as they are here. */
  keeps: string[]
  isNegated: boolean
}

/** The parts that change from one sentence of a template to the next. Those in capital letters must be kept. */
const values: Record<string, readonly string[]> = {
  BILL: [
    'HB 1234',
    'H.R. 1',
    'LL 97',
    'SB 55',
    'S. 2041',
    'AB 1305',
    'H.J.Res. 7',
    'Int 0245',
    'A8421',
    'Prop 22',
  ],
  NAME: [
    'Maria Lopez',
    'José Ángel Peña',
    'Robert O’Neill',
    'Ana María Ruiz',
    'Kim Nguyen',
    'D. Whitfield',
    'Luz Ortega',
    'Tom Becker',
    'Sofía del Valle',
    'Priya Raman',
  ],
  MONEY: ['$20', '$1,250', '$2,300,000', '$4.5', '$99.99', '$150', '$12,000', '$7', '$310.50', '$65'],
  PERCENT: ['4.5%', '12%', '0.25%', '100%', '33%', '7.75 %', '2%', '51%', '8.9%', '60%'],
  NUMBER: ['12', '3,400', '7', '1.5', '250', '90', '18', '40,000', '5', '64'],
  DATE: [
    '3/14/2026',
    '2026-11-27',
    '6/1/2025',
    '12/31/2027',
    '1/2/2026',
    '7/4/2026',
    '2025-09-30',
    '10/15/2026',
    '5/5/2025',
    '2027-01-20',
  ],
  PLACE: [
    'Reno',
    'Riverton',
    'Fairhaven',
    'Las Cruces',
    'Elm Park',
    'Oakdale',
    'Santa Rosa',
    'Millbrook',
    'Brookfield',
    'Cedar Falls',
  ],
  MENTION: [
    '@maria.g',
    '@juan_perez',
    '@kim-n',
    '@tom1980',
    '@ana_ruiz',
    '@luz',
    '@d_whit',
    '@sofia_v',
    '@priya',
    '@rob99',
  ],
  URL: [
    'https://example.org/a',
    'https://example.org/bills?id=7',
    'www.example.org/agua',
    'http://example.org',
    'https://example.org/x#y',
    'https://example.org/en/not',
    'https://example.org/no',
    'https://example.org/1',
    'https://example.org/a/b-c',
    'https://example.org/q',
  ],
  QUOTE: [
    '“shall not exceed five days”',
    '"no person shall be charged"',
    '“las familias no pagarán”',
    '"within 30 days"',
    '“a fee of ten dollars”',
    '"nadie será multado"',
    '“without a hearing”',
    '"en un plazo de 30 días"',
    '“the owner of the building”',
    '"el dueño del edificio"',
  ],
  EMOJI: ['👍', '🎉', '👍🏽', '😡', '💧', '🚌', '🇺🇸', '🏫', '🙏', '👨‍👩‍👧'],
  thing: [
    'the school',
    'the park',
    'the bridge',
    'the library',
    'the clinic',
    'the bus line',
    'the water plant',
    'the shelter',
    'the road',
    'the fire station',
  ],
  cosa: [
    'la escuela',
    'el parque',
    'el puente',
    'la biblioteca',
    'la clínica',
    'la línea de autobús',
    'la planta de agua',
    'el refugio',
    'la calle',
    'la estación de bomberos',
  ],
}

/** A template that begins with "-" is negated. */
const english = [
  'We support {BILL} because it pays for {thing}.',
  'This plan costs {MONEY} and helps {thing}.',
  'I agree with {MENTION} about {thing}.',
  'The report of {DATE} says that {PERCENT} of the buses are late near {thing}.',
  'Read {URL} before you decide about {thing}.',
  'Thank you, {NAME}, for your work on {thing} {EMOJI}',
  'The text says {QUOTE} about {thing}.',
  'About {NUMBER} families in {PLACE} use {thing}.',
  'My neighbors asked {NAME} for {MONEY} to repair {thing}.',
  'Since {DATE} the rent near {thing} has grown by {PERCENT}.',
  'Both {BILL} and the budget mention {thing}.',
  'Please ask {MENTION} why {thing} needs {MONEY}.',
  '-I do not support {BILL}, and {thing} is the reason.',
  "-We don't need {MONEY} for {thing}.",
  '-Nobody asked {PLACE} about {thing}.',
  '-The sponsor never explained how {NUMBER} workers will run {thing}.',
  '-Without {BILL} we lose {thing}.',
  '-There is no money for {thing} in {PLACE}.',
  "-It doesn't say {QUOTE} anywhere, and {thing} stays open.",
  '-Neither {NAME} nor the mayor visited {thing}.',
  '-We cannot wait until {DATE} to repair {thing}.',
  "-This isn't about {MENTION}, it is about {thing}.",
  '-Nothing in {BILL} lowers the cost of {thing} by {PERCENT}.',
  '-None of the {NUMBER} speakers at {thing} read {URL} {EMOJI}',
  '-They said “yes”, but the vote on {BILL} was not about {thing}.',
]

const spanish = [
  'Apoyamos {BILL} porque paga {cosa}.',
  'Este plan cuesta {MONEY} y ayuda a {cosa}.',
  'Estoy de acuerdo con {MENTION} sobre {cosa}.',
  'El informe del {DATE} dice que el {PERCENT} de los autobuses llega tarde cerca de {cosa}.',
  'Lea {URL} antes de decidir sobre {cosa}.',
  'Gracias, {NAME}, por su trabajo en {cosa} {EMOJI}',
  'El texto dice {QUOTE} sobre {cosa}.',
  'Unas {NUMBER} familias de {PLACE} usan {cosa}.',
  'Mis vecinos pidieron a {NAME} {MONEY} para reparar {cosa}.',
  'Desde el {DATE} la renta cerca de {cosa} subió {PERCENT}.',
  'Tanto {BILL} como el presupuesto mencionan {cosa}.',
  'Por favor pregunte a {MENTION} por qué {cosa} necesita {MONEY}.',
  '-No apoyo {BILL}, y {cosa} es la razón.',
  '-No necesitamos {MONEY} para {cosa}.',
  '-Nadie avisó a {PLACE} sobre {cosa}.',
  '-La patrocinadora nunca explicó cómo {NUMBER} personas van a manejar {cosa}.',
  '-Sin {BILL} perdemos {cosa}.',
  '-No hay dinero para {cosa} en {PLACE}.',
  '-En ninguna parte dice {QUOTE}, y {cosa} sigue abierta.',
  '-Ni {NAME} ni el alcalde visitaron {cosa}.',
  '-No podemos esperar hasta el {DATE} para reparar {cosa}.',
  '-Esto no es por {MENTION}, es por {cosa}.',
  '-Nada en {BILL} baja el costo de {cosa} un {PERCENT}.',
  '-Ninguna de las {NUMBER} personas que hablaron en {cosa} leyó {URL} {EMOJI}',
  '-Dijeron “sí”, pero el voto de {BILL} tampoco fue sobre {cosa}.',
]

function write(templates: readonly string[], from: Sentence['from']): Sentence[] {
  return templates.flatMap((template) =>
    Array.from({ length: 10 }, (_, index): Sentence => {
      const keeps: string[] = []
      const text = template.replace(/^-/, '').replace(/\{(\w+)\}/g, (_slot, name: string) => {
        const list = values[name] ?? []
        const value = list[(index + name.length) % list.length] ?? ''
        if (name === name.toUpperCase()) keeps.push(value)
        return value
      })
      return { text, from, keeps, isNegated: template.startsWith('-') }
    }),
  )
}

/** 250 sentences in English and 250 in Spanish. */
export const sentences: readonly Sentence[] = [...write(english, 'en'), ...write(spanish, 'es')]
