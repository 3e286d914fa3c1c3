import type { ArrivalNews, LoanNews, News, ProposalNews } from '../board/news/news.ts'
import type { Dollars } from '../loans/units.ts'
import { esEnded } from './es/esEnded.ts'
import { esNews } from './es/esNews.ts'
import { money, moneyOwed, shortDate } from './format.ts'
import { shortAddress } from './shortHex.ts'

/** Facts about a piece of news: the other person, my own name for them, and the principal of the loan. */
export type Subject = { person?: string | undefined; name?: string | undefined; principal?: Dollars | undefined }

/** Text of a piece of news, and the person or loan it is about. */
export function newsLine(news: News, subject: Subject): { text: string; about: string } {
  if (!('row' in news)) return { text: textOfMoney(news), about: sender(subject) }
  const end = endOf(news, subject)
  const name = end === undefined && subject.name
  return { text: end ?? textOf(news), about: [name, loanOf(news, subject), detailOf(news)].filter(Boolean).join(' · ') }
}

/** Several at once, as one passing notice. Short: it may stand over something. */
export function newsNotice([first, ...others]: readonly News[], subjectOf: (news: News) => Subject): string | undefined {
  if (!first) return undefined
  return [sentenceOf(first, subjectOf(first)), others.length > 0 && esNews.more(others.length)].filter(Boolean).join(' ')
}

function sentenceOf(news: News, subject: Subject): string {
  if (!('row' in news)) return `${textOfMoney(news)}. ${sender(subject)}.`
  const end = endOf(news, subject)
  if (end === undefined) return `${textOf(news)}. ${subject.name ?? loanOf(news, subject)}.`
  return `${end}${subject.principal === undefined ? '' : esEnded.ofLoan(money(subject.principal))}.`
}

/** Whether it is the payment after which nothing is owed to me any more. */
export function isPaidOff(news: News): boolean {
  return news.kind === 'paid' && news.row.status === 'repaid'
}

/** The line for a loan that I gave and that is paid off. */
function endOf(news: LoanNews, { person, name }: Subject): string | undefined {
  if (!isPaidOff(news) || person === undefined) return undefined
  return esEnded.lent(name ?? shortAddress(person))
}

function sender({ person = '', name }: Subject): string {
  return esNews.from(name ?? shortAddress(person))
}

function loanOf({ row }: LoanNews, { principal }: Subject): string {
  return principal === undefined ? esNews.loanNumber(row.id) : esNews.loan(money(principal))
}

function textOfMoney(news: ArrivalNews | ProposalNews): string {
  return esNews[news.kind](money(news.kind === 'arrived' ? news.amount : news.loan.principal))
}

function textOf({ kind, row, amount = 0n }: LoanNews): string {
  switch (kind) {
    case 'taken':
    case 'funded':
      return row.owed === 0n ? esNews.ended[kind] : esNews[kind](moneyOwed(row.owed))
    case 'paid':
    case 'collected':
      return esNews[kind](moneyOwed(amount))
    case 'moreTime':
    case 'forgiven':
      return esNews[kind]
    case 'dueSoon':
    case 'overdue':
    case 'owedLate':
      return esNews[kind](shortDate(row.nextDue))
  }
}

function detailOf({ kind, row }: LoanNews): string | undefined {
  switch (kind) {
    case 'taken':
    case 'funded':
      return row.owed === 0n ? undefined : esNews.due(shortDate(row.dueAt))
    case 'moreTime':
      return esNews.nowDue(shortDate(row.dueAt))
    case 'paid':
    case 'collected':
      return row.status === 'repaid' ? esNews.whole : esNews.left(moneyOwed(row.owed))
    case 'dueSoon':
    case 'overdue':
    case 'owedLate':
      return esNews.left(moneyOwed(row.owed))
    case 'forgiven':
      return undefined
  }
}
