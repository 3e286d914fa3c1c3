import { describe, expect, test } from 'vitest'
import { DAY, DOLLAR, NO_RECORD, type Person, type PersonRecord, type TakenLoan } from '../loans/loan.ts'
import { type Dealings, NO_DEALINGS } from '../people/dealings.ts'
import { historyLines, type Line, loanLine, personLine, recordLine } from './personRecord.ts'

test('a person’s record says what they paid back, how much that was, and what was late', () => {
  expect(recordLine({ ...NO_RECORD, taken: 3, repaid: 3, repaidDollars: 1200 })).toBe('Devolvió 3 de 3 · $ 1200 de capital')
  expect(recordLine({ ...NO_RECORD, taken: 4, repaid: 3, repaidLate: 1, repaidDollars: 50 })).toBe(
    'Devolvió 3 de 4, 1 tarde · $ 50 de capital',
  )
  expect(recordLine(NO_RECORD)).toBe('Sin historial')
})

test('what was forgiven is said apart: it is neither repaid nor unpaid', () => {
  expect(recordLine({ ...NO_RECORD, taken: 1, forgiven: 1 })).toBe('1 préstamo perdonado')
  expect(recordLine({ ...NO_RECORD, taken: 2, forgiven: 2, repaidDollars: 7 })).toBe('2 préstamos perdonados')
  expect(recordLine({ ...NO_RECORD, taken: 5, forgiven: 2 })).toBe('3 préstamos sin devolver, 2 perdonados')
  const record = { taken: 3, repaid: 2, repaidLate: 0, forgiven: 1, repaidDollars: 50 }
  expect(recordLine(record)).toBe('Devolvió 2 de 2 · $ 50 de capital, 1 perdonado')
  expect(recordLine({ ...record, repaidLate: 1 })).toBe('Devolvió 2 de 2, 1 tarde · $ 50 de capital, 1 perdonado')
})

test('that loans are unpaid is said, and not that they are under way, which would sound as if they were on time', () => {
  expect(recordLine({ ...NO_RECORD, taken: 1 })).toBe('1 préstamo sin devolver')
  expect(recordLine({ ...NO_RECORD, taken: 5 })).toBe('5 préstamos sin devolver')
})

const dealings = (changes: Partial<Dealings>): Dealings => ({ ...NO_DEALINGS, ...changes })
const good = { ...NO_RECORD, taken: 3, repaid: 3, repaidDollars: 1200 }

const asPerson = (changes: Partial<Person>): Person => ({
  record: good,
  examined: 3,
  lenders: 3,
  active: 0,
  overdue: 0,
  lent: 0,
  borrowers: 0,
  ...changes,
})

/** Histories with me; 'unread': not all of my loans are read. */
const HISTORIES = {
  unread: undefined,
  none: dealings({}),
  'lent to me': dealings({ lentToMe: 2, owedByMe: 5n }),
  'repaid me': dealings({ taken: 2, repaid: 2 }),
  'repaid me, one under way': dealings({ taken: 3, repaid: 2 }),
  'repaid me, one overdue': dealings({ taken: 2, repaid: 1, overdue: 1 }),
  'under way': dealings({ taken: 2 }),
  'under way, one overdue': dealings({ taken: 2, overdue: 1 }),
  forgiven: dealings({ taken: 1, forgiven: 1 }),
  'both ways': dealings({ taken: 1, repaid: 1, lentToMe: 1 }),
}
const INFLATED = 'Devolvió 3 de 3 · $ 1200 de capital · Puede estar inflado'

describe('the line below a name', () => {
  test.each<[keyof typeof HISTORIES, lender: Line, borrower: Line]>([
    ['unread', { text: 'Ofrece prestar', tone: 'plain' }, { text: INFLATED, tone: 'plain' }],
    ['none', { text: 'Aún no te ha prestado', tone: 'plain' }, { text: INFLATED, tone: 'plain' }],
    ['lent to me', { text: 'Te prestó 2 veces', tone: 'good' }, { text: 'Te prestó 2 veces', tone: 'plain' }],
    ['repaid me', { text: 'Tú le prestaste 2 veces', tone: 'plain' }, { text: 'Contigo: devolvió 2 de 2', tone: 'good' }],
    [
      'repaid me, one under way',
      { text: 'Tú le prestaste 3 veces', tone: 'plain' },
      { text: 'Contigo: devolvió 2 de 2, 1 en curso', tone: 'good' },
    ],
    [
      'repaid me, one overdue',
      { text: 'Tú le prestaste 2 veces', tone: 'plain' },
      { text: 'Contigo: devolvió 1 de 2, 1 vencido', tone: 'late' },
    ],
    [
      'under way',
      { text: 'Tú le prestaste 2 veces', tone: 'plain' },
      { text: 'Contigo: 2 préstamos en curso, al día', tone: 'plain' },
    ],
    [
      'under way, one overdue',
      { text: 'Tú le prestaste 2 veces', tone: 'plain' },
      { text: 'Contigo: 2 préstamos en curso, 1 vencido', tone: 'late' },
    ],
    ['forgiven', { text: 'Tú le prestaste 1 vez', tone: 'plain' }, { text: 'Contigo: le perdonaste 1', tone: 'plain' }],
    ['both ways', { text: 'Te prestó 1 vez', tone: 'good' }, { text: 'Contigo: devolvió 1 de 1', tone: 'good' }],
  ])('is by the role that they have there, and my own history comes first: %s', (history, lender, borrower) => {
    expect(personLine(good, HISTORIES[history], 'lender')).toEqual(lender)
    expect(personLine(good, HISTORIES[history], 'borrower')).toEqual(borrower)
  })

  test.each(Object.keys(HISTORIES) as (keyof typeof HISTORIES)[])(
    'where they lend, nothing is said of what they repaid: %s',
    (history) => {
      const bad = { ...NO_RECORD, taken: 9, repaid: 1, repaidLate: 1, forgiven: 1 }
      const withMe = HISTORIES[history]
      const read = asPerson({ record: bad, active: 7, overdue: 3, lent: 5, borrowers: 4 })
      const said = [personLine(bad, withMe, 'lender'), ...historyLines(bad, read, withMe, 'lender')].map(({ text }) => text)
      expect(said.join()).not.toMatch(/devol|historial|vencid|tarde|Pidió|perdon/i)
      // Who lends to addresses of their own has lent to as many people as they like: believed only of whoever lent to me.
      const caution = withMe?.lentToMe ? '' : ' · Puede estar inflado'
      expect(said).toContain(`Prestó a 4 personas${caution}`)
    },
  )

  test('a stranger who offers is known by how many they lent to, once that is read', () => {
    const line = (lent: number, borrowers: number) => personLine(good, dealings({}), 'lender', asPerson({ lent, borrowers })).text
    expect(line(5, 4)).toBe('Prestó a 4 personas')
    expect(line(1, 1)).toBe('Prestó a 1 persona')
    expect(line(0, 0)).toBe('Todavía no ha prestado a nadie')
    // The newest hundred are all that is counted.
    expect(line(100, 37)).toBe('Prestó al menos a 37 personas')
  })

  test('of whoever lent to nobody what I lent them is said, also once that is read', () => {
    const line = (borrowers: number) =>
      personLine(good, HISTORIES['repaid me'], 'lender', asPerson({ lent: borrowers, borrowers })).text
    expect(line(0)).toBe('Tú le prestaste 2 veces')
    expect(line(3)).toBe('Prestó a 3 personas')
  })

  test('a late payment to anybody is said, and takes the green away', () => {
    const withMe = HISTORIES['repaid me']
    const anyone = { ...good, repaidLate: 1 }
    expect(personLine(anyone, withMe, 'borrower')).toEqual({ text: 'Contigo: devolvió 2 de 2, 1 tarde en total', tone: 'plain' })
  })

  test('where there is no record there is nothing to inflate', () => {
    expect(personLine(NO_RECORD, undefined, 'borrower').text).toBe('Sin historial')
    expect(personLine({ ...NO_RECORD, taken: 1 }, undefined, 'borrower').text).toBe('1 préstamo sin devolver')
  })
})

describe('on the card of a loan between us', () => {
  const NOW = 1_000_000
  const loan: TakenLoan = {
    id: 1n,
    principal: 90n * DOLLAR,
    apr: 0,
    duration: 30 * DAY,
    instalments: 3,
    note: '',
    demo: false,
    lender: '0x00000000000000000000000000000000000000Aa',
    borrower: '0x00000000000000000000000000000000000000bB',
    startedAt: NOW,
    dueAt: NOW + 30 * DAY,
    repaid: 0n,
    noted: 0n,
    status: 'active',
  }
  const one = dealings({ taken: 1 })
  const record = { ...NO_RECORD, taken: 1 }
  const onePayment = { ...loan, instalments: 1 }
  const paidOne = { ...loan, repaid: 30n * DOLLAR }

  test.each<[string, TakenLoan, PersonRecord, Dealings | undefined, number, string]>([
    ['nothing due yet', loan, record, one, NOW, 'Va al día'],
    ['one of three paid', paidOne, record, one, NOW, 'Paga al día, 1 de 3'],
    ['one of three paid, late', paidOne, record, one, NOW + 21 * DAY, 'Va con retraso, 1 de 3'],
    ['nothing paid, late', loan, record, one, NOW + 11 * DAY, 'Va con retraso, 0 de 3'],
    ['one payment', onePayment, record, one, NOW, 'Va al día'],
    ['one payment, late', onePayment, record, one, NOW + 31 * DAY, 'Va con retraso'],
    ['my history unread', onePayment, record, undefined, NOW, 'Va al día'],
    [
      'a record with others',
      paidOne,
      { ...good, taken: 5, repaidLate: 1, forgiven: 1 },
      one,
      NOW,
      'Paga al día, 1 de 3 · Devolvió 3 de 4, 1 tarde',
    ],
    ['repaid me before', loan, good, dealings({ taken: 3, repaid: 2 }), NOW, 'Contigo: devolvió 2 de 2, 1 en curso'],
    ['late in another', loan, record, dealings({ taken: 2, overdue: 1 }), NOW, 'Contigo: 2 préstamos en curso, 1 vencido'],
    ['repaid', { ...loan, status: 'repaid' }, good, dealings({ taken: 1, repaid: 1 }), NOW, 'Contigo: devolvió 1 de 1'],
    ['forgiven', { ...loan, status: 'forgiven' }, record, dealings({ taken: 1, forgiven: 1 }), NOW, 'Contigo: le perdonaste 1'],
    ['repaid, my history unread', { ...loan, status: 'repaid' }, good, undefined, NOW, 'Devolvió 3 de 3 · $ 1200 de capital'],
  ])('who owes me: %s', (_, loan, record, withMe, now, line) => {
    expect(loanLine(loan, 'lent', record, withMe, now)).toBe(line)
  })

  test('whoever lent to me is never described by what they owe others', () => {
    expect(loanLine(loan, 'borrowed', { ...NO_RECORD, taken: 7 }, dealings({ lentToMe: 2 }), NOW)).toBe('Te prestó 2 veces')
    expect(loanLine(loan, 'borrowed', { ...NO_RECORD, taken: 7 }, undefined, NOW)).toBe('Te prestó este dinero')
  })
})

describe('before one signs', () => {
  const person = asPerson
  const texts = (read: Person | undefined, withMe = dealings({})) => {
    return historyLines(good, read, withMe, 'borrower').map(({ text }) => text)
  }

  test('until more is read, what the dashboard knows is said', () => {
    expect(texts(undefined)).toEqual([
      'No has tenido préstamos con esta persona',
      'Devolvió 3 de 3 · $ 1200 de capital · Puede estar inflado',
    ])
  })

  test('a record with several people is told from one with a single person, and from one of tiny amounts', () => {
    expect(texts(person({}))).toContain('Pidió a 3 personas')
    expect(texts(person({})).join()).not.toContain('Todo')
    expect(texts(person({ lenders: 1 }))).toContain('Todo a una sola persona. Puede estar inflado.')
    const tiny = { ...good, repaidDollars: 29 }
    expect(texts(person({ record: tiny }))).toContain(
      'Todo por montos mínimos. Puede estar inflado. Lo pagado en efectivo no cuenta.',
    )
    expect(texts(person({ record: tiny, lenders: 1 }))).toEqual([
      'No has tenido préstamos con esta persona',
      'Devolvió 3 de 3 · $ 29 de capital',
      'Pidió a 1 persona',
      'Todo a una sola persona y por montos mínimos. Puede estar inflado. Lo pagado en efectivo no cuenta.',
    ])
    expect(texts(person({ record: { ...good, repaidDollars: 30 } })).join()).not.toContain('Todo')
  })

  test('while my own history is not read nobody is said to be a stranger, and nobody is believed', () => {
    const lines = historyLines(good, person({}), undefined, 'borrower').map(({ text }) => text)
    expect(lines).toEqual(['Devolvió 3 de 3 · $ 1200 de capital · Puede estar inflado', 'Pidió a 3 personas'])
  })

  test.each<[string, Dealings, string]>([
    ['took an offer of mine and paid nothing', dealings({ taken: 1 }), 'Contigo: 1 préstamo en curso, al día'],
    ['was forgiven by me', dealings({ taken: 1, forgiven: 1 }), 'Contigo: le perdonaste 1'],
    ['lent me a dollar', dealings({ lentToMe: 1 }), 'Te prestó 1 vez'],
  ])('who only %s is not believed as a borrower', (_, withMe, line) => {
    expect(texts(person({}), withMe)).toEqual([
      line,
      'Devolvió 3 de 3 · $ 1200 de capital · Puede estar inflado',
      'Pidió a 3 personas',
    ])
    expect(texts(person({ lenders: 1 }), withMe)).toContain('Todo a una sola persona. Puede estar inflado.')
  })

  test('what is overdue now is said in red; where nothing is, no more than that is claimed', () => {
    const paying = { ...good, taken: 5 }
    expect(texts(person({ record: paying, examined: 5, active: 2 }))).toContain('Pidió a 3 personas, ninguno vencido ahora')
    expect(
      historyLines(good, person({ record: paying, examined: 5, active: 2, overdue: 2 }), dealings({}), 'borrower'),
    ).toContainEqual({
      text: 'Pidió a 3 personas, 2 vencidos',
      tone: 'late',
      about: 'people',
    })
  })

  test('of whoever was forgiven everything that is said, and nothing of what is overdue', () => {
    const forgiven = { ...NO_RECORD, taken: 2, forgiven: 2 }
    const read = person({ record: forgiven, examined: 2, lenders: 2 })
    expect(historyLines(forgiven, read, dealings({}), 'borrower').map(({ text, tone }) => [text, tone])).toEqual([
      ['No has tenido préstamos con esta persona', 'plain'],
      ['2 préstamos perdonados', 'plain'],
      ['Pidió a 2 personas', 'plain'],
    ])
  })

  const many = { ...good, taken: 1_400, repaid: 1_380, forgiven: 10, repaidDollars: 90_000 }
  const peopleLine = (changes: Partial<Person>) => {
    const read = person({ record: many, examined: 100, lenders: 7, active: 10, ...changes })
    return historyLines(many, read, dealings({}), 'borrower').find(({ about }) => about === 'people')
  }

  test('in how many loans the people were counted is said where there are more', () => {
    expect(peopleLine({ overdue: 1 })).toMatchObject({ text: 'Pidió a 7 personas en sus últimos 100 préstamos, 1 vencido' })
  })

  test.each<[string, Partial<Person>, string, string]>([
    ['some', { active: 7 }, 'ninguno vencido ahora, 3 más antiguos sin revisar', 'doubt'],
    ['all but one', { active: 9 }, 'ninguno vencido ahora, 1 más antiguo sin revisar', 'doubt'],
    ['all of them', { active: 0 }, '10 más antiguos sin revisar', 'doubt'],
    ['some, besides others that are late', { active: 7, overdue: 2 }, '2 vencidos, 3 más antiguos sin revisar', 'late'],
    ['none', { active: 10 }, 'ninguno vencido ahora', 'plain'],
  ])('unpaid loans that lie too deep to be looked at are a warning: %s', (_, changes, text, tone) => {
    expect(peopleLine(changes)).toMatchObject({ text: `Pidió a 7 personas en sus últimos 100 préstamos, ${text}`, tone })
  })

  test('who paid me back is not doubted, and nobody is who has nothing to show', () => {
    const paidMe = texts(person({ lenders: 1 }), dealings({ taken: 1, repaid: 1 }))
    expect(paidMe).toEqual(['Contigo: devolvió 1 de 1', 'Devolvió 3 de 3 · $ 1200 de capital', 'Pidió a 1 persona'])
    const none = person({ record: NO_RECORD, examined: 0, lenders: 0 })
    expect(historyLines(NO_RECORD, none, dealings({}), 'borrower').map(({ text }) => text)).toEqual([
      'No has tenido préstamos con esta persona',
      'Sin historial',
    ])
  })

  test('the sheet of a person, who has no role there, tells of both', () => {
    const lines = (read: Person, withMe: Dealings) => historyLines(undefined, read, withMe, 'both').map(({ text }) => text)
    expect(lines(person({ lent: 5, borrowers: 4 }), HISTORIES['both ways'])).toEqual([
      'Contigo: devolvió 1 de 1',
      'Te prestó 1 vez',
      'Prestó a 4 personas',
      'Devolvió 3 de 3 · $ 1200 de capital',
      'Pidió a 3 personas',
    ])
    const nobody = person({ record: NO_RECORD, examined: 0, lenders: 0 })
    expect(lines(nobody, dealings({}))).toEqual(['No has tenido préstamos con esta persona', 'Sin historial'])
  })

  test('what they lent me and that they lent to nobody are not said together', () => {
    const lines = historyLines(undefined, person({}), dealings({ lentToMe: 1 }), 'lender').map(({ text }) => text)
    expect(lines).toEqual(['Te prestó 1 vez'])
  })
})
