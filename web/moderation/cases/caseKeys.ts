/** The next and the previous case. */
export const stepKeys = ['j', 'k'] as const

/** The decisions in the order of their buttons. */
export const decisionKeys = ['1', '2', '3', '4'] as const

export const caseKeys = [...stepKeys, ...decisionKeys] as const

/** While a form is open, no key of a case does anything. */
export const noKeys = [] as const
