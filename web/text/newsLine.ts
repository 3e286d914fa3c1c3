import type { ArrivalNews, LoanNews, News, ProposalNews } from '../board/news/news.ts'
import { proposerOf } from '../loans/loan.ts'
import { esNews } from './es/esNews.ts'
import { money, moneyOwed, shortDate } from './format.ts'
import { shortAddress } from './shortHex.ts'

/** Text of a piece of news, and the person or loan it is about. `name`: my own for the other person, if I gave one. */
export function newsLine(news: News, name: string | undefined): { text: string; about: string } {
  if (!('row' in news)) return { text: textOfMoney(news), about: whom(news, name) }
  return { text: textOf(news), about: [name, esNews.loan(news.row.id), detailOf(news)].filter(Boolean).join(' · ') }
}

/** Several at once, as one passing notice. Short: it may stand over something. */
export function newsNotice([first, ...others]: readonly News[], nameIn: (news: News) => string | undefined): string | undefined {
  if (!first) return undefined
  const text = 'row' in first ? textOf(first) : textOfMoney(first)
  return [`${text}. ${whom(first, nameIn(first))}.`, others.length > 0 && esNews.more(others.length)].filter(Boolean).join(' ')
}

/** The person, or else the loan. */
function whom(news: News, name: string | undefined): string {
  if ('row' in news) return name ?? esNews.loan(news.row.id)
  return esNews.from(name ?? shortAddress(news.kind === 'arrived' ? news.person : proposerOf(news.loan)))
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
