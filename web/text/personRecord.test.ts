import { describe, expect, test } from 'vitest'
import { NO_RECORD, type Person, type PersonRecord } from '../loans/loan.ts'
import { type Dealings, NO_DEALINGS } from '../people/dealings.ts'
import { historyLines, type Line, personLine, recordLine } from './personRecord.ts'

test('a person’s record says what they paid back, how much that was, and what was late', () => {
  expect(recordLine({ ...NO_RECORD, taken: 3, repaid: 3, repaidDollars: 1200 })).toBe('Devolvió 3 de 3 · $ 1200.00')
  expect(recordLine({ ...NO_RECORD, taken: 3, repaid: 2, repaidLate: 1, repaidDollars: 50 })).toBe(
    'Devolvió 2 de 3, 1 con retraso · $ 50.00',
  )
  expect(recordLine(NO_RECORD)).toBe('Sin historial')
})

test('what was forgiven is said apart: it is neither repaid nor unpaid', () => {
  expect(recordLine({ ...NO_RECORD, taken: 1, forgiven: 1 })).toBe('1 préstamo perdonado')
  expect(recordLine({ ...NO_RECORD, taken: 2, forgiven: 2, repaidDollars: 7 })).toBe('2 préstamos perdonados')
  expect(recordLine({ ...NO_RECORD, taken: 5, forgiven: 2 })).toBe('3 préstamos sin devolver, 2 perdonados')
  const record = { taken: 3, repaid: 2, repaidLate: 0, forgiven: 1, repaidDollars: 50 }
  expect(recordLine(record)).toBe('Devolvió 2 de 3 · $ 50.00, 1 perdonado')
  expect(recordLine({ ...record, repaidLate: 1 })).toBe('Devolvió 2 de 3, 1 con retraso · $ 50.00, 1 perdonado')
})

test('that loans are unpaid is said, and not that they are under way, which would sound as if they were on time', () => {
  expect(recordLine({ ...NO_RECORD, taken: 1 })).toBe('1 préstamo sin devolver')
  expect(recordLine({ ...NO_RECORD, taken: 5 })).toBe('5 préstamos sin devolver')
})

test('that the only unpaid loan is on time is said where the loan itself is known, and only then', () => {
  expect(recordLine({ ...NO_RECORD, taken: 1 }, { isLate: false })).toBe('1 préstamo en curso, al día')
  expect(recordLine({ ...NO_RECORD, taken: 1 }, { isLate: true })).toBe('1 préstamo en curso, con retraso')
  expect(recordLine({ ...NO_RECORD, taken: 2, forgiven: 1 }, { isLate: false })).toBe('1 préstamo en curso, al día, 1 perdonado')
  expect(recordLine({ ...NO_RECORD, taken: 2 }, { isLate: false })).toBe('2 préstamos sin devolver')
})

const dealings = (changes: Partial<Dealings>): Dealings => ({ ...NO_DEALINGS, ...changes })
const good = { ...NO_RECORD, taken: 3, repaid: 3, repaidDollars: 1200 }

describe('the line below a name', () => {
  test('a stranger who asks has a record that may be inflated; without one there is nothing to inflate', () => {
    expect(personLine(good, undefined, 'borrower')).toEqual({
      text: 'Devolvió 3 de 3 · $ 1200.00 · Puede estar inflado',
      tone: 'plain',
    })
    expect(personLine(good, undefined, 'lender').text).toBe('Devolvió 3 de 3 · $ 1200.00')
    expect(personLine(NO_RECORD, undefined, 'borrower').text).toBe('Sin historial')
    expect(personLine({ ...NO_RECORD, taken: 1 }, undefined, 'borrower').text).toBe('1 préstamo sin devolver')
  })

  test.each<[string, Dealings, PersonRecord, Line]>([
    ['all repaid', dealings({ taken: 2, repaid: 2 }), good, { text: 'Contigo: devolvió 2 de 2', tone: 'good' }],
    ['one on its way', dealings({ taken: 3, repaid: 2 }), good, { text: 'Contigo: devolvió 2 de 3', tone: 'good' }],
    ['only on its way', dealings({ taken: 1 }), good, { text: 'Contigo: 1 préstamo en curso', tone: 'plain' }],
    [
      'overdue',
      dealings({ taken: 2, repaid: 1, overdue: 1 }),
      good,
      { text: 'Contigo: devolvió 1 de 2, 1 vencido', tone: 'late' },
    ],
    ['forgiven', dealings({ taken: 1, forgiven: 1 }), good, { text: 'Contigo: le perdonaste 1', tone: 'plain' }],
    [
      'late with me alone',
      dealings({ taken: 2, repaid: 2 }),
      { ...NO_RECORD, taken: 2, repaid: 2, repaidLate: 1, repaidDollars: 9 },
      { text: 'Contigo: devolvió 2 de 2, 1 con retraso', tone: 'plain' },
    ],
    [
      'late with anybody',
      dealings({ taken: 2, repaid: 2 }),
      { ...good, repaidLate: 1 },
      { text: 'Contigo: devolvió 2 de 2, 1 con retraso en total', tone: 'plain' },
    ],
    ['who lent to me', dealings({ lentToMe: 2 }), good, { text: 'Contigo: te prestó 2 veces', tone: 'plain' }],
  ])('my own history with who asks comes first: %s', (_, withMe, record, line) => {
    expect(personLine(record, withMe, 'borrower')).toEqual(line)
  })

  test('of who offers, what they lent me comes first', () => {
    const both = dealings({ taken: 1, repaid: 1, lentToMe: 1 })
    expect(personLine(good, both, 'lender')).toEqual({ text: 'Contigo: te prestó 1 vez', tone: 'good' })
    expect(personLine(good, both, 'borrower').text).toBe('Contigo: devolvió 1 de 1')
  })
})

describe('before one signs', () => {
  const person = (changes: Partial<Person>): Person => ({
    record: good,
    examined: 3,
    lenders: 3,
    active: 0,
    overdue: 0,
    lent: 0,
    borrowers: 0,
    ...changes,
  })
  const texts = (read: Person | undefined, withMe = dealings({})) => {
    return historyLines(good, read, withMe, 'borrower').map(({ text }) => text)
  }

  test('until more is read, what the dashboard knows is said', () => {
    expect(texts(undefined)).toEqual([
      'No has tenido préstamos con esta persona',
      'Devolvió 3 de 3 · $ 1200.00 · Puede estar inflado',
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
      'Devolvió 3 de 3 · $ 29.00',
      'Pidió a 1 persona',
      'Todo a una sola persona y por montos mínimos. Puede estar inflado. Lo pagado en efectivo no cuenta.',
    ])
    expect(texts(person({ record: { ...good, repaidDollars: 30 } })).join()).not.toContain('Todo')
  })

  test('while my own history is not read nobody is said to be a stranger, and nobody is believed', () => {
    const lines = historyLines(good, person({}), undefined, 'borrower').map(({ text }) => text)
    expect(lines).toEqual(['Devolvió 3 de 3 · $ 1200.00 · Puede estar inflado', 'Pidió a 3 personas'])
  })

  test.each<[string, Dealings, string]>([
    ['took an offer of mine and paid nothing', dealings({ taken: 1 }), 'Contigo: 1 préstamo en curso'],
    ['was forgiven by me', dealings({ taken: 1, forgiven: 1 }), 'Contigo: le perdonaste 1'],
    ['lent me a dollar', dealings({ lentToMe: 1 }), 'Contigo: te prestó 1 vez'],
  ])('who only %s is not believed as a borrower', (_, withMe, line) => {
    expect(texts(person({}), withMe)).toEqual([line, 'Devolvió 3 de 3 · $ 1200.00 · Puede estar inflado', 'Pidió a 3 personas'])
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
    expect(paidMe).toEqual(['Contigo: devolvió 1 de 1', 'Devolvió 3 de 3 · $ 1200.00', 'Pidió a 1 persona'])
    const none = person({ record: NO_RECORD, examined: 0, lenders: 0 })
    expect(historyLines(NO_RECORD, none, dealings({}), 'borrower').map(({ text }) => text)).toEqual([
      'No has tenido préstamos con esta persona',
      'Sin historial',
    ])
  })
})
