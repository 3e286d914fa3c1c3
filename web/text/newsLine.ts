import type { News } from '../loans/news.ts'
import { esNews } from './esNews.ts'
import { moneyOwed, shortDate } from './format.ts'

/** What is new, and about which loan. */
export function newsLine(news: News): { text: string; about: string } {
  const detail = detailOf(news)
  return { text: textOf(news), about: [esNews.loan(news.row.id), detail].filter(Boolean).join(' · ') }
}

/** Several at once, as one passing notice. */
export function newsNotice([first, ...others]: readonly News[]): string | undefined {
  if (!first) return undefined
  const { text, about } = newsLine(first)
  return [`${text}. ${about}.`, others.length > 0 && esNews.more(others.length)].filter(Boolean).join(' ')
}

function textOf({ kind, row, amount = 0n }: News): string {
  switch (kind) {
    case 'taken':
    case 'funded':
      return row.owed === 0n ? esNews.ended[kind] : esNews[kind](moneyOwed(row.owed))
    case 'paid':
      return esNews.paid(moneyOwed(amount))
    case 'moreTime':
    case 'forgiven':
      return esNews[kind]
    case 'dueSoon':
    case 'overdue':
    case 'owedLate':
      return esNews[kind](shortDate(row.nextDue))
  }
}

function detailOf({ kind, row }: News): string | undefined {
  switch (kind) {
    case 'taken':
    case 'funded':
      return row.owed === 0n ? undefined : esNews.due(shortDate(row.dueAt))
    case 'moreTime':
      return esNews.nowDue(shortDate(row.dueAt))
    case 'paid':
      return row.status === 'repaid' ? esNews.whole : esNews.left(moneyOwed(row.owed))
    case 'dueSoon':
    case 'overdue':
    case 'owedLate':
      return esNews.left(moneyOwed(row.owed))
    case 'forgiven':
      return undefined
  }
}
